package checker_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// resident returns the bytes that the process holds.
func resident() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// roomFor returns a bound on memory that leaves about so many bytes for a check.
func roomFor(bytes int64) int64 {
	debug.FreeOSMemory()
	return (checker.HeldMemory() + bytes) * 10 / 9 // a check stops where a tenth is left, garbage aside
}

// endlessly has no bound on the size of a local state, a channel or a message, or
// on the outcomes of a step.
type endlessly struct{ grows string }

type grown struct {
	Count int
	Text  string
}

type token struct {
	Count int
	Text  string
}

func (t token) String() string { return fmt.Sprint("T", t.Count, t.Text) }

func (e endlessly) Name() string        { return "endless" }
func (endlessly) Init(model.Self) grown { return grown{} }
func (endlessly) Ready(model.Self, grown) model.Spontaneous {
	return model.Spontaneous{Timers: 1}
}
func (endlessly) Observe(model.Self, grown) model.Status { return model.Status{} }
func (e endlessly) Step(p *model.Process[token], s grown, in model.Input[token]) grown {
	switch e.grows {
	case "local states":
		s.Count++
	case "texts":
		s.Count++
		s.Text = strings.Repeat("x", 20_000) + fmt.Sprint(s.Count)
	case "channels":
		if in.Kind == model.Timeout {
			p.Send(0, token{})
		}
	case "messages":
		if in.Kind == model.Timeout && s.Count < 3 {
			p.Send(0, token{Text: "y"})
		} else {
			p.Send(0, token{in.Msg.Count + 1, strings.Repeat("y", 1000)})
		}
		s.Count = min(s.Count+1, 3)
	case "branching":
		s.Count = (s.Count*4000 + p.Choose(4000) + 1) & (1<<30 - 1)
	}
	return s
}

// overshoot returns the bytes that all processors may take between two looks at the memory,
// which are some milliseconds apart.
func overshoot() int64 { return int64(runtime.GOMAXPROCS(0)) * 32 << 20 }

// TestLimitsHoldWhereNothingEnds says that each engine stops at its limits, and
// names them, where one part of the system grows without end.
func TestLimitsHoldWhereNothingEnds(t *testing.T) {
	const (
		soon  = 10 * time.Millisecond
		late  = 10 * time.Second // of the processor, far more than a slow machine needs
		bytes = 8 << 20
	)
	for _, grows := range []string{"local states", "texts", "channels", "messages", "branching"} {
		orders := []model.Order{model.FIFO, model.Bag}
		if grows != "channels" && grows != "messages" || testing.Short() {
			orders = orders[:1]
		}
		for _, order := range orders {
			s, err := model.New(endlessly{grows}, model.Network{Topology: model.UnidirectionalRing, N: 2, Order: order})
			if err != nil {
				t.Fatal(err)
			}
			for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto} {
				for _, limit := range limitsOf(grows) {
					name := fmt.Sprintf("%s/%v/%v/%s", grows, order, engine, limit)
					t.Run(name, func(t *testing.T) { stops(t, s, engine, limit, soon, late, bytes) })
				}
			}
		}
	}
}

// limitsOf returns the limits that a test of endless growth sets. It takes long to
// fill the rest of the memory with small values, most of all under the race
// detector: only the long tests do so except with long texts and with channels.
func limitsOf(grows string) []string {
	if !checkertest.Long() && grows != "texts" && grows != "channels" {
		return []string{"max-time", "interrupted"}
	}
	return []string{"max-time", "max-memory", "interrupted"}
}

