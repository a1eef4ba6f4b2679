package checkertest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols"
)

// TestSymbolicAgrees compares the symbolic engine with the explicit one on
// random systems: counts, verdicts that are not unknown, and the shortest
// counterexamples to the letter.
func TestSymbolicAgrees(t *testing.T) {
	seeds := uint64(500)
	if testing.Short() {
		seeds = 60
	}
	compared, decided, liveness := 0, 0, 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		list := append(properties.Standard(properties.Greatest), properties.MessagesAtMost(2))
		options := checker.Options{Properties: list, Fairness: model.Weak, MaxConfigurations: 20_000}
		n, ok := compareEngines(t, s, options, fmt.Sprintf("seed %d: %s", seed, about))
		if ok {
			compared++
			decided += n.decided
			liveness += n.liveness
		}
	}
	t.Logf("%d of %d systems, %d verdicts, %d of liveness", compared, seeds, decided, liveness)
	if compared < int(seeds)/4 || liveness < compared {
		t.Errorf("only %d of %d systems and %d verdicts of liveness were compared", compared, seeds, liveness)
	}
}

func shown(v checker.Verdict) string {
	text := fmt.Sprint(v.Result)
	if v.Execution != nil && !v.Execution.Loops() {
		text += fmt.Sprint(v.Execution.Lasso().Events())
	}
	return text
}

// verdicts counts those that the symbolic engine gave.
type verdicts struct{ decided, liveness int }

// compareEngines reports as errors where the engines differ on s, and whether
// both could search it to the end.
func compareEngines(t *testing.T, s *model.System, o checker.Options, about string) (n verdicts, ok bool) {
	t.Helper()
	explicit, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Engine, o.MaxTime = checker.Symbolic, time.Second
	symbolic, err := checker.Check(t.Context(), s, o)
	if err != nil {
		if !strings.Contains(err.Error(), "the symbolic engine does not suit") {
			t.Fatal(err)
		}
		return n, false
	}
	if !explicit.Complete || !symbolic.Complete {
		return n, false
	}
	if explicit.Configurations != symbolic.Configurations || explicit.Events != symbolic.Events {
		t.Errorf("%s:\nexplicit %d/%d, symbolic %d/%d", about, explicit.Configurations, explicit.Events, symbolic.Configurations, symbolic.Events)
	}
	for i, v := range symbolic.Verdicts {
		if v.Result == checker.Unknown {
			continue
		}
		n.decided++
		if v.Property.Form.IsLiveness() {
			n.liveness++
		}
		if got, want := shown(v), shown(explicit.Verdicts[i]); got != want {
			t.Errorf("%s: %s:\nexplicit %s\nsymbolic %s", about, v.Property.Name, want, got)
		}
	}
	return n, true
}

// TestSymbolicAgreesOnTheCatalogue compares the engines on every algorithm of
// the catalogue, printed and corrected, under each condition of its claims at
// the smallest n.
func TestSymbolicAgreesOnTheCatalogue(t *testing.T) {
	for _, e := range protocols.All() {
		t.Run(e.Name, func(t *testing.T) {
			seen := map[string]bool{}
			compared := 0
			for _, claim := range e.Claims {
				for _, name := range []string{"printed", "corrected"} {
					key := fmt.Sprint(name, claim.Readings, claim.Order, claim.Timing, claim.Wake, claim.Faults)
					if seen[key] || testing.Short() && len(seen) > 4 {
						continue
					}
					seen[key] = true
					s := system(t, e, name, claim)
					if s == nil {
						continue
					}
					o := checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, MaxConfigurations: 20_000}
					if _, ok := compareEngines(t, s, o, e.Name+" "+key); ok {
						compared++
					}
				}
			}
			t.Logf("%d of %d systems compared", compared, len(seen))
		})
	}
}

// system returns the smallest system that a claim is about, in a variant, with
// its first arrangement; nil if there is none.
func system(t *testing.T, e protocols.Entry, variant string, claim protocols.Claim) *model.System {
	t.Helper()
	v, err := e.ParseVariant(variant)
	if err != nil {
		return nil // an algorithm without errata has one variant
	}
	if v.Readings, err = e.ParseReadings(claim.Readings); err != nil {
		t.Fatal(err)
	}
	net := claim.On(e.Network(claim.From))
	arrangements, err := model.Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	net.IDs = arrangements[0]
	s, err := e.New(v, net)
	if err != nil {
		return nil // the printed variant does not run there
	}
	return s
}
