package goroutines_test

import (
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

func two(order model.Order, faults model.Faults) model.Network {
	return model.Network{Topology: model.Star, N: 2, IDs: []model.ID{1, 2}, Order: order, Faults: faults, Wake: model.WakeSet{All: true}}
}

// outcomes returns all that the two have said where no execution goes on, in a fixed order.
func outcomes(t *testing.T, s *model.System) []string {
	t.Helper()
	var mu sync.Mutex
	met := map[string]bool{}
	notes := properties.NewAlways("notes", "every end is noted", func(v model.View) bool {
		dials, _ := v.Status[0].Own.(talk) // nil if it is down
		accepts, _ := v.Status[1].Own.(talk)
		if v.Terminal {
			mu.Lock()
			defer mu.Unlock()
			met[string(dials+accepts)] = true
		}
		return true
	})
	r := check(t, s, notes, properties.WellFormed())
	for _, v := range r.Verdicts {
		if v.Result != checker.Holds {
			t.Errorf("%s is %v: %s", v.Property.Name, v.Result, v.Note())
		}
	}
	return slices.Sorted(maps.Keys(met))
}

func inRounds(code *goroutines.Code, net *model.Network) {
	code.Time, code.Steps, net.Timing = goroutines.Rounds, 9, model.Lockstep
}

// TestConnections searches programs that talk over a connection, and compares all that may
// happen to the one that dials.
func TestConnections(t *testing.T) {
	for _, c := range []struct {
		name    string
		dials   func(k *talker, e endpoint)
		accepts func(k *talker, e endpoint, c net.Conn)
		change  func(code *goroutines.Code, net *model.Network)
		want    []string
		reason  string
	}{
		{"whole lines", asks("a", "bc", "d"), echo, nil, []string{"a;bc;d;nil"}, "bytes arrive once, in order, and then the end"},
		{"overtaken", asks("a", "bc", "d"), echo, func(code *goroutines.Code, net *model.Network) { code.Segment, net.Order = 3, model.Bag },
			[]string{"a;bc;d;nil"}, "segments that overtake others wait for these"},
		{"twice", asks("a"), echo, func(_ *goroutines.Code, net *model.Network) { net.Faults.Dup = 2 },
			[]string{"a;nil"}, "a segment that arrives twice is read once"},
		{"lost", asks("a"), echo, func(_ *goroutines.Code, net *model.Network) { net.Faults.Loss = 1 },
			[]string{"", "a;nil"}, "nobody learns of a lost segment: whoever reads waits for ever"},
		{"cut, with a deadline", patient, echo, func(code *goroutines.Code, net *model.Network) {
			inRounds(code, net)
			net.Faults.Cut = 1
		}, []string{" context deadline exceeded", " i/o timeout", "a;"}, "a deadline ends what a cut holds up"},
		{"no listener", asks("a"), echo, func(code *goroutines.Code, _ *model.Network) {
			start := code.Start
			code.Start = func(e endpoint) goroutines.Process {
				if e.ID() == 2 {
					return goroutines.Process{Observe: (&talker{}).status}
				}
				return start(e)
			}
		}, []string{" connection refused"}, "nobody listens"},
		{"a server that crashes", again, echo, func(_ *goroutines.Code, net *model.Network) {
			net.Faults = model.Faults{Crash: 1, Restart: 1}
			net.Victims = model.Victims{Crash: []int{1}}
		}, []string{"", " connection reset by peer", "a;", "a; connection reset by peer", "a;b;"}, "its connections end with it, and it says so when it is up again"},
		{"a client in two lives", reborn, counted, func(_ *goroutines.Code, net *model.Network) {
			net.Faults, net.Order, net.Victims.Crash = model.Faults{Crash: 1, Restart: 1}, model.Bag, []int{0}
		}, []string{"+", "1;1;+", "2;2;++"}, "no connection has bytes of two lives"},
		{"an impatient client", impatient, func(k *talker, _ endpoint, c net.Conn) {
			_, err := c.Read(make([]byte, 1))
			k.say("%v", reason(err))
		}, inRounds, []string{" context deadline exceeded connection reset by peer"}, "a connection that nobody waits for any more is reset"},
		{"full windows", floods, drowns, func(code *goroutines.Code, _ *model.Network) { code.Window = 3 },
			[]string{""}, "both write before they read, and neither window has room"},
		{"wide windows", floods, drowns, func(code *goroutines.Code, _ *model.Network) { code.Window = 4 },
			[]string{"pong"}, "the same with room for all"},
		{"a reader that is slow", asks("ab", "cd"), echo, func(code *goroutines.Code, net *model.Network) { code.Window, net.Order = 2, model.Bag },
			[]string{"ab;cd;nil"}, "credit lets a writer go on"},
		{"a short read", once, echo, func(code *goroutines.Code, _ *model.Network) { code.Segment = 2 },
			[]string{"ab"}, "a read returns a part of what was written"},
		{"no short read", once, echo, nil, []string{"abc"}, "one segment has all"},
		{"a server that closes", again, func(_ *talker, _ endpoint, c net.Conn) { _, _ = c.Read(make([]byte, 9)); _ = c.Close() }, nil,
			[]string{"EOF"}, "the end arrives"},
		{"bytes that nobody reads", again, func(_ *talker, _ endpoint, c net.Conn) { _, _ = c.Read(make([]byte, 1)); _ = c.Close() }, nil,
			[]string{" connection reset by peer"}, "the server closes before it has read all"},
		{"bytes for nobody", late, func(_ *talker, _ endpoint, c net.Conn) { _ = c.Close() }, inRounds,
			[]string{"EOF nil broken pipe"}, "the first write after the end succeeds, and the answer is a reset"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, net := talking("talk", c.dials, c.accepts), two(model.FIFO, model.Faults{})
			if c.change != nil {
				c.change(&code, &net)
			}
			a := algorithm(t, code)
			if got := outcomes(t, system(t, a, net)); !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.reason, got, c.want)
			}
			if left := a.Counts().Left; left > 0 {
				t.Errorf("%d bubbles have goroutines left", left)
			}
		})
	}
}

