package paxos_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/paxos"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead, or it takes them for others, or restarts otherwise.
type mutant struct {
	algorithm
	instead func(p *process, s state, in input) (next state, applies bool)
	takes   func(p *process, s state, in input) (state, input)
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
	return m.algorithm.Step(p, s, in)
}

func (m mutant) Restart(p model.Self, s state) state {
	if m.restart != nil {
		return m.restart(s)
	}
	return m.algorithm.Restart(p, s)
}

// is reports whether a message of that kind comes to a process that has not
// decided.
func is(s state, in input, kind paxos.Kind) bool {
	return in.Kind == model.Receive && in.Msg.Kind == kind && s.Phase != paxos.Decided
}

func with(net model.Network, f model.Faults) model.Network {
	net.Faults = f
	return net
}

func TestMutantsAreCaught(t *testing.T) {
	timely := network(3)
	timely.Timing = model.Timely
	for _, row := range []struct {
		name   string
		mutant mutant
		net    model.Network
		rounds int
		caught string
		reason string
	}{
		{"decides alone", mutant{instead: func(p *process, s state, in input) (state, bool) {
			return state{Phase: paxos.Decided, Leader: p.ID()}, is(s, in, paxos.Promise) && s.Phase == paxos.Preparing && in.Msg.Ballot == s.Promised
		}}, network(3), 1, "uniqueness", "a majority has promised, none has accepted (line 9)"},
		{"proposes itself always", mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Promise) {
				in.Msg.Accepted, s.Greatest = proposal{}, proposal{}
			}
			return s, in
		}}, network(3), 1, "uniqueness", "what is chosen is among the answers (line 6)"},
		{"proposes the least of the answers", mutant{takes: leastAnswer}, network(3), 2, "uniqueness", "the least may be one that was not chosen (line 6)"},
		{"promises nothing", mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Accept) {
				s.Promised = ballot{}
			}
			return s, in
		}}, network(3), 1, "uniqueness", "it accepts less than it has promised (line 8)"},
		{"says nothing of what it has accepted", mutant{takes: func(_ *process, s state, in input) (state, input) {
			if is(s, in, paxos.Prepare) {
				s.Accepted = proposal{}
			}
			return s, in
		}}, network(3), 1, "uniqueness", "the next proposer does not hear what is chosen (line 4)"},
		{"forgets when it crashes", mutant{restart: func(state) state { return state{} }},
			with(network(3), model.Faults{Crash: 1, Restart: 1}), 1, "uniqueness", "it accepts again (line 12)"},
		{"changes its mind", mutant{instead: func(p *process, s state, in input) (state, bool) {
			return state{Phase: paxos.Decided, Leader: p.ID()}, in.Kind == model.Receive && s.Phase == paxos.Decided
		}}, network(3), 1, "irrevocability", "what is chosen is chosen for ever (line 15)"},
		{"proposes once", mutant{instead: func(_ *process, s state, in input) (state, bool) { return s, in.Kind == model.Timeout }},
			with(timely, model.Faults{Loss: 1}), 4, "decided", "what is lost is not sent again (line 14)"},
		{"tells itself", mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Wake {
				p.Send(model.Port(p.Ports()), prepare(ballot{Round: 1, ID: p.ID()}))
			}
			return s, in.Kind == model.Wake
		}}, network(2), 1, "well-formed", "there is no such port"},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.mutant.MaxRound = row.rounds
			if got := verdict(t, row.mutant, row.net, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			if row.rounds == 2 {
				return // TestTwoRoundsOfThree
			}
			if got := verdict(t, row.mutant.algorithm, row.net, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// leastAnswer makes a proposer propose the least of the answers.
func leastAnswer(_ *process, s state, in input) (state, input) {
	if !is(s, in, paxos.Promise) || in.Msg.Ballot != s.Promised {
		return s, in
	}
	if x := in.Msg.Accepted; x != (proposal{}) && s.Greatest.Ballot.After(x.Ballot) {
		s.Greatest = x
	} else if s.Greatest != (proposal{}) {
		in.Msg.Accepted = proposal{}
	}
	return s, in
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

// TestNumbersWithoutIdentitiesAreHarmless holds what doc.go says of line 1.
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

// TestTwoRoundsOfThree is more than the catalogue searches by default: what is
// chosen in the first round is proposed in the second.
func TestTwoRoundsOfThree(t *testing.T) {
	if testing.Short() {
		t.Skip("a million configurations")
	}
	for _, v := range check(t, algorithm{MaxRound: 2}, network(3), "uniqueness", "agreement", "irrevocability") {
		if v.Result != checker.Holds {
			t.Errorf("%s: got %v, want holds", v.Property.Name, v.Result)
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
