package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// riser wins when it wakes, or in the first round.
type riser struct{}

func (riser) Init(model.Self) bool { return false }
func (riser) Ready(_ model.Self, won bool) model.Spontaneous {
	return model.Spontaneous{Wake: !won, Round: !won}
}
func (riser) Observe(_ model.Self, won bool) (s model.Status) {
	if won {
		s.Role = model.Won
	}
	return s
}
func (riser) Step(*model.Process[int], bool, model.Input[int]) bool { return true }

// TestBothOrdersAreJudged judges a step of process 0, which a predicate of two processes sees
// in one of their orders only.
func TestBothOrdersAreJudged(t *testing.T) {
	for first := range 2 {
		p := properties.New("both", "a process is not the other of one that wins", properties.Always, properties.Shape{
			Both: func(_ *model.Network, p int, s model.Status, _ int, other model.Status) bool {
				if first == 0 {
					return p != 0 || s.Role != model.Won
				}
				return p == 0 || other.Role != model.Won
			}})
		s, err := model.New(riser{}, model.Network{N: 2})
		if err != nil {
			t.Fatal(err)
		}
		path := stepwise.NewPath(s)
		judge := properties.NewJudge(path, p)
		if _, ok := path.Apply(model.Event{Process: 0, Kind: model.Wake}); !ok || judge.Open() != 1 {
			t.Fatal("process 0 cannot wake, or the property is decided before")
		}
		if judge.Step(); judge.Open() != 0 {
			t.Errorf("process %d comes first: the property is not refuted", first)
		}
	}
}

// TestMonitorsOfRounds says that a monitor is told of the processes that are up.
func TestMonitorsOfRounds(t *testing.T) {
	told := properties.New("told", "the monitor is told of processes", properties.Always, properties.Watch(
		func(model.View) int { return 0 },
		func(state int, o properties.Observation) int { return state | 1<<o.Process },
		func(int) bool { return true }))
	for down, want := range []int{6, 5, 3} {
		s, err := model.New(riser{}, model.Network{N: 3, Timing: model.Lockstep, Down: []int{down}, Wake: model.WakeSet{Only: []int{}}})
		if err != nil {
			t.Fatal(err)
		}
		y := s.Successors(s.Initial())[0]
		if got := told.Observe(told.Begin(s), s, s.Initial(), y); got != want {
			t.Errorf("process %d is down: the monitor is told of the set %b, want %b", down, got, want)
		}
	}
}

// doubler sends the same message over both ports when it wakes.
type doubler struct{ riser }

func (doubler) Step(p *model.Process[int], won bool, in model.Input[int]) bool {
	if in.Kind == model.Wake {
		p.Send(0, 7)
		p.Send(1, 7)
		return true
	}
	return won
}

// TestDeliveredOnWhichPort says on which port a message is delivered that is in flight on another
// one too.
func TestDeliveredOnWhichPort(t *testing.T) {
	s, err := model.New(doubler{}, model.Network{N: 2, Topology: model.Ring})
	if err != nil {
		t.Fatal(err)
	}
	var ports []model.Port
	p := properties.New("delivered", "something is delivered", properties.AlwaysStep, func(x properties.Step) bool {
		for m := range properties.Delivered[int](x) {
			ports = append(ports, m.Port)
		}
		return true
	})
	woken, _ := s.Apply(s.Initial(), model.Event{Process: 0, Kind: model.Wake})
	for _, y := range s.Successors(woken.Next) {
		ports = nil
		p.Observe(p.Begin(s), s, woken.Next, y)
		if y.Event.Kind == model.Receive && (len(ports) != 1 || ports[0] != y.Event.Port) {
			t.Errorf("%v delivers on ports %v", y.Event, ports)
		}
	}
}

// TestSeenOfLeadsTo says that a reduced search must see the trigger and the goal.
func TestSeenOfLeadsTo(t *testing.T) {
	is := func(r model.Role) properties.Shape {
		return properties.Shape{Some: func(s model.Status) bool { return s.Role == r }}
	}
	seen, ok := properties.NewLeadsTo("wins", "a candidate leads to a winner", is(model.Candidate), is(model.Won)).Seen()
	if !ok || len(seen) != 2 || !seen[0].Some(model.Status{Role: model.Candidate}) || !seen[1].Some(model.Status{Role: model.Won}) {
		t.Errorf("%d shapes are seen, want the trigger and the goal", len(seen))
	}
}
