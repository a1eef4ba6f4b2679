package simulation_test

import (
	"errors"
	"strings"
	"testing"

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

// TestIllFormed: no scheduler passes over a step that is not well-formed, nor
// over a method that panics: the error names the event, or the state, and why.
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
		if test.how == "Ready" { // who may wake is asked at the start only, where messages take time
			first = simulation.Untimed
		}
		for scheduler := first; scheduler <= simulation.Untimed+5; scheduler++ {
			t.Run(test.how+"/"+scheduler.String(), func(t *testing.T) {
				_, err := simulation.Run(t.Context(), s, net, simulation.Options{Scheduler: scheduler, Settle: true})
				var value *model.ValueError
				switch step := errors.Is(err, simulation.ErrIllFormed); {
				case err == nil || !strings.Contains(err.Error(), test.why):
					t.Errorf("error %v, want one that says %q", err, test.why)
				case !step && !errors.As(err, &value):
					t.Errorf("error %v is neither ErrIllFormed nor a ValueError", err)
				case step && !strings.Contains(err.Error(), ": receive p"):
					t.Errorf("error %v does not name the event", err)
				}
			})
		}
	}
}
