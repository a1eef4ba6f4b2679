package catalogue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// most is the largest number of processes at which the slow reference explorer
// checks claims and errata.
const most = 3

// An explorer says of each property whether it is true of s; nothing of a system
// that is too large for it.
type explorer func(s *model.System, list []properties.Property, f model.Fairness) ([]checker.Result, error)

// reference asks the engine first whether a system is too large, since the
// reference explorer takes ten times as long to find out. TestCatalogueConforms says that the engine counts right.
func reference(s *model.System, list []properties.Property, f model.Fairness) ([]checker.Result, error) {
	const largest = 500
	size, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: largest})
	if err != nil || size.Stopped.Cause != reason.None {
		return nil, err
	}
	r, err := checkertest.Explore(s, checkertest.Options{Properties: list, Fairness: f, Max: largest})
	if errors.Is(err, checkertest.ErrTooLarge) {
		return nil, nil
	}
	var results []checker.Result
	for _, verdict := range r.Verdicts {
		results = append(results, verdict.Result)
	}
	return results, err
}

func engine(s *model.System, list []properties.Property, f model.Fairness) ([]checker.Result, error) {
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: list, Fairness: f})
	var results []checker.Result
	for _, verdict := range r.Verdicts {
		results = append(results, verdict.Result)
	}
	return results, err
}

// results returns the verdicts of explore, for each arrangement of the n processes,
// of the claims about variant v under one condition, and whether it says something of all.
func (explore explorer) results(t *testing.T, e catalogue.Entry, v catalogue.Variant, n int, claims []catalogue.Claim) (found map[string][]checker.Result, all bool) {
	t.Helper()
	var list []properties.Property
	for _, c := range claims {
		p, err := c.PropertyFor(n, e)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	net := claims[0].On(e.Network(n))
	arrangements, err := claims[0].Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	found, all = map[string][]checker.Result{}, true
	for ids := range arrangements {
		net.IDs = ids
		s, err := e.New(v, net)
		if err != nil {
			t.Fatal(err)
		}
		results, err := explore(s, list, claims[0].Fairness)
		if err != nil {
			t.Fatal(err)
		}
		if all = all && results != nil; results != nil {
			found[fmt.Sprint(ids)] = results
		}
	}
	return found, all
}

func TestReferenceConfirmsClaims(t *testing.T) {
	upTo := most
	if testing.Short() {
		upTo = 2
	}
	explored, skipped := 0, 0
	confirm(t, func(s *model.System, list []properties.Property, f model.Fairness) ([]checker.Result, error) {
		results, err := reference(s, list, f)
		if results != nil {
			explored++
		} else {
			skipped++
		}
		return results, err
	}, upTo)
	if explored < 3*skipped {
		t.Errorf("%d systems are explored and %d are too large", explored, skipped)
	}
}

// TestEngineConfirmsClaims is about small n: the gate holds every claim at all
// its n by `interrex check`.
func TestEngineConfirmsClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("checks the whole catalogue")
	}
	upTo := most
	if !checkertest.Long() {
		upTo = 2
	}
	confirm(t, engine, upTo)
}

// confirm holds every claim against explore, for n <= upTo.
func confirm(t *testing.T, explore explorer, upTo int) {
	for _, e := range catalogue.All() {
		for n := 1; n <= upTo; n++ {
			byCondition := map[string][]catalogue.Claim{}
			for _, c := range e.Claims {
				if c.From <= n && n <= c.To {
					byCondition[c.Condition()] = append(byCondition[c.Condition()], c)
				}
			}
			for condition, claims := range byCondition {
				t.Run(fmt.Sprintf("%s/n=%d/%s", e.Name, n, condition), func(t *testing.T) {
					explore.confirm(t, e, n, claims)
				})
			}
		}
	}
}

// confirm holds the claims, which are about one variant under one condition,
// against the results of explore.
func (explore explorer) confirm(t *testing.T, e catalogue.Entry, n int, claims []catalogue.Claim) {
	v, err := claims[0].ParseVariant(e)
	if err != nil {
		t.Fatal(err)
	}
	found, all := explore.results(t, e, v, n, claims)
	for i, c := range claims {
		refuted, vacuous := false, false
		for ids, got := range found {
			refuted = refuted || got[i] == checker.Violated
			mayBe := slices.Contains(c.Vacuous, n) && got[i] == checker.Vacuous
			if vacuous = vacuous || mayBe; !c.Fails && got[i] != checker.Holds && !mayBe {
				t.Errorf("%s: got %v for %s, want holds, because %s", c.Property, got[i], ids, c.Reason)
			}
		}
		if slices.Contains(c.Vacuous, n) && !vacuous && all {
			t.Errorf("%s: no arrangement makes it vacuous, want one, because %s", c.Property, c.Nothing)
		}
		if c.Fails && !refuted && all {
			t.Errorf("%s: no arrangement violates it, want one, because %s", c.Property, c.Reason)
		}
	}
}