// TestLingeringRead says of a process that is stopped where it still reads.
func TestLingeringRead(t *testing.T) {
	code := talking("lingers", asks("a"), echo)
	code.Ends = time.Second
	v := check(t, system(t, algorithm(t, code), two(model.FIFO, model.Faults{})), goroutines.Endings()...).Verdicts[0]
	if v.Result != checker.Violated || !strings.Contains(counterexamples.Chart(*v.Execution), "lingers: chan receive in goroutines_test.echo (conn_programs_test.go:") {
		t.Errorf("%v by\n%s", v.Result, counterexamples.Chart(*v.Execution))
	}
}

// TestSelf connects a process with itself.
func TestSelf(t *testing.T) {
	code := talking("self", asks("a"), echo)
	start := code.Start
	code.Start = func(e endpoint) goroutines.Process {
		l := e.Listen()
		go func() {
			if c, err := l.Accept(); err == nil {
				echo(nil, e, c)
			}
		}()
		p := start(e)
		p.Stop = func() { _ = l.Close() }
		return p
	}
	net := model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}, Wake: model.WakeSet{All: true}}
	echoes := properties.NewReachable("echoes", "it hears itself", func(v model.View) bool { return v.Status[0].Own == talk("a;nil") })
	if v := check(t, system(t, algorithm(t, code), net), echoes).Verdicts[0]; v.Result != checker.Holds || length(v) != 4 {
		t.Errorf("%v in %d events, want a witness of 4", v.Result, length(v))
	}
}

// TestSegments counts the configurations of a program that sends four words: with one
// message for all that is written upon one input, and with messages of three bytes.
func TestSegments(t *testing.T) {
	for segment, want := range map[int]int64{0: 5, 3: 119} {
		code := talking("words", asks("a", "bc", "d"), echo)
		code.Segment = segment
		if got := check(t, system(t, algorithm(t, code), two(model.Bag, model.Faults{})), properties.WellFormed()).Configurations; got != want {
			t.Errorf("segments of %d bytes: %d configurations, want %d", segment, got, want)
		}
	}
}

// TestConnectionInWalk reads an answer in a walk, with messages in the order that is drawn.
func TestConnectionInWalk(t *testing.T) {
	code := talking("walks", asks("a", "bc", "d"), echo)
	code.Segment = 2
	a, r := algorithm(t, code), rand.New(rand.NewPCG(1, 2))
	for range 20 {
		said := talk("")
		w, err := a.Walk(goroutines.Walk{Network: two(model.Bag, model.Faults{Dup: 5}), Draw: r.IntN, Events: 20, Timely: time.Second, See: func(m goroutines.Moment) error {
			said = m.View.Status[0].Own.(talk)
			return nil
		}})
		if err != nil || said != "a;bc;d;nil" || w.Left != "" {
			t.Errorf("%v, %q, left %q after\n%v", err, said, w.Left, w)
		}
	}
}
