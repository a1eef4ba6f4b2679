package dead_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/dead"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// deaf ignores messages until its timer has run out.
type deaf struct{}

func (deaf) Name() string                         { return "deaf" }
func (deaf) Init(model.Self) int                  { return 0 }
func (deaf) Observe(model.Self, int) model.Status { return model.Status{} }
func (deaf) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Timers: model.Timers(0)}
}
func (deaf) Step(_ *model.Process[string], s int, in model.Input[string]) int {
	if in.Kind == model.Timeout || s > 0 {
		return min(s+1, 2)
	}
	return s
}

// TestDeadUntilAStepIsMet tests when Messages detects that a message was not dead.
// The step to the local state that hears the message may be met before or after the
// message is dropped. If the step was known before the search, the message is not
// dead.
func TestDeadUntilAStepIsMet(t *testing.T) {
	s, err := model.New(deaf{}, model.Network{N: 2, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	quiet, hears, m := tables.Local(1, 0), tables.Local(1, 1), tables.Message("hello")
	for _, row := range []struct {
		reason       string
		begin        func(d *dead.Messages)
		dead, broken bool
	}{
		{"no step is known", func(*dead.Messages) {}, true, false},
		{"a step is met, and then the message is dropped", func(d *dead.Messages) { d.Step(1, quiet, hears) }, true, true},
		{"the step was known when the search began", func(d *dead.Messages) { d.Step(1, quiet, hears); d.Learn() }, false, false},
		{"the step is one of another process", func(d *dead.Messages) { d.Step(0, quiet, hears) }, true, false},
	} {
		d := dead.New(tables, 2)
		row.begin(d)
		if got := d.Dead(1, quiet, 0, m); got != row.dead || d.Broken() != row.broken {
			t.Errorf("%s: dead %t, broken %t; want %t, %t", row.reason, got, d.Broken(), row.dead, row.broken)
		}
		if d.Step(1, quiet, hears); row.dead && !d.Broken() {
			t.Errorf("%s: that the step is met afterwards is not noticed", row.reason)
		}
	}
}

// choosy ignores all messages. It defers those called "later" until its timer has run
// out.
type choosy struct{ deaf }

func (choosy) Name() string { return "choosy" }
func (choosy) Step(_ *model.Process[string], s int, in model.Input[string]) int {
	if in.Kind == model.Timeout {
		return 1
	}
	return s
}
func (choosy) Defers(_ model.Self, s int, _ model.Port, m string) bool { return s == 0 && m == "later" }

// TestDeferredIsNotDead says that a message that is deferred, or may be, is not dead: it
// may block what is behind it.
func TestDeferredIsNotDead(t *testing.T) {
	s, err := model.New(choosy{}, model.Network{N: 2, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	for _, row := range []struct {
		reason  string
		local   int
		message string
		dead    bool
	}{
		{"deferred", 0, "later", false},
		{"not deferred any more", 1, "later", true},
		{"never deferred", 0, "now", true},
	} {
		if got := dead.New(tables, 2).Dead(1, tables.Local(1, row.local), 0, tables.Message(row.message)); got != row.dead {
			t.Errorf("%s: dead %t, want %t", row.reason, got, row.dead)
		}
	}
}

// callers are two processes that call the first: one with a message that it defers, one
// with a message that is dead.
type callers struct{ choosy }

func (callers) Name() string { return "callers" }
func (callers) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0}
}
func (callers) Step(p *model.Process[string], s int, in model.Input[string]) int {
	if in.Kind != model.Wake {
		return s
	}
	p.Send(0, map[model.ID]string{2: "later", 3: "now"}[p.ID()])
	return 1
}

// TestCompletePassesWhatIsDeferred says that a dead message is delivered at the end where it
// waits behind one that an inbox passes.
func TestCompletePassesWhatIsDeferred(t *testing.T) {
	for _, order := range []model.Order{model.Inbox, model.Bag} {
		s, err := model.New(callers{}, model.Network{N: 3, Topology: model.Star, Order: order, IDs: []model.ID{1, 2, 3}, Wake: model.WakeSet{Only: []int{1, 2}}})
		if err != nil {
			t.Fatal(err)
		}
		calls := model.Schedule{{Process: 1, Kind: model.Wake}, {Process: 2, Kind: model.Wake}}
		got, err := dead.New(compiled.New(s), 3).Complete(s, calls, true)
		if err != nil || len(got) != 3 {
			t.Errorf("%v: %v, error %v; want both calls, and that one is received", order, got, err)
		}
	}
}