func TestEachClaimIsMadeOnceAndSaysWhy(t *testing.T) {
	for _, e := range catalogue.All() {
		made := map[string]bool{}
		for _, c := range e.Claims {
			for n := c.From; n <= max(c.To, c.Large); n++ {
				key := fmt.Sprint(c.Property, " n=", n, " ", c.Condition())
				if made[key] {
					t.Errorf("%s: %s is claimed twice", e.Name, key)
				}
				made[key] = true
			}
			if c.Reason == "" || c.From < 1 || c.To < c.From || c.Large > 0 && c.Large <= c.To || c.IDs != nil && (len(c.IDs) != c.From || c.From != c.To) {
				t.Errorf("%s: claim %s %q: reason %q, n in %d..%d", e.Name, c.Property, c.Condition(), c.Reason, c.From, c.To)
			}
			outside := func(n int) bool { return n < c.From || n > max(c.To, c.Large) }
			if (c.Vacuous == nil) != (c.Nothing == "") || c.Vacuous != nil && c.Fails || slices.ContainsFunc(c.Vacuous, outside) {
				t.Errorf("%s: claim %s %q: vacuous for n in %v, because %q, n in %d..%d", e.Name, c.Property, c.Condition(), c.Vacuous, c.Nothing, c.From, c.To)
			}
		}
	}
}

// TestEnlarged says up to which n a claim is checked if asked to.
func TestEnlarged(t *testing.T) {
	others := []catalogue.Claim{{Property: "elected", From: 4, To: 4, Fails: true}, {Property: "known", From: 4, To: 4, Order: model.Bag}}
	for _, row := range []struct {
		claim  catalogue.Claim
		want   int
		reason string
	}{
		{catalogue.Claim{Property: "known", From: 2, To: 3}, 5, "it goes on; the claim from 4 on has another condition"},
		{catalogue.Claim{Property: "elected", From: 2, To: 3}, 3, "another claim says what comes after it"},
		{catalogue.Claim{Property: "known", From: 2, To: 3, Ends: "with n = 4 it fails"}, 3, "it ends there"},
		{catalogue.Claim{Property: "known", From: 4, To: 4, IDs: []model.ID{4, 3, 2, 1}}, 4, "it is about one arrangement"},
		{catalogue.Claim{Property: "known", From: 2, To: 6}, 6, "it is checked there by default"},
		{catalogue.Claim{Property: "known", From: 2, To: 5, Large: 6}, 6, "the claim says so"},
		{catalogue.Claim{Property: "known", From: 2, To: 4, Large: catalogue.NoLarger}, 4, "more takes too long"},
	} {
		e := catalogue.Entry{Claims: append([]catalogue.Claim{row.claim}, others...)}
		if got := e.Enlarged().Claims[0].To; got != row.want {
			t.Errorf("%v: got %d, want %d: %s", row.claim, got, row.want, row.reason)
		}
		if e.Claims[0].To != row.claim.To {
			t.Errorf("%v: the entry itself has changed", row.claim)
		}
	}
}

// TestClaimsEndWhereTheyFail finds claims that a stored arrangement of more processes refutes,
// and that do not say so: docs/sizes/beyond.txt expects them to go on.
func TestClaimsEndWhereTheyFail(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, f := range e.Claims {
			if f.IDs == nil || !f.Fails {
				continue
			}
			for _, c := range e.Claims {
				where := f
				where.IDs, where.Wake = nil, c.Wake
				anyWakes := !c.Wake.All && c.Wake.Only == nil
				if c.Property == f.Property && c.To < f.From && !c.Fails && c.Ends == "" && c.Condition() == where.Condition() &&
					(anyWakes || c.Wake.String() == f.Wake.String()) {
					t.Errorf("%s: %s %q does not say why it ends at n = %d, and fails with %d", e.Name, c.Property, c.Condition(), c.To, f.From)
				}
			}
		}
	}
}

// TestEveryReadingIsClaimedOf holds the claims of each reading against those of
// the first of each.
func TestEveryReadingIsClaimedOf(t *testing.T) {
	for _, e := range catalogue.All() {
		for i, reading := range e.Readings {
			for o := 1; o < len(reading.Options); o++ {
				var r errata.Readings
				r[i] = uint8(o)
				if diff := cmp.Diff(claimedUnder(e, ""), claimedUnder(e, e.ReadingsText(r))); diff != "" {
					t.Errorf("%s %s: claims (-want +got):\n%s", e.Name, e.ReadingsText(r), diff)
				}
			}
		}
	}
}

