package object_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/properties/object"
)

// store is a register at the hub of a star. The others are its clients, all alike: the
// operations of the application are read, write 1 and write 2.
type store struct {
	calls int  // of each client
	late  bool // the planted fault: a write takes effect when the next message comes
}

// state is the local state of any process.
type state struct {
	Value, Next int // at the hub; Next is a late write
	Late        bool
	Client      client
}

// client is the value that a client shows.
type client struct {
	Calls     int
	Operation int // the last one: 0 reads, others write
	Waits     bool
	Value     int // that the last call has returned
}

type message struct {
	Operation, Value int
}

func (store) Needs() model.Needs {
	return model.Needs{Topologies: []model.Topology{model.Star}, Knowledge: model.KnowLabel}
}
func (store) Init(model.Self) state                      { return state{} }
func (store) Restart(_ model.Self, s state) state        { s.Client.Waits = false; return s }
func (store) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Client} }
func (a store) Ready(p model.Self, s state) model.Spontaneous {
	if p.Label() == 0 || s.Client.Waits || s.Client.Calls == a.calls {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Operations: 3}
}

func (a store) Step(p *model.Process[message], s state, in model.Input[message]) state {
	switch {
	case in.Kind == model.Invoke:
		s.Client = client{Calls: s.Client.Calls + 1, Operation: int(in.Operation), Waits: true}
		p.Send(0, message{Operation: s.Client.Operation})
	case p.Label() != 0:
		s.Client.Waits, s.Client.Value = false, in.Msg.Value
	case a.late:
		s.Value = max(s.Value, s.Next) // the fault; all values are at most 2
		s.Next = in.Msg.Operation
		p.Send(in.Port, message{Value: s.Value})
	case in.Msg.Operation == 0:
		p.Send(in.Port, message{Value: s.Value})
	default:
		s.Value = in.Msg.Operation
		p.Send(in.Port, message{})
	}
	return s
}

type (
	operation = object.RegisterOp[int]
	result    = object.Result[int]
	history   = object.History[operation, result]
)

func operationOf(number int) operation {
	if number == 0 {
		return object.Read[int]()
	}
	return object.Write(number)
}

func resultOf(c client) result {
	if c.Operation != 0 {
		return result{Ok: true}
	}
	return result{Value: c.Value, Ok: true}
}

// shown reads the history from the values that clients show.
func shown() object.Source[operation, result] {
	return object.Shown(func(h *history, p int, before, after client) {
		if after.Calls > before.Calls && after.Waits {
			h.Call(p, operationOf(after.Operation))
		}
		if before.Waits && !after.Waits {
			h.Return(p, resultOf(after))
		}
	})
}

// told reads it of events.
func told() object.Source[operation, result] {
	return object.Told(func(h *history, s properties.Step) {
		p := s.Event.Process
		if s.Event.StepKind() == model.Invoke {
			h.Call(p, operationOf(s.Event.Operation))
			return
		}
		before, _ := properties.OwnOf[client](s.Before.Status(p))
		if after, ok := properties.OwnOf[client](s.After.Status(p)); ok && before.Waits && !after.Waits {
			h.Return(p, resultOf(after))
		}
	})
}

func system(t *testing.T, a store, n int, f model.Faults) *model.System {
	t.Helper()
	labels := slices.Repeat([]int{1}, n)
	labels[0] = 0
	s, err := model.New(a, model.Network{Topology: model.Star, N: n, Labels: labels, Faults: f})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestStore checks a register at one process by both consistencies, sources and engines, with and
// without reduction and symmetry.
func TestStore(t *testing.T) {
	for _, test := range []struct {
		a      store
		n      int
		faults model.Faults
		want   map[string]string // by property; the number of events of a violation
		reason string
	}{
		{store{calls: 1}, 3, model.Faults{}, map[string]string{"shown": "holds", "told": "holds", "sequential": "holds"}, "one process has one copy"},
		{store{calls: 2}, 3, model.Faults{}, map[string]string{"shown": "holds", "told": "holds", "sequential": "holds"}, "two calls each"},
		{store{calls: 1}, 3, model.Faults{Loss: 1}, map[string]string{"shown": "holds", "told": "holds", "sequential": "holds"}, "a call that never returns"},
		{store{calls: 1}, 3, model.Faults{Crash: 1}, map[string]string{"shown": "holds", "told": "holds", "sequential": "holds"}, "a call whose client is down may take effect, though it is never seen to return"},
		{store{calls: 2}, 2, model.Faults{Dup: 1}, map[string]string{"shown": "violated by 5", "told": "violated by 5", "sequential": "violated by 5"}, "an old write takes effect again"},
		{store{calls: 1, late: true}, 3, model.Faults{}, map[string]string{"shown": "holds", "told": "holds", "sequential": "holds"}, "the late write of one client comes first if the other calls"},
		{store{calls: 2, late: true}, 3, model.Faults{}, map[string]string{"shown": "violated by 9", "told": "violated by 9", "sequential": "holds"}, "a read misses a write that has returned, but has a place before it"},
	} {
		s := system(t, test.a, test.n, test.faults)
		list := []properties.Property{object.Linearizable(object.Register(0), shown()), object.Linearizable(object.Register(0), told()), object.SequentiallyConsistent(object.Register(0), shown())}
		list[0].Name, list[1].Name, list[2].Name = "shown", "told", "sequential"
		for _, o := range []checker.Options{
			{Properties: list, Search: checker.Search{Reduce: checker.NoReduction, Engine: checker.Explicit}},
			{Properties: list},
			{Properties: list[:1], Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}},
			{Properties: list[:1], Search: checker.Search{Engine: checker.Symbolic}},
		} {
			r, err := checker.Check(context.Background(), s, o)
			if err != nil {
				t.Fatalf("%s: %v", test.reason, err)
			}
			if o.Search.Symmetry && r.Complete && r.Symmetry != test.n-1 {
				t.Errorf("%s: %d renamings, want those of %d clients", test.reason, r.Symmetry, test.n-1)
			}
			got := map[string]string{}
			want := map[string]string{}
			for _, v := range r.Verdicts {
				if v.Property.IsWellFormed() {
					continue
				}
				text := v.Result.String()
				if v.Execution != nil {
					text += fmt.Sprintf(" by %d", len(v.Execution.Steps))
				}
				got[v.Property.Name], want[v.Property.Name] = text, test.want[v.Property.Name]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %+v: %s", test.reason, o.Search.Reduce, diff)
			}
		}
	}
}