// TestRuntimeLimitIsABound says that the memory limit of the Go runtime
// (GOMEMLIMIT) ends a search like one of its own, and that the lower of the two
// is the one that counts.
func TestRuntimeLimitIsABound(t *testing.T) {
	s, err := model.New(endlessly{"texts"}, model.Network{Topology: model.UnidirectionalRing, N: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reason       string
		runtime, own int64
		want         string
	}{
		{"no bound of the search", 8 << 20, 0, "GOMEMLIMIT"},
		{"a higher bound of the search", 8 << 20, 1 << 30, "GOMEMLIMIT"},
		{"a lower bound of the search", 1 << 30, 8 << 20, "max-memory"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			own := int64(0)
			if c.own > 0 {
				own = roomFor(c.own)
			}
			before := debug.SetMemoryLimit(roomFor(c.runtime))
			defer debug.SetMemoryLimit(before)
			r, err := checker.Check(t.Context(), s, checker.Options{MaxMemory: own, MaxTime: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if r.Complete || !strings.HasPrefix(r.Stopped.String(), c.want+" ") {
				t.Errorf("complete %t, stopped by %q; want %s", r.Complete, r.Stopped, c.want)
			}
		})
	}
}

// limited returns the context and the options of a run with one limit.
func limited(t *testing.T, o checker.Options, limit string, soon time.Duration, bytes int64) (context.Context, checker.Options) {
	switch limit {
	case "max-time":
		o.MaxTime = soon
	case "max-memory":
		o.MaxMemory = roomFor(bytes)
	default:
		ctx, cancel := context.WithTimeout(t.Context(), soon)
		t.Cleanup(cancel)
		return ctx, o
	}
	return t.Context(), o
}

// TestMeasureObeysLimits says that exact extremes are given up at each limit, with
// an error that names it, where one part of the system grows without end.
func TestMeasureObeysLimits(t *testing.T) {
	const late = 10 * time.Second // of the processor
	for _, grows := range []string{"local states", "texts", "channels", "messages", "branching"} {
		s, err := model.New(endlessly{grows}, model.Network{Topology: model.UnidirectionalRing, N: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic} {
			for _, limit := range limitsOf(grows) {
				ctx, o := limited(t, checker.Options{Search: checker.Search{Engine: engine}}, limit, 10*time.Millisecond, 8<<20)
				began := cpu(t)
				x, err := checker.Measure(ctx, s, checker.Messages, o)
				held, took := resident(), cpu(t)-began
				if want := "endless: the search was cut short: " + limit; !errors.Is(err, checker.ErrCutShort) || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s, %v, %s: got %+v, %v, want %s", grows, engine, limit, x, err, want)
				}
				if o.MaxMemory == 0 && took > late { // the rest of the memory is filled as fast as it goes
					t.Errorf("%s, %v, %s: it took %v", grows, engine, limit, took)
				}
				if o.MaxMemory > 0 && held > o.MaxMemory+overshoot() {
					t.Errorf("%s, %v: the process holds %d bytes, bound %d", grows, engine, held, o.MaxMemory)
				}
			}
		}
	}
}

// TestMeasureInterruptedAnywhere says that extremes which are interrupted at any
// time are those that were asked for, or an error that names the interrupt.
func TestMeasureInterruptedAnywhere(t *testing.T) {
	acyclic := catalogued(t, "lcr", "printed", 4, func(*model.Network) error { return nil })
	cyclic := catalogued(t, "afa", "printed", 3, func(*model.Network) error { return nil })
	for _, test := range []struct {
		system *model.System
		engine checker.Engine
		what   string
	}{
		{acyclic, checker.Explicit, "a graph without cycles"},
		{cyclic, checker.Explicit, "a graph with cycles"},
		{acyclic, checker.Symbolic, "diagrams"},
	} {
		all := &impatient{Context: t.Context(), patience: math.MaxInt}
		want, err := checker.Measure(all, test.system, checker.Messages, checker.Options{Search: checker.Search{Engine: test.engine}})
		if err != nil || all.asked < 20 {
			t.Fatalf("%s: whether to stop was asked %d times, error %v", test.what, all.asked, err)
		}
		cut := 0
		for patience := 0; patience < all.asked; patience += 1 + all.asked/40 {
			got, err := checker.Measure(&impatient{Context: t.Context(), patience: patience}, test.system, checker.Messages, checker.Options{Search: checker.Search{Engine: test.engine}})
			switch {
			case errors.Is(err, checker.ErrCutShort) && strings.HasSuffix(err.Error(), ": interrupted"):
				cut++
			case err != nil || got.Least != want.Least || got.Greatest != want.Greatest || got.Finite != want.Finite:
				t.Errorf("%s, interrupted after %d of %d: %+v, %v", test.what, patience, all.asked, got, err)
			}
		}
		if cut < 20 {
			t.Errorf("%s: interrupted %d times", test.what, cut)
		}
	}
}

func stops(t *testing.T, s *model.System, engine checker.Engine, limit string, soon, late time.Duration, bytes int64) {
	ctx, o := limited(t, checker.Options{Search: checker.Search{Engine: engine, Reduce: checker.NoReduction}, Properties: []properties.Property{properties.Uniqueness(), properties.Quiescence(), properties.MessagesAtMost(math.MaxInt32)}},
		limit, soon, bytes)
	began := cpu(t)
	r, err := checker.Check(ctx, s, o)
	if err != nil {
		t.Fatal(err)
	}
	held := resident()
	if r.Complete || !strings.HasPrefix(r.Stopped.String(), limit) {
		t.Errorf("complete=%t, stopped %q, want %s", r.Complete, r.Stopped, limit)
	}
	for _, v := range r.Verdicts {
		if v.Result != checker.Unknown || !strings.HasPrefix(v.Note(), limit) {
			t.Errorf("%s: %v (%s), want unknown because of %s", v.Property.Name, v.Result, v.Note(), limit)
		}
	}
	if took := cpu(t) - began; o.MaxMemory == 0 && took > late { // the rest of the memory is filled as fast as it goes
		t.Errorf("it took %v", took)
	}
	if o.MaxMemory > 0 && held > o.MaxMemory+overshoot() {
		t.Errorf("the process holds %d bytes, bound %d", held, o.MaxMemory)
	}
}

// TestInterruptedAnywhere interrupts a check at any time. It returns no error. Each
// of its verdicts equals that of an uninterrupted check, or is unknown and names
// the interrupt.
func TestInterruptedAnywhere(t *testing.T) {
	s := catalogued(t, "afa", "printed", 3, func(*model.Network) error { return nil })
	list := append(append(properties.Standard(properties.Least), properties.MessagesAtMost(3)), responses()...)
	for _, o := range []checker.Options{{}, {Search: checker.Search{Engine: checker.Symbolic}}, {Search: checker.Search{Reduce: checker.Confluent}}} {
		o.Properties, o.Fairness = list, model.Weak
		all := &impatient{Context: t.Context(), patience: math.MaxInt}
		want, err := checker.Check(all, s, o)
		if err != nil {
			t.Fatal(err)
		}
		if all.asked < 20 {
			t.Errorf("%v, %v: whether to stop was asked only %d times", o.Search.Engine, o.Search.Reduce, all.asked)
		}
		for patience := 0; patience < all.asked; patience += 1 + all.asked/40 {
			ctx := &impatient{Context: t.Context(), patience: patience}
			r, err := checker.Check(ctx, s, o)
			if err != nil {
				t.Fatalf("%v, %v, interrupted after %d of %d: %v", o.Search.Engine, o.Search.Reduce, patience, all.asked, err)
			}
			open := 0
			for i, v := range r.Verdicts {
				if v.Result == checker.Unknown && strings.HasPrefix(v.Note(), "interrupted") {
					open++
				} else if v.Minimal == checker.NotMinimised && v.Result == want.Verdicts[i].Result {
					continue // interrupted while a shorter execution was sought
				} else if got, want := verdictText(v), verdictText(want.Verdicts[i]); got != want {
					t.Errorf("%v, %v, interrupted after %d of %d: %s: got %s, want %s", o.Search.Engine, o.Search.Reduce, patience, all.asked, v.Property.Name, got, want)
				}
			}
			if open == 0 && patience < all.asked/2 {
				t.Errorf("%v, %v: nothing is left open after %d of %d", o.Search.Engine, o.Search.Reduce, patience, all.asked)
			}
		}
	}
}
