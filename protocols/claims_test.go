package protocols_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols"
)

// most is the largest number of processes at which the tests here, which use
// the slow reference explorer, check claims and errata. The engine checks the
// rest.
const most = 3

// results returns what the reference explorer says, for each arrangement of
// the n processes, of the claims about one variant under one condition;
// nothing of the systems that are too large for it.
func results(t *testing.T, e protocols.Entry, v protocols.Variant, n int, claims []protocols.Claim) map[string][]checker.Result {
	t.Helper()
	o := checkertest.Options{Fairness: claims[0].Fairness, Max: 5000}
	for _, c := range claims {
		p, err := c.PropertyFor(n, e.Extreme)
		if err != nil {
			t.Fatal(err)
		}
		o.Properties = append(o.Properties, p)
	}
	net := claims[0].On(e.Network(n))
	arrangements, err := model.Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]checker.Result{}
	for _, ids := range arrangements {
		net.IDs = ids
		s, err := e.New(v, net)
		if err != nil {
			t.Fatal(err)
		}
		r, err := checkertest.Explore(s, o)
		if errors.Is(err, checkertest.ErrTooLarge) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, verdict := range r.Verdicts {
			found[fmt.Sprint(ids)] = append(found[fmt.Sprint(ids)], verdict.Result)
		}
	}
	return found
}

func TestClaimsAreTrue(t *testing.T) {
	for _, e := range protocols.All() {
		for n := 2; n <= most; n++ {
			byCondition := map[string][]protocols.Claim{}
			for _, c := range e.Claims {
				if c.From <= n && n <= c.To {
					byCondition[c.Condition()] = append(byCondition[c.Condition()], c)
				}
			}
			for condition, claims := range byCondition {
				t.Run(fmt.Sprintf("%s/n=%d/%s", e.Name, n, condition), func(t *testing.T) { judge(t, e, n, claims) })
			}
		}
	}
}

// judge holds the claims, which are about one variant under one condition,
// against the reference explorer.
func judge(t *testing.T, e protocols.Entry, n int, claims []protocols.Claim) {
	v, err := claims[0].ParseVariant(e)
	if err != nil {
		t.Fatal(err)
	}
	found := results(t, e, v, n, claims)
	for i, c := range claims {
		refuted := false
		for ids, got := range found {
			refuted = refuted || got[i] == checker.Violated
			if !c.Fails && got[i] != checker.Holds {
				t.Errorf("%s: got %v for %s, want holds, because %s", c.Property, got[i], ids, c.Reason)
			}
		}
		if c.Fails && !refuted && len(found) > 0 {
			t.Errorf("%s: no arrangement violates it, want one, because %s", c.Property, c.Reason)
		}
	}
}

func TestEachClaimIsMadeOnceAndSaysWhy(t *testing.T) {
	for _, e := range protocols.All() {
		made := map[string]bool{}
		for _, c := range e.Claims {
			for n := c.From; n <= c.To; n++ {
				key := fmt.Sprint(c.Property, " n=", n, " ", c.Condition())
				if made[key] {
					t.Errorf("%s: %s is claimed twice", e.Name, key)
				}
				made[key] = true
			}
			if c.Reason == "" || c.From < 1 || c.To < c.From {
				t.Errorf("%s: claim %s %q: reason %q, n in %d..%d", e.Name, c.Property, c.Condition(), c.Reason, c.From, c.To)
			}
		}
	}
}

func TestEveryReadingIsClaimedOf(t *testing.T) {
	for _, e := range protocols.All() {
		for i, reading := range e.Readings {
			for o := 1; o < len(reading.Options); o++ {
				var r model.Readings
				r[i] = uint8(o)
				var got []string
				for _, c := range e.Claims {
					if c.Condition() == e.ReadingsText(r) && c.To >= most {
						got = append(got, c.Property)
					}
				}
				var want []string
				for _, p := range properties.Standard(e.Extreme) {
					want = append(want, p.Name)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s %s: claims (-want +got):\n%s", e.Name, e.ReadingsText(r), diff)
				}
			}
		}
	}
}

func TestEachErratumIsNeeded(t *testing.T) {
	for _, e := range protocols.All() {
		for i, erratum := range e.Errata {
			t.Run(e.Name+"/"+erratum.ID, func(t *testing.T) {
				without := e.Without(i)
				for n := 2; n <= most; n++ {
					c := []protocols.Claim{{Property: erratum.Breaks, Fairness: model.Weak}}
					for _, got := range results(t, e, without, n, c) {
						if got[0] == checker.Violated {
							return
						}
					}
				}
				t.Errorf("%s holds without %s for n <= %d", erratum.Breaks, erratum.ID, most)
			})
		}
	}
}

// TestPrintedFailsAsItsErrataSay holds the claims of the printed variant
// against the errata that do not need another fix to show.
func TestPrintedFailsAsItsErrataSay(t *testing.T) {
	for _, e := range protocols.All() {
		var failing []string
		for _, c := range e.Claims {
			if c.Condition() == "printed" && c.Fails {
				failing = append(failing, c.Property)
			}
		}
		for _, erratum := range e.Errata {
			if erratum.Needs == 0 && !slices.Contains(failing, erratum.Breaks) {
				t.Errorf("%s: %s breaks %s, which is not claimed to fail as printed (%v)", e.Name, erratum.ID, erratum.Breaks, failing)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, e := range protocols.All() {
		for _, want := range e.Counts {
			if len(want.IDs) > checkertest.MaxN {
				continue
			}
			net := e.Network(len(want.IDs))
			net.IDs = want.IDs
			v, err := protocols.Claim{Variant: want.Variant, Readings: want.Readings}.ParseVariant(e)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.New(v, net)
			if err != nil {
				t.Fatal(err)
			}
			r, err := checkertest.Explore(s, checkertest.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := want
			got.Configurations, got.Events, got.Depth = r.Configurations, r.Events, r.Depth
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s %v: %s (-want +got):\n%s", e.Name, want.Variant, want.IDs, want.Reason, diff)
			}
		}
	}
}
