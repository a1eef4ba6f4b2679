package stepwise_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// wary is an algorithm whose processes suspect all others, have a timer, and send a message to
// the next one whenever they wake, a few times.
type wary struct{}

func (wary) Init(model.Self) int                      { return 0 }
func (wary) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (wary) Restart(_ model.Self, s int) int          { return s }
func (wary) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s < 3, Timers: model.Timers(1), Suspect: model.Ports(0, 1)}
}
func (wary) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Wake {
		p.Send(0, s)
		s++
	}
	return s
}

// TestTimelySuspicionsWait compares the causes of a path with the definition: in timely
// networks timeouts and suspicions wait until nothing is in flight, also those of a process
// that has just taken a step.
func TestTimelySuspicionsWait(t *testing.T) {
	s, err := model.New(wary{}, model.Network{N: 3, Topology: model.Ring, Timing: model.Timely, Faults: model.Faults{Crash: 1, Loss: 1}})
	if err != nil {
		t.Fatal(err)
	}
	suspected, waited := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		path := stepwise.NewPath(s)
		for range 12 {
			c, list := path.Last(), path.Enabled()
			if diff := cmp.Diff(stepwise.Causes(s, c), list, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("after %v: Enabled (-system +path)\n%s", path.Schedule(), diff)
			}
			for _, x := range list {
				if x.Kind == model.Suspect {
					suspected++
				}
			}
			if c.Left.Crash == 0 && c.InFlight() > 0 {
				waited++
			}
			path.Follow(list[r.IntN(len(list))], func(int) int { return 0 })
		}
	}
	if suspected < 20 || waited < 20 {
		t.Errorf("%d suspicions are listed, and %d times one may wait: too few to test anything", suspected, waited)
	}
}

// TestRestartsWithoutEnd compares the causes of a path with the definition where crashes
// and restarts use up no budget.
func TestRestartsWithoutEnd(t *testing.T) {
	s, err := model.New(wary{}, model.Network{N: 3, Topology: model.Ring, Faults: model.Faults{Crash: model.Unbounded, Restart: model.Unbounded}})
	if err != nil {
		t.Fatal(err)
	}
	path := stepwise.NewPath(s)
	for _, kind := range []model.Kind{model.Wake, model.Crash, model.Restart} {
		if _, ok := path.Apply(model.Event{Process: 0, Kind: kind}); !ok {
			t.Fatalf("after %v: no event %v", path.Schedule(), kind)
		}
		if diff := cmp.Diff(stepwise.Causes(s, path.Last()), path.Enabled(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("after %v: Enabled (-system +path)\n%s", path.Schedule(), diff)
		}
	}
}

// TestEnablesTheMessage says that of one message in flight the second one may not arrive.
func TestEnablesTheMessage(t *testing.T) {
	s, err := model.New(wary{}, model.Network{N: 3, Topology: model.Ring, Order: model.Bag})
	if err != nil {
		t.Fatal(err)
	}
	path := stepwise.NewPath(s)
	path.Apply(model.Event{Process: 0, Kind: model.Wake})
	for _, x := range path.Enabled() {
		if x.Kind != model.Receive {
			continue
		}
		second := x
		second.Nth++
		if !path.Enables(x) || path.Enables(second) {
			t.Errorf("the first message may arrive: %t, the second: %t", path.Enables(x), path.Enables(second))
		}
		return
	}
	t.Error("no message is in flight")
}

// TestExtendByAnyConfiguration says that the view follows a given step that changes more
// than the process of its event.
func TestExtendByAnyConfiguration(t *testing.T) {
	s, err := model.New(wary{}, model.Network{N: 3, Topology: model.Ring})
	if err != nil {
		t.Fatal(err)
	}
	other := stepwise.NewPath(s)
	for p := range 2 {
		other.Apply(model.Event{Process: p, Kind: model.Wake})
	}
	_, given := other.Step()
	given.Event.Process = 2
	path := stepwise.NewPath(s)
	path.View()
	path.Extend(given)
	if diff := cmp.Diff(s.View(given.Next), path.View()); diff != "" {
		t.Errorf("View (-system +path)\n%s", diff)
	}
}
