package symbolic_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// chooser chooses upon its wake-up over which ports it sends. It restarts in another local
// state than the first.
type chooser struct{}

type chosen struct {
	Awake, Restarted bool
	Heard            int
}

func (chooser) Init(model.Self) chosen                  { return chosen{} }
func (chooser) Observe(model.Self, chosen) model.Status { return model.Status{} }
func (chooser) Restart(model.Self, chosen) chosen       { return chosen{Restarted: true} }
func (chooser) Ready(_ model.Self, s chosen) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (chooser) Step(p *model.Process[string], s chosen, in model.Input[string]) chosen {
	if in.Kind == model.Wake {
		s.Awake = true
		p.Send(model.Port(p.Choose(2)), "first")
		p.Send(1, "second")
	}
	if in.Kind == model.Receive {
		s.Heard++
	}
	return s
}

// TestCountsOfChoosers is TestCounts for steps that choose, and links that lead to the same
// process.
func TestCountsOfChoosers(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
	}{
		{"a crash falls within each outcome", model.Network{Faults: model.Faults{Crash: 1}}},
		{"a cut cuts both links", model.Network{Faults: model.Faults{Cut: 1}}},
		{"the first step of all is taken after a restart", model.Network{Faults: model.Faults{Crash: 1, Restart: 1}}},
	} {
		row.net.N, row.net.Topology = 2, model.Ring
		s, err := model.New(chooser{}, row.net)
		if err != nil {
			t.Fatal(err)
		}
		x := symbolic.New(s, compiled.New(s), symbolic.Options{})
		all := x.Explore()
		configurations, events := x.Sizes(all)
		got := counts{configurations.Int64(), events.Int64(), x.Sets.Size(x.Terminal(all)).Int64()}
		if want := search(s); got != want {
			t.Errorf("%s: %+v, want %+v", row.reason, got, want)
		}
	}
}

// mumbler sends a message to itself for ever.
type mumbler struct{}

func (mumbler) Init(model.Self) bool                  { return false }
func (mumbler) Observe(model.Self, bool) model.Status { return model.Status{} }
func (mumbler) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}
func (mumbler) Step(p *model.Process[string], _ bool, _ model.Input[string]) bool {
	p.Send(0, "message")
	return true
}

// TestNoCrashIsDue says that a loop is fair although a crash could strike within each of its
// steps.
func TestNoCrashIsDue(t *testing.T) {
	s, err := model.New(mumbler{}, model.Network{N: 1, Topology: model.UnidirectionalRing, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	x := symbolic.New(s, compiled.New(s), symbolic.Options{})
	all := x.Explore()
	for _, f := range []model.Fairness{model.Unfair, model.Weak, model.Strong} {
		if x.Loops(all, all, f).Some(all) == diagram.Empty {
			t.Errorf("%v: no loop is fair", f)
		}
	}
}
