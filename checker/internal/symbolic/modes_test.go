package symbolic

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// guard suspects another process, and then calls all. It is calm again when that process
// calls. If deaf, it does not call, and is calm again after a while. Its local state is
// 0, or the port of the process that it suspects.
type guard struct{ deaf bool }

func (guard) Init(model.Self) int                  { return 0 }
func (guard) Observe(model.Self, int) model.Status { return model.Status{} }
func (g guard) Ready(_ model.Self, suspected int) (x model.Spontaneous) {
	switch {
	case suspected == 0:
		x.Suspect = model.PortSet(0).With(1).With(2)
	case g.deaf:
		x.Timers = model.Timers(0)
	}
	return x
}

func (g guard) Step(p *model.Process[string], suspected int, in model.Input[string]) int {
	switch {
	case in.Kind == model.Suspect:
		for q := 1; q < p.Ports(); q++ {
			if !g.deaf {
				p.Send(model.Port(q), "help")
			}
		}
		return int(in.Port)
	case in.Kind == model.Timeout || suspected == int(in.Port):
		return 0
	}
	return suspected
}

// TestLoopsByModes counts the parts of the configurations that may have a loop. Each
// event of a guard may lie on a loop, if one looks at one level at a time.
func TestLoopsByModes(t *testing.T) {
	for _, row := range []struct {
		reason string
		guard  guard
		parts  int
	}{
		{"nobody suspects if all are up, and one that is down does not call", guard{}, 0},
		{"the timers make a loop while one or two of the three are down", guard{deaf: true}, 6},
	} {
		s, err := model.New(row.guard, model.Network{N: 3, Topology: model.Complete, Faults: model.Faults{Crash: 2}})
		if err != nil {
			t.Fatal(err)
		}
		x := New(s, compiled.New(s), Options{})
		all := x.Explore()
		l, parts := x.Loops(all, all, model.Weak), 0
		if l.cycle.isEmpty() {
			t.Fatalf("%s: no event may lie on a loop", row.reason)
		}
		l.byModes(all, func(_ *Loops, part diagram.Set) {
			if part == all {
				t.Errorf("%s: a part is not divided", row.reason)
			}
			parts++
		})
		if parts != row.parts {
			t.Errorf("%s: %d parts may have a loop, want %d", row.reason, parts, row.parts)
		}
		if some := l.Some(all); (some != diagram.Empty) != (row.parts > 0) {
			t.Errorf("%s: %v configurations in fair components", row.reason, x.Sets.Size(some))
		}
	}
}
