package simulation_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// rogue is a process of a ring whose second reception is not well-formed.
type rogue struct{ how string }

func (rogue) Init(model.Self) int { return -1 }

func (a rogue) Ready(_ model.Self, received int) model.Spontaneous {
	if a.how == "Ready" && received == 2 {
		panic("no room")
	}
	return model.Spontaneous{Wake: received < 0}
}

func (a rogue) Step(p *model.Process[int], received int, _ model.Input[int]) int {
	if received++; received == 2 {
		switch a.how {
		case "panic":
			panic("no room")
		case "port":
			p.Send(7, 1)
		case "grant":
			p.N()
		case "outcomes":
			p.Choose(5000)
		}
	}
	if received < 3 {
		p.Send(0, 1)
	}
	return received
}

func (a rogue) Observe(_ model.Self, received int) model.Status {
	if a.how == "Observe" && received == 2 {
		panic("no room")
	}
	return model.Status{}
}

// TestIllFormed says that every scheduler reports a step that is not well-formed,
// and a method that panics. The error names the event or the state, and the reason.
func TestIllFormed(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 3}
	for _, test := range []struct{ how, why string }{
		{"panic", "panics: no room"},
		{"port", "port 7"},
		{"grant", "N"},
		{"outcomes", "more than 4096 outcomes"},
		{"Ready", "Ready in local state 2: panics: no room"},
		{"Observe", "Observe in local state 2: panics: no room"},
	} {
		s, err := model.New(rogue{test.how}, net)
		if err != nil {
			t.Fatal(err)
		}
		first := simulation.Timed
		if test.how == "Ready" { // timed schedulers call Ready for wake-ups only at the start
			first = simulation.Untimed
		}
		for scheduler := first; scheduler <= simulation.Untimed+5; scheduler++ {
			t.Run(test.how+"/"+scheduler.String(), func(t *testing.T) {
				_, err := simulation.Run(t.Context(), s, net, simulation.Options{Scheduler: scheduler, LastChange: true})
				var value *model.ValueError
				var illFormed *simulation.IllFormedError
				switch step := errors.As(err, &illFormed); {
				case err == nil || !strings.Contains(checkertest.Unplaced(err.Error()), test.why):
					t.Errorf("error %v, want one that says %q", err, test.why)
				case !step && !errors.As(err, &value):
					t.Errorf("error %v is neither an IllFormedError nor a ValueError", err)
				case step && !strings.Contains(err.Error(), ": upon receive p"):
					t.Errorf("error %v does not name the event", err)
				}
			})
		}
	}
}

// fragile passes a message on. A process that receives a message that has been
// passed on panics; with frail, p1 panics when it wakes.
type fragile struct{ frail bool }

func (fragile) Init(model.Self) int { return 0 }
func (fragile) Ready(self model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0}
}
func (a fragile) Step(p *model.Process[int], s int, in model.Input[int]) int {
	switch {
	case in.Kind == model.Receive && in.Msg == 2, a.frail && p.ID() == 2:
		panic("overloaded")
	case in.Kind == model.Receive:
		p.Send(0, 2)
	default:
		p.Send(0, 1)
	}
	return 1
}
func (fragile) Observe(model.Self, int) model.Status { return model.Status{} }

// TestIllFormedSteps says that under every scheduler a step that is not well-formed
// ends the execution with an error that names it. If events are those of the model,
// the recorded events are the execution up to that step.
func TestIllFormedSteps(t *testing.T) {
	ring := model.Network{N: 3, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2, 3}}
	allAwake, rounds := ring, ring
	allAwake.Wake.All = true
	rounds.Timing = model.Lockstep
	atStart := "fragile: at the start the step of p1 is not well-formed: panics: overloaded"
	for _, test := range []struct {
		net     model.Network
		alg     fragile
		options simulation.Options
		want    string // "": it differs with the scheduler's choices
		reason  string
	}{
		{ring, fragile{}, simulation.Options{}, "fragile: event 7: upon receive p2:1 2 the step of p2 is not well-formed: panics: overloaded", "timed"},
		{ring, fragile{}, simulation.Options{Delay: simulation.Exponential}, "", "timed, with chance"},
		{ring, fragile{}, simulation.Options{Scheduler: simulation.Untimed}, "", "untimed"},
		{ring, fragile{}, simulation.Options{Scheduler: simulation.Untimed + 1}, "", "one of package schedule"},
		{rounds, fragile{}, simulation.Options{}, "fragile: event 7: upon receive p0:1 2 the step of p0 is not well-formed: panics: overloaded", "rounds"},
		{allAwake, fragile{frail: true}, simulation.Options{}, atStart, "at the start, timed"},
		{allAwake, fragile{frail: true}, simulation.Options{Scheduler: simulation.Untimed + 1}, atStart, "at the start, one of package schedule"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			s, err := model.New(test.alg, ring)
			if err != nil {
				t.Fatal(err)
			}
			var events model.Schedule
			test.options.Record = func(e model.Event) { events = append(events, e) }
			_, err = simulation.Run(context.Background(), s, test.net, test.options)
			var illFormed *simulation.IllFormedError
			if !errors.As(err, &illFormed) || test.want != "" && checkertest.Unplaced(err.Error()) != test.want {
				t.Fatalf("error %v, want %v", err, test.want)
			}
			if int64(len(events)) != illFormed.Event {
				t.Errorf("%d events are recorded, want %d", len(events), illFormed.Event)
			}
			if test.net.Timing == model.Lockstep {
				return
			}
			on, err := s.Semantics().On(test.net)
			if err != nil {
				t.Fatal(err)
			}
			x, err := on.Replay(model.Lasso{Stem: events})
			if diff := cmp.Diff(illFormed.Why, x.IllFormed()); err != nil || diff != "" {
				t.Errorf("replayed: error %v, -want +got:\n%s", err, diff)
			}
		})
	}
}
