package compose

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// ping is an algorithm of two processes: process 0 wakes and sends a ping,
// which process 1 receives. If it is answered, it goes back and forth for ever.
// A process that has done its part has won.
type ping struct{ answered bool }

func (ping) Init(model.Self) bool { return false }
func (ping) Observe(_ model.Self, done bool) model.Status {
	if done {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (ping) Ready(_ model.Self, done bool) model.Spontaneous { return model.Spontaneous{Wake: !done} }
func (a ping) Step(p *model.Process[string], _ bool, in model.Input[string]) bool {
	if in.Kind == model.Wake || a.answered {
		p.Send(0, "ping")
	}
	return true
}

// pingMachine compiles ping over a network of one link each way.
func pingMachine(t *testing.T, a ping, net model.Network) *Machine {
	t.Helper()
	net.N, net.Topology, net.Graph, net.Wake.Only = 2, model.Graph, [][]int{{1}, {0}}, []int{0}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// text describes a configuration: whether each process has taken a step or is
// down, + for each message in flight to it, whether anybody has taken a step, and
// whether the budget of faults is used up.
func (m *Machine) text(s State) string {
	states := m.split(s)
	var words []string
	for p, l := range m.leaves {
		v, word := l.vector(states[p]), "done"
		switch {
		case v[atMode] == modeDown:
			word = "down"
		case compiled.Local(v[atLocal]) == m.tables.Local(p, false):
			word = "not"
		}
		for range m.contents.lists[v[atChannels]] {
			word += "+"
		}
		words = append(words, word)
	}
	e := m.environment.states[states[len(m.leaves)]]
	if e.started {
		words = append(words, "started")
	}
	if e.left == (model.Faults{}) && m.sys.Network().Faults != e.left {
		words = append(words, "spent")
	}
	return strings.Join(words, " ")
}

// TestPing says by hand which configurations and events ping has. An event is
// marked ! if it is obligatory.
func TestPing(t *testing.T) {
	for _, row := range []struct {
		reason string
		a      ping
		net    model.Network
		want   []string
	}{
		{"a wake-up is free to happen, a delivery must", ping{}, model.Network{}, []string{
			"not not: Wake to done not+ started",
			"done not+ started: Receive! to done done started",
			"done done started:",
		}},
		{"deliveries to both, each in its half of the tree", ping{answered: true}, model.Network{}, []string{
			"not not: Wake to done not+ started",
			"done not+ started: Receive! to done+ done started",
			"done+ done started: Receive! to done done+ started",
			"done done+ started: Receive! to done+ done started",
		}},
		{"one loss: the budget that is left tells configurations apart", ping{}, model.Network{Faults: model.Faults{Loss: 1}}, []string{
			"not not: Wake to done not+ started",
			"done not+ started: Receive! to done done started, Lose to done not started spent",
			"done done started:",
			"done not started spent:",
		}},
		{"a second delivery leaves the message in flight", ping{}, model.Network{Faults: model.Faults{Dup: 1}}, []string{
			"not not: Wake to done not+ started",
			"done not+ started: Receive! to done done started, Duplicate to done done+ started spent",
			"done done started:",
			"done done+ started spent: Receive! to done done started spent",
			"done done started spent:",
		}},
		{"a crash starts nothing unless it is within a step; what is in flight to the process is gone", ping{}, model.Network{Faults: model.Faults{Crash: 1}}, []string{
			"not not: Wake to done not+ started, Crash within to down not started spent, Crash to down not spent, Crash to not down spent",
			"done not+ started: Crash to down not+ started spent, Receive! to done done started, Crash to done down started spent",
			"down not started spent:",
			"down not spent:",
			"not down spent: Wake to done down started spent",
			"down not+ started spent: Receive! to down done started spent",
			"done done started: Crash to down done started spent, Crash to done down started spent",
			"done down started spent:",
			"down done started spent:",
		}},
		{"a round is of all: obligatory unless somebody wakes of his own accord", ping{}, model.Network{Timing: model.Lockstep}, []string{
			"not not: Round to done not+ started",
			"done not+ started: Round! to done done started",
			"done done started:",
		}},
	} {
		m := pingMachine(t, row.a, row.net)
		list := []State{m.Initial()}
		var got []string
		for i := 0; i < len(list); i++ {
			var events []string
			edges := m.Edges(list[i], nil)
			for _, e := range edges {
				l := m.Label(e.Label)
				name := kindName(l)
				events = append(events, name+" to "+m.text(e.Next))
				if !slices.Contains(list, e.Next) {
					list = append(list, e.Next)
				}
			}
			got = append(got, strings.TrimSpace(m.text(list[i])+": "+strings.Join(events, ", ")))
			next, obligatory := m.Successors(0, list[i], nil)
			if marked := strings.Contains(got[i], "!"); obligatory != marked || len(next) != len(edges) {
				t.Errorf("%s: %s: Successors has %d, obligatory %t", row.reason, got[i], len(next), obligatory)
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

func kindName(l Label) string {
	name := map[model.Kind]string{model.Wake: "Wake", model.Receive: "Receive", model.Lose: "Lose", model.Duplicate: "Duplicate",
		model.Crash: "Crash", model.Round: "Round"}[l.Event.Kind]
	if l.Event.Within {
		name += " within"
	}
	if l.Obligatory {
		name += "!"
	}
	return name
}

// TestViews says which configurations an observer tells apart: those in which a
// process has another status, but not those that differ only in messages in flight
// or in whether anybody has started.
func TestViews(t *testing.T) {
	m := pingMachine(t, ping{}, model.Network{})
	a := m.Initial()
	b := m.Edges(a, nil)[0].Next
	c := m.Edges(b, nil)[0].Next
	fa, fb, fc := m.Facts(a), m.Facts(b), m.Facts(c)
	got := []bool{fa.LeftView == fb.LeftView, fa.RightView == fb.RightView, fb.LeftView == fc.LeftView, fb.RightView == fc.RightView, fa.Started, fb.Started}
	want := []bool{false, true, true, false, false, true} // process 0 is left and changes first; process 1 is right
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	v, _ := m.View(fb)
	if diff := cmp.Diff([]model.Status{{Role: model.Won}, {}}, v.Status); diff != "" {
		t.Error(diff)
	}
}
