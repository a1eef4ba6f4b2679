package compose_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// lastTwo is a monitor that remembers the last two observations.
func lastTwo() properties.Property {
	return properties.NewAlways("last-two", "", properties.Watch(
		func(model.View) [2]string { return [2]string{} },
		func(state [2]string, o properties.Observation) [2]string {
			return [2]string{state[1], fmt.Sprintf("p%d %v to %v sends %d", o.Process, o.Before, o.After, o.Sends)}
		},
		func([2]string) bool { return true }))
}

// lastTwoEvents is a monitor that remembers the last two events, with the messages
// that they deliver and send and those in flight after them.
func lastTwoEvents() properties.Property {
	return properties.NewAlways("last-two-events", "", properties.Watch(
		func(model.View) [2]string { return [2]string{} },
		func(state [2]string, s properties.Step) [2]string {
			delivered, sent := slices.Collect(properties.Delivered[any](s)), slices.Collect(properties.Sent[any](s))
			flying := slices.Collect(properties.InFlight[any](s.After))
			return [2]string{state[1], fmt.Sprintf("%v delivers %v sends %v to %v left %v fault %t", s.Event, delivered, sent, flying, s.After.Left(), s.IsFault())}
		},
		func([2]string) bool { return true }))
}

// inFlight looks at the configuration only.
func inFlight() properties.Property {
	return properties.NewAlways("in-flight", "", func(c properties.Configuration) bool {
		sum := 0
		for m := range properties.InFlight[any](c) {
			sum += m.From + 2*m.To + 4*int(m.Port)
		}
		return sum%2 == 0 && !c.View().Terminal
	})
}

// met is a configuration of the machine, and the same configuration and monitor
// state according to model and properties.
type met struct {
	state   compose.State
	c       model.Configuration
	monitor any
}

// TestMonitorsSeeWhatPropertiesSay compares, event by event, the monitor states of
// the machine and of package properties.
func TestMonitorsSeeWhatPropertiesSay(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
	}{
		{"no process notices that a message is lost", model.Network{Faults: model.Faults{Loss: 1}}},
		{"nor that a link is cut, over which a step still sends", model.Network{Faults: model.Faults{Cut: 1}}},
		{"a second delivery is a step", model.Network{Faults: model.Faults{Dup: 1}}},
		{"a crash, also within a step, and a restart change a status", model.Network{Faults: model.Faults{Crash: 1, Restart: 1}}},
		{"a round is observed in order of all that are up", model.Network{Timing: model.Lockstep, Faults: model.Faults{Crash: 1}}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			row.net.N = 2
			s, err := model.New(asker{1}, row.net)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []properties.Property{lastTwo(), lastTwoEvents(), inFlight()} {
				followAll(t, s, p, 1000)
			}
		})
	}
}

// TestToldMonitorsSeeConfigurations says the same of monitors that are told of whole
// events, on random systems, and that the machine knows the configurations.
func TestToldMonitorsSeeConfigurations(t *testing.T) {
	for seed := range uint64(40) {
		s, about := checkertest.Random(seed)
		for _, p := range []properties.Property{lastTwoEvents(), inFlight()} {
			followAll(t, s, p, 60)
		}
		if t.Failed() {
			t.Fatal(about)
		}
	}
}

// followAll compares the machine with model and properties, up to that many
// configurations.
func followAll(t *testing.T, s *model.System, p properties.Property, most int) {
	t.Helper()
	m, err := compose.New(s, compiled.New(s), p.Monitor())
	if err != nil {
		t.Fatal(err)
	}
	first := met{m.Initial(), s.Initial(), p.Monitor().Begin(s)}
	seen, queue := map[compose.State]bool{first.state: true}, []met{first}
	for ; len(queue) > 0 && !t.Failed(); queue = queue[1:] {
		if got := m.Decode(queue[0].state); got.Key() != queue[0].c.Key() {
			t.Errorf("the machine is in\n%s\nthe system in\n%s", got.Key(), queue[0].c.Key())
		}
		for _, next := range follow(t, s, m, p, queue[0]) {
			if !seen[next.state] && len(seen) < most {
				seen[next.state] = true
				queue = append(queue, next)
			}
		}
	}
}

// follow compares the successors of x according to the machine and to model.
func follow(t *testing.T, s *model.System, m *compose.Machine, p properties.Property, x met) []met {
	t.Helper()
	states := map[string]compose.State{}
	var want, got []string
	successors, _ := m.Successors(0, x.state, nil)
	for i, e := range m.Edges(x.state, nil) {
		if successors[i] != e.Next {
			t.Errorf("successor %d is %v, but the edge leads to %v", i, successors[i], e.Next)
		}
		_, monitor := m.View(m.Facts(e.Next))
		event := m.Label(e.Label).Event.String()
		states[event] = e.Next
		got = append(got, fmt.Sprintf("%s: %v", event, monitor))
	}
	var list []met
	for _, y := range s.Successors(x.c) {
		event, monitor := y.Event.String(), p.Observe(x.monitor, s, x.c, y)
		list = append(list, met{states[event], y.Next, monitor})
		want = append(want, fmt.Sprintf("%s: %v", event, monitor))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after %q in %v (-properties +machine):\n%s", x.monitor, x.c, diff)
	}
	return list
}
