package independent

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A premise is what a claim assumes: that holds is true again and again, or from some time on, or that
// from some time on no edge is bad.
type premise struct {
	recurs bool
	holds  func(v model.View) bool
	bad    func(edge) bool // replaces holds
}

// endAssumed reports whether an execution that ends in configuration i satisfies the premises of a claim.
// It stays there for ever, and nothing happens.
func (g *graph) endAssumed(k claim, i int) bool {
	return !slices.ContainsFunc(k.assumes, func(a premise) bool { return a.bad == nil && !a.holds(g.views[i]) })
}

// loopAssumed reports whether a loop that takes all steps of a region satisfies the premises.
func (g *graph) loopAssumed(k claim, r region) bool {
	for _, a := range k.assumes {
		switch {
		case a.bad != nil:
			if slices.ContainsFunc(r.steps, func(s step) bool { return a.bad(g.edges[s.config][s.edge]) }) {
				return false
			}
		default:
			some, all := false, true
			for i := range r.configs {
				holds := a.holds(g.views[i])
				some, all = some || holds, all && holds
			}
			if a.recurs && !some || !a.recurs && !all {
				return false
			}
		}
	}
	return true
}

// assumedLoops returns the greatest regions in which a fair execution can stay that satisfies the
// premises of a claim.
func (g *graph) assumedLoops(k claim, f model.Fairness, allowed map[int]bool) []region {
	h, lasting := *g, map[int]bool{}
	for i := range allowed {
		lasting[i] = !slices.ContainsFunc(k.assumes, func(a premise) bool { return a.bad == nil && !a.recurs && !a.holds(g.views[i]) })
		if !lasting[i] {
			delete(lasting, i)
		}
	}
	h.never = func(e edge) bool {
		return slices.ContainsFunc(k.assumes, func(a premise) bool { return a.bad != nil && a.bad(e) })
	}
	return slices.DeleteFunc(h.fairLoops(f, lasting), func(r region) bool { return !g.loopAssumed(k, r) })
}

// isFault reports whether an edge is a fault, false suspicions aside.
func isFault(e edge) bool {
	kind, _, _ := strings.Cut(e.text, " ")
	return slices.Contains([]string{"crash", "restart", "lose", "duplicate", "cut", "divide", "heal", "betray", "forge"}, kind)
}

// assuming returns liveness properties of a system with assumptions.
func (s system) assuming() []claim {
	f, other := facts()[s.fact], facts()[(s.fact+1)%len(facts())]
	any, all, often := some(f.each), each(f.each), some(other.each)
	live := []claim{
		{property: properties.NewRecurs("recurs", "", all), form: properties.Recurs, holds: all},
		{property: properties.NewEventually("eventually", "", all), form: properties.Eventually, holds: all},
		{property: properties.NewStabilises("stabilises", "", any), form: properties.Stabilises, holds: any},
		{property: properties.NewLeadsTo("leads-to", "", often, all), form: properties.LeadsTo, holds: all, trigger: often},
		{property: properties.NewTerminates("ends", ""), form: properties.Terminates},
	}
	live = append(live, everyone(f, s.net.N)[:3]...)
	assumed := []struct {
		list []properties.Property
		as   []premise
	}{
		{[]properties.Property{properties.NewRecurs("often", "", often)}, []premise{{recurs: true, holds: often}}},
		{[]properties.Property{properties.NewStabilises("lasting", "", often)}, []premise{{holds: often}}},
		{[]properties.Property{properties.FromSomeTimeOn("no-fault", "", func(s properties.Step) bool { return !s.Event.Kind.IsFault() })}, []premise{{bad: isFault}}},
		{[]properties.Property{properties.NewRecurs("often", "", often), properties.FromSomeTimeOn("no-step", "", func(s properties.Step) bool { return s.Event.Kind != model.Receive })},
			[]premise{{recurs: true, holds: often}, {bad: func(e edge) bool { return strings.HasPrefix(e.text, "receive ") }}}},
	}
	list := []claim{always()}
	for i, k := range live {
		a := assumed[(i+s.fact)%len(assumed)]
		k.property, k.assumes = k.property.Assuming(a.list...), a.as
		list = append(list, k)
	}
	return list
}

// TestAssumptions compares properties with assumptions.
func TestAssumptions(t *testing.T) {
	count := max(*seeds, 40)
	switch {
	case testing.Short():
		count = max(*seeds, 12)
	case os.Getenv("INTERREX_LONG") != "":
		count = max(*seeds, 3000)
	}
	tally := map[checker.Result]int{}
	for seed := *first; seed < *first+count; seed++ {
		s := draw(seed)
		claims := s.assuming()
		r := compareOf(s, claims, runs(), limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			for _, k := range claims {
				tally[k.want.result]++
			}
		}
	}
	t.Log(fmt.Sprint(tally))
	for _, result := range []checker.Result{checker.Violated, checker.Holds, checker.Vacuous} {
		if tally[result] < int(count)/4 {
			t.Errorf("%d verdicts are %v: too few", tally[result], result)
		}
	}
}
