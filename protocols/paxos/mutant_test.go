package paxos_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest/limits"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/paxos"
)

var update = flag.Bool("update", false, "write limits.txt")

type (
	process = model.Process[message]
	input   = model.Input[message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead, it takes them for others, its next state is another, or it restarts otherwise.
type mutant struct {
	algorithm
	instead func(p *process, s state, in input) (next state, applies bool)
	takes   func(p *process, s state, in input) (state, input)
	after   func(s, next state, in input) state
	restart func(s state) state
}

func (m mutant) Step(p *process, s state, in input) state {
	if m.instead != nil {
		if next, applies := m.instead(p, s, in); applies {
			return next
		}
	}
	if m.takes != nil {
		s, in = m.takes(p, s, in)
	}
	next := m.algorithm.Step(p, s, in)
	if m.after != nil {
		next = m.after(s, next, in)
	}
	return next
}

func (m mutant) Restart(p model.Self, s state) state {
	if m.restart != nil {
		return m.restart(s)
	}
	return m.algorithm.Restart(p, s)
}

// TestMutantsAreCaught holds the table of limits: which limit catches which mutant first.
func TestMutantsAreCaught(t *testing.T) {
	entry, err := catalogue.ByName("paxos")
	if err != nil {
		t.Fatal(err)
	}
	of := func(m mutant) func(claims.Variant, model.Network, int) (*model.System, error) {
		return func(v claims.Variant, net model.Network, limit int) (*model.System, error) {
			m.algorithm = algorithm{Readings: v.Readings, MaxRound: limit}
			return model.New(m, net)
		}
	}
	most := func(net model.Network) int { return most(entry.Limits[0], net) }
	growth := limits.Growth{Entry: entry, Most: most, MaxTime: time.Minute, Sound: limits.Mutant{New: of(mutant{})}}
	var list []limits.Mutant
	for _, row := range mutants {
		list = append(list, limits.Mutant{Name: row.name, Reason: row.reason, New: of(row.mutant)})
	}
	limits.Run(t, growth, list, limits.ModeOf(t, *update))
}

// most returns the greatest limit that can be searched on a network: one round more than the
// catalogue has, or as many where clocks can be trusted and no instance uses all.
func most(rounds claims.Limit, net model.Network) int {
	limit := rounds.Of(net)
	if net.Timing == model.Async && (net.N == 2 || limit == 1 && net.Order == model.FIFO) {
		limit++
	}
	return limit
}

// numbered makes all processes propose with identity 9 in their numbers.
func numbered(p *process, s state, in input) (state, bool) {
	if in.Kind == model.Receive {
		return s, false
	}
	b := ballot{Round: s.Promised.Round + 1, ID: 9}
	for q := range model.Port(p.Ports()) {
		if p.Neighbour(q) != p.ID() {
			p.Send(q, prepare(b))
		}
	}
	return state{Phase: paxos.Preparing, Promised: b, Accepted: s.Accepted, Answers: model.IDs(p.ID()), Greatest: s.Accepted}, true
}

// TestNumbersWithoutIdentitiesAreHarmless confirms doc.go on line 1.
func TestNumbersWithoutIdentitiesAreHarmless(t *testing.T) {
	for _, order := range []model.Order{model.FIFO, model.Bag} {
		net := network(3)
		net.Order = order
		for _, name := range []string{"uniqueness", "agreement", "irrevocability", "leader-reachable"} {
			if got := verdict(t, mutant{algorithm: algorithm{MaxRound: 1}, instead: numbered}, net, name); got != checker.Holds {
				t.Errorf("%v: %s: got %v, want holds", order, name, got)
			}
		}
	}
}

// verdict says whether the property of that name holds of an algorithm on a
// network.
func verdict(t *testing.T, a model.Algorithm[state, message], net model.Network, property string) checker.Result {
	t.Helper()
	return check(t, a, net, property)[0].Result
}

func check(t *testing.T, a model.Algorithm[state, message], net model.Network, names ...string) []checker.Verdict {
	t.Helper()
	var o checker.Options
	for _, name := range names {
		p, err := properties.Named(name, properties.Greatest)
		if err != nil {
			t.Fatal(err)
		}
		o.Properties = append(o.Properties, p)
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts
}