// TestEveryReadingHasABound holds the claims about messages that the document bounds:
// each is made under every reading too.
func TestEveryReadingHasABound(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, c := range e.Claims {
			base, err := e.ParseReadings(c.Readings)
			if c.Bound == nil || c.Variant != "" || c.Fails || err != nil || strings.Contains(c.Readings, ",") || c.Readings != "" && boundUnder(e, c, errata.Readings{}) {
				continue
			}
			for i, reading := range e.Readings {
				for o := range reading.Options {
					r := base
					if r[i] == 0 {
						r[i] = uint8(o)
					}
					if !boundUnder(e, c, r) {
						t.Errorf("%s %s: no claim about %s under %s", e.Name, c.Condition(), c.Property, e.ReadingsText(r))
					}
				}
			}
		}
	}
}

// boundUnder reports whether some claim says whether messages are bounded under the
// readings, on the network of c.
func boundUnder(e catalogue.Entry, c catalogue.Claim, r errata.Readings) bool {
	return slices.ContainsFunc(e.Claims, func(d catalogue.Claim) bool {
		other, err := e.ParseReadings(d.Readings)
		c.Readings, d.Readings = "", ""
		return err == nil && other == r && d.Bound != nil && c.Condition() == d.Condition()
	})
}

// claimedUnder returns which standard properties something is claimed of under
// that condition, at n = most or more.
func claimedUnder(e catalogue.Entry, condition string) []string {
	var list []string
	for _, p := range properties.Standard(e.Extreme) {
		if slices.ContainsFunc(e.Claims, func(c catalogue.Claim) bool {
			return c.Property == p.Name && c.Condition() == condition && c.To >= most
		}) {
			list = append(list, p.Name)
		}
	}
	return list
}

func TestEachErratumIsNeeded(t *testing.T) {
	if testing.Short() {
		t.Skip("the stored counterexamples show it too")
	}
	for _, e := range catalogue.All() {
		for i, erratum := range e.Errata {
			t.Run(e.Name+"/"+erratum.ID, func(t *testing.T) {
				c, ok := e.ShownBy(i)
				if v, err := c.ParseVariant(e); ok && err == nil && v == e.Without(i) {
					return // the claim is confirmed with the others
				}
				if !ok {
					c = catalogue.Claim{From: 2, To: most, Property: erratum.Breaks, Faults: erratum.Faults}
				}
				for n := c.From; n <= c.To; n++ {
					var found map[string][]checker.Result
					if n <= most {
						found, _ = explorer(reference).results(t, e, e.Without(i), n, []catalogue.Claim{c})
					}
					if len(found) == 0 { // too large for the reference
						found, _ = explorer(engine).results(t, e, e.Without(i), n, []catalogue.Claim{c})
					}
					for _, got := range found {
						if got[0] == checker.Violated {
							return
						}
					}
				}
				t.Errorf("%s holds without %s for n in %d..%d", erratum.Breaks, erratum.ID, c.From, c.To)
			})
		}
	}
}

// TestPrintedFailsAsItsErrataSay holds the claims of the printed variant
// against the errata that need neither another fix nor a fault to show, nor have
// a claim of their own that shows them.
func TestPrintedFailsAsItsErrataSay(t *testing.T) {
	for _, e := range catalogue.All() {
		var failing []string
		for _, c := range e.Claims {
			if c.Condition() == "printed" && c.Fails {
				failing = append(failing, c.Property)
			}
		}
		for i, erratum := range e.Errata {
			if _, ok := e.ShownBy(i); ok {
				continue
			}
			if erratum.Needs == 0 && erratum.Faults == (model.Faults{}) && !slices.Contains(failing, erratum.Breaks) {
				t.Errorf("%s: %s breaks %s, which is not claimed to fail as printed (%v)", e.Name, erratum.ID, erratum.Breaks, failing)
			}
		}
	}
}

// TestCounts takes the small counts from the reference explorer, and all that
// are not large from the engine.
func TestCounts(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, want := range e.Counts {
			if !checkertest.Long() && want.Configurations > 50_000 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s%s/%v", e.Name, want.Variant, want.Readings, want.IDs), func(t *testing.T) { count(t, e, want) })
		}
	}
}

func count(t *testing.T, e catalogue.Entry, want catalogue.Count) {
	v, err := catalogue.Claim{Variant: want.Variant, Readings: want.Readings}.ParseVariant(e)
	if err != nil {
		t.Fatal(err)
	}
	net := e.Network(len(want.IDs))
	net.IDs = want.IDs
	s, err := e.New(v, net)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}})
	if err != nil {
		t.Fatal(err)
	}
	got := want
	got.Configurations, got.Events, got.Depth = r.Configurations, r.Events, r.Depth
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("engine, %s (-want +got):\n%s", want.Reason, diff)
	}
	ref, err := checkertest.Explore(s, checkertest.Options{Max: 5000})
	if errors.Is(err, checkertest.ErrTooLarge) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got.Configurations, got.Events, got.Depth = ref.Configurations, ref.Events, ref.Depth
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reference, %s (-want +got):\n%s", want.Reason, diff)
	}
}
