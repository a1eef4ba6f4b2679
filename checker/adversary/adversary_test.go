package adversary_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/adversary"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// ringOf returns the corrected algorithm of the catalogue on rings.
func ringOf(t *testing.T, name string) adversary.Ring {
	t.Helper()
	return ringWith(t, name, func(*model.Network) {})
}

// ringWith returns the corrected algorithm of the catalogue on changed rings.
func ringWith(t *testing.T, name string, change func(*model.Network)) adversary.Ring {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return func(ids []model.ID) (*model.System, error) {
		net := e.Network(len(ids))
		net.IDs = ids
		change(&net)
		return e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
	}
}

func ascending(n int) []model.ID {
	ids := make([]model.ID, n)
	for p := range ids {
		ids[p] = model.ID(p + 1)
	}
	return ids
}

func TestOpenSchedulesReachTheBound(t *testing.T) {
	for _, row := range []struct {
		algorithm string
		received  int // on 16 processes
		reason    string
	}{
		{"lcr", 64, "each greater half passes the lesser one, whose messages go nowhere: n^2/4"},
		{"awe", 120, "every identity goes as far as the open edge: n(n-1)/2"},
		{"hs", 125, "both directions"},
		{"franklin", 69, "both directions"},
		{"dkr", 56, "one direction"},
		{"peterson", 56, "the first value of each phase is the same as that of dkr"},
		{"afa", 64, "all awake, it is lcr"},
	} {
		ring := ringOf(t, row.algorithm)
		for n := 1; n <= 16; n *= 2 {
			o, err := adversary.Build(t.Context(), ring, ascending(n))
			if err != nil {
				t.Fatal(err)
			}
			if float64(o.Received) < adversary.Bound(n) {
				t.Errorf("%s, n=%d: %d messages are received, the bound is %v", row.algorithm, n, o.Received, adversary.Bound(n))
			}
			if n == 16 && o.Received != row.received {
				t.Errorf("%s, n=16: %d messages are received, want %d: %s", row.algorithm, o.Received, row.received, row.reason)
			}
			isOpen(t, ring, o)
		}
	}
}

// isOpen replays the schedule and follows the links of the system: nothing may
// arrive from the last process at the first, nor the other way round.
func isOpen(t *testing.T, ring adversary.Ring, o adversary.Open) {
	t.Helper()
	s, err := ring(o.IDs)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(model.Lasso{Stem: o.Schedule})
	if err != nil {
		t.Fatal(err)
	}
	received, last := 0, len(o.IDs)-1
	for _, y := range x.Steps {
		if y.Event.Kind != model.Receive {
			continue
		}
		received++
		for _, link := range s.Links() {
			arrives := link.To == y.Event.Process && link.ToPort == y.Event.Port
			forth := link.From == last && link.FromPort == 0
			back := link.From == 0 && link.FromPort == 1
			if arrives && (forth || back) {
				t.Errorf("%s, n=%d: %v crosses the open edge", s.Name(), len(o.IDs), y.Event)
			}
		}
	}
	if received != o.Received {
		t.Errorf("%s, n=%d: %d messages are received, the schedule says %d", s.Name(), len(o.IDs), received, o.Received)
	}
}

func TestCompleteElectsOne(t *testing.T) {
	for _, row := range []struct {
		algorithm string
		sent      int
		reason    string
	}{
		{"lcr", 29, "16 in the open schedule, 13 more until the termination message has gone around"},
		{"hs", 84, "both directions"},
	} {
		ring := ringOf(t, row.algorithm)
		o, err := adversary.Build(t.Context(), ring, ascending(8))
		if err != nil {
			t.Fatal(err)
		}
		x, err := adversary.Complete(t.Context(), ring, o)
		if err != nil {
			t.Fatal(err)
		}
		view := x.System.View(x.Last())
		winners := 0
		for _, s := range view.Status {
			if s.Role == model.Won {
				winners++
			}
		}
		if !view.Terminal || winners != 1 {
			t.Errorf("%s: terminal %t with %d winners, want a terminal configuration with one", row.algorithm, view.Terminal, winners)
		}
		if got := adversary.Sent(x); got != row.sent {
			t.Errorf("%s: %d messages are sent, want %d: %s", row.algorithm, got, row.sent, row.reason)
		}
	}
}

func TestBound(t *testing.T) {
	for n, want := range map[int]float64{1: 0, 2: 1, 4: 2.5, 8: 6.5, 16: 16.5, 256: 512.5} {
		if got := adversary.Bound(n); got != want {
			t.Errorf("M(%d) = %v, want %v", n, got, want)
		}
	}
}

// knowing is an algorithm that is not uniform: each process sends as many
// messages as there are processes.
type knowing struct {
	endless bool
	calls   *int // of Step; not nil: each sends how many there were, which is impure
}

func (knowing) Name() string                          { return "knowing" }
func (knowing) Init(model.Self) bool                  { return false }
func (knowing) Observe(model.Self, bool) model.Status { return model.Status{} }
func (knowing) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}

func (k knowing) Step(p *model.Process[int], _ bool, in model.Input[int]) bool {
	switch {
	case k.endless:
		p.Send(0, 1)
	case k.calls != nil && in.Kind == model.Wake:
		*k.calls++
		p.Send(0, *k.calls)
	case in.Kind == model.Wake:
		p.Send(0, p.N())
	}
	return true
}

func TestWhatTheProofAssumesIsReported(t *testing.T) {
	ring := func(k knowing) adversary.Ring {
		return func(ids []model.ID) (*model.System, error) {
			return model.New(k, model.Network{Topology: model.UnidirectionalRing, N: len(ids), IDs: ids, Grants: model.KnowN})
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, row := range []struct {
		ctx    context.Context
		ring   adversary.Ring
		n      int
		says   string
		reason string
	}{
		{t.Context(), ring(knowing{}), 4, "the schedule of 2 processes cannot happen in a ring of 4", "it knows n"},
		{t.Context(), ring(knowing{calls: new(int)}), 4, "a step is impure", "it counts its calls"},
		{t.Context(), ringOf(t, "lcr"), 3, "3 processes; allowed: a power of two", "the ring cannot be halved"},
		{t.Context(), ringOf(t, "lcr"), 0, "0 processes; allowed: a power of two", "nobody"},
		{stopped, ringOf(t, "lcr"), 4, context.Canceled.Error(), "interrupted"},
	} {
		_, err := adversary.Build(row.ctx, row.ring, ascending(row.n))
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: got error %v, want one with %q", row.reason, err, row.says)
		}
	}
	endless := ring(knowing{endless: true})
	o, err := adversary.Build(t.Context(), endless, ascending(2))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := adversary.Complete(t.Context(), endless, o); err == nil || !strings.Contains(err.Error(), "no end on a ring of 2") {
		t.Errorf("messages go around for ever: got error %v", err)
	}
	if _, err := adversary.Build(t.Context(), func([]model.ID) (*model.System, error) { return nil, errors.New("no ring") }, ascending(2)); err == nil {
		t.Error("no ring: no error")
	}
}
