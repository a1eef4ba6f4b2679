package command

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestReportOfSizes holds the lines about claims that go on, that do not, that fail, and
// that are too large to decide, beyond the sizes of the catalogue and within.
func TestReportOfSizes(t *testing.T) {
	made := []claims.Claim{
		{Property: "known", From: 2, To: 4, Fairness: model.Weak},
		{Property: "agreement", From: 2, To: 2, Fairness: model.Weak, Ends: "it is about two"},
		{Property: "uniqueness", Variant: "printed", From: 2, To: 4},
		{Property: "known", Variant: "printed", From: 2, To: 4, Fairness: model.Weak},
		{Property: "uniqueness", Order: model.Bag, From: 3, To: 4},
		{Property: "uniqueness", Order: model.Set, From: 2, To: 3, Fails: true},
	}
	for _, row := range []struct {
		beyond int
		made   []claims.Claim
		want   string // without the times
		status status
		reason string
	}{
		{2, made, `lcr | corrected | async fifo weak | 2..4 | 5 | - | 1/1 | 254 | - | - | -
lcr | corrected | async fifo weak | 2..4 | 6 | - | 1/1 | 842 | - | - | -
lcr | printed | async fifo weak | 2..4 | 5 | - | 2/2 | 249 | - | - | **refuted: known**
lcr | printed | async fifo weak | 2..4 | 6 | - | 2/2 | 836 | - | - | **refuted: known**
lcr | corrected | async bag | 3..4 | 5 | - | 0/1 | 990 | - | max-configurations 1000 | -
lcr | corrected | async bag | 3..4 | 6 | - | 0/1 | - | - | - | -
lcr | corrected | async set | 2..3 | 4 | - | 1/1 | 253 | - | - | not refuted: uniqueness
lcr | corrected | async set | 2..3 | 5 | - | 0/1 | 990 | - | max-configurations 1000 | -
`, refuted, "the printed text violates known, and is not claimed to"},
		{0, made[:1], `lcr | corrected | async fifo weak | 2..4 | 2 | - | 1/1 | 10 | - | - | -
lcr | corrected | async fifo weak | 2..4 | 3 | - | 1/1 | 27 | - | - | -
lcr | corrected | async fifo weak | 2..4 | 4 | - | 1/1 | 80 | - | - | -
`, ok, "a line for each n of the catalogue"},
	} {
		c := &checkCommand{report: true, request: request{known: ours(), beyond: row.beyond, ids: arrangement{mode: worstArrangement},
			options: checker.Options{MaxConfigurations: 1000, Workers: 1}}}
		groups, err := c.groupsOf(lcrWith(t, row.made...))
		if err != nil {
			t.Fatal(err)
		}
		splitSizes(groups)
		var out, errs bytes.Buffer
		got := ok
		if err := c.search(t.Context(), newSearch(&c.request), groups, &out, &errs); err != nil && !errors.As(err, &got) {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, withoutTimes(t, out.String())); diff != "" || got != row.status {
			t.Errorf("exit status %d, want %d: %s; lines (-want +got):\n%s", got, row.status, row.reason, diff)
		}
	}
}

// withoutTimes returns the lines of rows without the column of the times.
func withoutTimes(t *testing.T, text string) string {
	t.Helper()
	if _, err := parts.ParseSizes(text); err != nil {
		t.Error(err)
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		columns := strings.Split(line, " | ")
		b.WriteString(strings.Join(slices.Delete(columns, 9, 10), " | "))
	}
	return b.String()
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
