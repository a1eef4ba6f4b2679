package command

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

func TestRoughly(t *testing.T) {
	for n, want := range map[int64]int64{0: 0, 7: 7, 99: 99, 100: 100, 101: 100, 1_299: 1_200, 999_999: 990_000} {
		if got := roughly(big.NewInt(n)); got.Int64() != want {
			t.Errorf("%d is roughly %v, want %d", n, got, want)
		}
	}
}

// TestBeyondPage says what the page tells of claims that go on, that do not,
// and that are too large to tell.
func TestBeyondPage(t *testing.T) {
	c := &checkCommand{report: true, request: request{known: ours(), beyond: 2, ids: arrangement{mode: worstArrangement},
		options: checker.Options{MaxConfigurations: 1000, Workers: 1}}}
	groups, err := c.groupsOf(lcrWith(t,
		claims.Claim{Property: "known", From: 2, To: 4, Fairness: model.Weak},
		claims.Claim{Property: "agreement", From: 2, To: 2, Fairness: model.Weak, Ends: "it is about two"},
		claims.Claim{Property: "uniqueness", Variant: "printed", From: 2, To: 4},
		claims.Claim{Property: "known", Variant: "printed", From: 2, To: 4, Fairness: model.Weak},
		claims.Claim{Property: "uniqueness", Order: model.Bag, From: 3, To: 4},
		claims.Claim{Property: "uniqueness", Order: model.Set, From: 2, To: 3, Fails: true}))
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	got := ok
	if err := c.search(t.Context(), newSearch(&c.request), groups, &out, &errs); err != nil && !errors.As(err, &got) {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| lcr | 4 | 2 | 0 | 2 |\n| all | 4 | 2 | 0 | 2 |\n",
		"| corrected | async fifo weak | 2..4 | 5: 254; 6: 842 |\n",
		"| printed | async fifo weak | 2..4 | 5: 249, **refuted: known**; 6: 836, **refuted: known** |\n",
		"| corrected | async bag | 3..4 | 5: 0 of 1 claims in 990, then max-configurations 1000; 6: not tried |\n",
		"| corrected | async set | 2..3 | 4: 253, not refuted: uniqueness; 5: 0 of 1 claims in 990, then max-configurations 1000 |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if got != refuted || t.Failed() {
		t.Errorf("exit status %d, want %d; the page:\n%s", got, refuted, out.String())
	}
}

// TestOutOf says in which words the page tells why a search was cut short.
func TestOutOf(t *testing.T) {
	for stopped, want := range map[string]string{
		"max-time 15s": "out of time after 15s",
		"max-time 1m40s: 3 of 4 configurations open":      "out of time after 1m40s",
		"max-memory 1000000 bytes":                        "out of memory",
		"max-configurations 1000":                         "max-configurations 1000",
		"a property that the search cannot decide, oddly": "a property that the search cannot decide, oddly",
	} {
		if got := outOf(stopped); got != want {
			t.Errorf("%q is told as %q, want %q", stopped, got, want)
		}
	}
}

// TestBeyondTells how long a search took that needed more time than searches are
// given at first.
func TestBeyondTells(t *testing.T) {
	for elapsed, want := range map[time.Duration]string{
		parts.BeyondTime:           "842*",
		parts.BeyondTime + 1:       "842* in 15s",
		83_600 * time.Millisecond:  "842* in 1m24s",
		700 * time.Millisecond:     "842*",
		time.Hour + 30*time.Minute: "842* in 1h30m0s",
	} {
		p, g := newBeyondPage(), &group{}
		p.add(&instance{instanceSet: &instanceSet{group: g, network: model.Network{N: 6}}}, checker.Report{Configurations: 842, Elapsed: elapsed})
		if got := p.entry(g, 6, nil, byProperty{}); got != want {
			t.Errorf("a search of %v is told as %q, want %q", elapsed, got, want)
		}
	}
}
