package itairodeh_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/checkertest/limits"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/itairodeh"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

var update = flag.Bool("update", false, "write limits.txt")

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead, or it chooses identities otherwise. k is the number of identities.
type mutant struct {
	algorithm
	instead func(k int, p *process, s state, in input) (next state, applies bool)
	choose  func(k int, p *process, s state) int
	escapes bool // with the identities of the catalogue it is right
}

func (m mutant) Step(p *process, s state, in input) state {
	if m.instead != nil {
		if next, applies := m.instead(m.K, p, s, in); applies {
			return next
		}
	}
	if m.choose != nil && again(p, s, in) {
		return chosen(p, m.choose(m.K, p, s))
	}
	if m.choose != nil && starts(s) {
		if s = chosen(p, m.choose(m.K, p, s)); in.Kind == model.Wake {
			return s
		}
	}
	return m.algorithm.Step(p, s, in)
}

// at reports whether s is to react to a message at this phase.
func at(s state, in input, phase itairodeh.Phase) bool {
	return in.Kind == model.Receive && s.Phase == phase
}

// TestMutantsAreCaught holds the table of limits: which limit catches which mutant first.
func TestMutantsAreCaught(t *testing.T) {
	entry, err := catalogue.ByName("itairodeh")
	if err != nil {
		t.Fatal(err)
	}
	of := func(m mutant) func(claims.Variant, model.Network, int) (*model.System, error) {
		return func(_ claims.Variant, net model.Network, limit int) (*model.System, error) {
			m.algorithm = algorithm{K: limit}
			return model.New(m, net)
		}
	}
	most := func(net model.Network) int { return most(entry.Limits[0], net) }
	growth := limits.Growth{Entry: entry, Most: most, MaxTime: 20 * time.Second, Sound: limits.Mutant{New: of(mutant{})}}
	var list []limits.Mutant
	for _, row := range mutants {
		list = append(list, limits.Mutant{Name: row.name, Reason: row.reason, New: of(row.mutant), Escapes: row.mutant.escapes})
	}
	limits.Run(t, growth, list, limits.ModeOf(t, *update))
}

// most returns the greatest limit that is tried on a network: two identities more than the catalogue has, one more where orders are
// many.
func most(identities claims.Limit, net model.Network) int {
	limit := identities.Of(net) + 2
	if net.Order == model.Bag || net.Faults.Dup > 0 {
		limit--
	}
	return limit
}

// passes passes the message on where that applies, and returns whether it does.
func passes(p *process, in input, applies bool) bool {
	if applies {
		in.Msg.Hop = min(in.Msg.Hop, p.N()) + 1
		p.Send(0, in.Msg)
	}
	return applies
}

// TestWhatIsOddButHarmless holds the oddities in doc.go against the checker.
func TestWhatIsOddButHarmless(t *testing.T) {
	for _, row := range []struct {
		k      int
		order  model.Order
		upTo   int
		reason string
	}{
		{2, model.FIFO, 6, "two identities are enough"},
		{4, model.FIFO, 4, "more identities do no harm"},
		{2, model.Bag, 4, "with two identities no order of arrival does harm"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			for n := 1; n <= row.upTo && (n <= 3 || !testing.Short()) && (n <= 5 || checkertest.Long()); n++ {
				for _, property := range []string{"well-formed", "uniqueness", "irrevocability", "elected", "decided", "quiescence"} {
					a, net := algorithm{K: row.k}, model.Network{N: n, Order: row.order}
					if got := verdict(t, a, net, property); got != checker.Holds {
						t.Errorf("n = %d: %s: got %v, want holds", n, property, got)
					}
				}
			}
		})
	}
}

// TestOneIdentityElectsNobody is the theorem: with nothing to choose the
// algorithm is deterministic, and elects nobody but a lone process.
func TestOneIdentityElectsNobody(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for _, timing := range []model.Timing{model.Async, model.Lockstep} {
			t.Run(fmt.Sprintf("n=%d/%v", n, timing), func(t *testing.T) {
				net := model.Network{N: n, Timing: timing}
				want, unique := checker.Violated, checker.Vacuous // for want of a leader
				if n == 1 {
					want, unique = checker.Holds, checker.Holds
				}
				if got := verdict(t, algorithm{K: 1}, net, "elected"); got != want {
					t.Errorf("elected: got %v, want %v", got, want)
				}
				if got := verdict(t, algorithm{K: 1}, net, "uniqueness"); got != unique {
					t.Errorf("uniqueness: got %v, want %v", got, unique)
				}
			})
		}
	}
}

// verdict says whether the property holds of an algorithm on a network.
func verdict(t *testing.T, a model.Algorithm[state, message], net model.Network, property string) checker.Result {
	t.Helper()
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), system(t, a, net),
		checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak, MaxConfigurations: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
