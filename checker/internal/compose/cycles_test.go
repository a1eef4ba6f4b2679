package compose_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestCyclesAreNotDenied searches random systems, whole and reduced. It compares the answer
// about cycles, which comes from the steps of single processes, with the configurations: a
// cycle that is there may not be denied. It must be denied in many systems that have none.
func TestCyclesAreNotDenied(t *testing.T) {
	const limit = 400
	cyclic, denied, acyclic := 0, 0, 0
	for seed := range uint64(240) {
		draw := []func(uint64) (*model.System, string){checkertest.Random, checkertest.Commuting, checkertest.CommutingQueued, checkertest.Deferring}[seed%4]
		s, about := draw(seed)
		whole, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		met := reached(whole, limit)
		if len(met) > limit {
			continue
		}
		machines := []*compose.Machine{whole}
		if timing := s.Network().Timing; timing != model.Lockstep && timing != model.Bounded && seed%4 != 3 {
			normal, _ := normalForms(t, s)
			machines = append(machines, normal)
		}
		for _, m := range machines {
			has, may := hasCycle(m), m.MayCycle()
			switch {
			case has && !may:
				t.Errorf("%s: a cycle is denied", about)
			case has:
				cyclic++
			case may:
				acyclic++
			default:
				denied++
			}
		}
	}
	t.Logf("%d searches met a cycle; of the others %d were said to have none, %d not", cyclic, denied, acyclic)
	if cyclic < 20 || denied < 20 {
		t.Errorf("%d searches met a cycle, and of %d others it is denied: too few to test anything", cyclic, denied)
	}
}

// hasCycle reports whether the configurations that a machine reaches have a cycle.
func hasCycle(m *compose.Machine) bool {
	in := map[compose.State]int{}
	met := reached(m, 1<<20)
	for s := range met {
		next, _ := m.Successors(0, s, nil)
		for _, y := range next {
			in[y]++
		}
	}
	var order []compose.State
	for s := range met {
		if in[s] == 0 {
			order = append(order, s)
		}
	}
	for i := 0; i < len(order); i++ {
		next, _ := m.Successors(0, order[i], nil)
		for _, y := range next {
			if in[y]--; in[y] == 0 {
				order = append(order, y)
			}
		}
	}
	return len(order) < len(met)
}

// TestElectionsWithoutCycles says of which elections the steps alone show that they end.
func TestElectionsWithoutCycles(t *testing.T) {
	for _, row := range []struct {
		name, variant string
		n, crash      int
		may           bool
		reason        string
	}{
		{"lcr", "corrected", 4, 0, false, "a process only passes on greater identities, once each"},
		{"bully", "corrected", 4, 0, false, "nobody suspects a process that is up, so nobody asks again"},
		{"bully-original", "corrected", 3, 0, false, "the same with inboxes"},
		{"tokenring", "corrected", 3, 0, false, "a token ends at its sender"},
		{"bully", "corrected", 3, 1, false, "whoever is suspected is down and does not answer"},
		{"bully-improved", "corrected", 3, 0, false, "a tick that would change nothing is no event"},
		{"afa", "printed", 3, 0, true, "the last message goes round for ever"},
	} {
		e, err := catalogue.ByName(row.name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := e.ParseVariant(row.variant)
		if err != nil {
			t.Fatal(err)
		}
		net := e.Network(row.n)
		for p := range row.n {
			net.IDs = append(net.IDs, model.ID(row.n-p))
		}
		net.Faults.Crash = row.crash
		s, err := e.New(v, net)
		if err != nil {
			t.Fatal(err)
		}
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		reached(m, 1<<20)
		if got := m.MayCycle(); got != row.may {
			t.Errorf("%s, n = %d, crash = %d: a cycle is possible: %t, want %t: %s", row.name, row.n, row.crash, got, row.may, row.reason)
		}
	}
}

// TestCyclesOfFewSteps has a cycle of as few steps as possible for each reason that a
// process may do the same again.
func TestCyclesOfFewSteps(t *testing.T) {
	for _, row := range []struct {
		reason string
		does   holder
		net    model.Network
		want   bool
	}{
		{"a token goes to and fro, and each reception of it is passed over", holder{passes: true}, model.Network{}, true},
		{"one process suspects for ever another that is down from the start", holder{suspects: true}, model.Network{Down: []int{0}}, true},
		{"or that has crashed", holder{suspects: true}, model.Network{Faults: model.Faults{Crash: 1}}, true},
		{"or that has not come back", holder{suspects: true}, model.Network{Down: []int{0}, Faults: model.Faults{Restart: 1}}, true},
		{"or that comes back and crashes", holder{suspects: true}, model.Network{Down: []int{0, 1}, Faults: model.Faults{Restart: 2, Crash: 1}}, true},
		{"nobody is down", holder{suspects: true}, model.Network{}, false},
		{"false suspicions are few", holder{suspects: true}, model.Network{Faults: model.Faults{Suspect: 2}}, false},
		{"one message is received for ever", holder{}, model.Network{Faults: model.Faults{Dup: model.Unbounded}}, true},
		{"a process crashes and comes back for ever", holder{}, model.Network{Faults: model.Faults{Crash: model.Unbounded, Restart: model.Unbounded}}, true},
		{"one message is received once or twice", holder{}, model.Network{Faults: model.Faults{Dup: 1}}, false},
	} {
		row.net.N, row.net.Topology, row.net.IDs = 2, model.UnidirectionalRing, []model.ID{2, 1}
		s, err := model.New(row.does, row.net)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		normal, _ := normalForms(t, s)
		if has, may, reduced := hasCycle(whole), whole.MayCycle(), normal.MayCycle(); has != row.want || may != row.want || reduced != row.want {
			t.Errorf("%s: a cycle is met: %t, is possible: %t, in the reduced system: %t, want %t", row.reason, has, may, reduced, row.want)
		}
	}
}

// holder is an algorithm with a token, which the process with identity 2 has at the start.
type holder struct {
	passes   bool // the process that receives the token has it then
	suspects bool
}

func (holder) Name() string                          { return "holder" }
func (holder) Needs() model.Needs                    { return model.Needs{Knowledge: model.KnowID} }
func (holder) Init(self model.Self) bool             { return self.ID() == 2 }
func (holder) Observe(model.Self, bool) model.Status { return model.Status{} }
func (holder) Restart(model.Self, bool) bool         { return false }
func (a holder) Ready(_ model.Self, holds bool) (r model.Spontaneous) {
	if holds {
		r.Timers = model.Timers(0)
	}
	if a.suspects {
		r.Suspect = r.Suspect.With(0)
	}
	return r
}
func (a holder) Step(p *model.Process[int], holds bool, in model.Input[int]) bool {
	switch in.Kind {
	case model.Timeout:
		p.Send(0, 0)
		return false
	case model.Receive:
		return a.passes
	}
	return holds
}
