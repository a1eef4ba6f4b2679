package runner_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/itairodeh"
	"github.com/interrex/interrex/protocols/raft"
)

// A network connects processes of one program, without a wire. Each link is fifo.
type network struct {
	system    *model.System
	processes []*runner.Process
	inFlight  sync.WaitGroup
	links     map[int]chan any
	running   sync.WaitGroup
}

// end is the transport of one process.
type end struct {
	network *network
	process int
}

func (e end) Send(_ context.Context, q model.Port, msg any) error {
	e.network.inFlight.Add(1)
	e.network.links[e.network.system.Semantics().OutLink(e.process, q)] <- msg
	return nil
}

// start runs all processes until ctx ends.
func start(t *testing.T, ctx context.Context, s *model.System, o func(p int) runner.Options) *network {
	t.Helper()
	w := &network{system: s, links: map[int]chan any{}}
	for p := range s.Network().N {
		options := o(p)
		options.System, options.Process, options.Transport = s, p, end{w, p}
		r, err := runner.New(options)
		if err != nil {
			t.Fatal(err)
		}
		w.processes = append(w.processes, r)
	}
	for i := range s.Links() {
		w.links[i] = make(chan any, 1000)
	}
	for i, l := range s.Links() {
		link := w.links[i]
		w.running.Go(func() {
			for msg := range link {
				w.processes[l.To].Deliver(context.Background(), l.ToPort, msg)
				w.inFlight.Done()
			}
		})
	}
	for _, r := range w.processes {
		w.running.Go(func() {
			if err := r.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	return w
}

// wake wakes all processes that no message has woken.
func (w *network) wake(ctx context.Context) {
	for _, r := range w.processes {
		r.Take(ctx, runner.Input{Kind: model.Wake})
	}
}

// close ends the links and waits for the processes, once ctx has ended.
func (w *network) close() {
	w.inFlight.Wait()
	for _, link := range w.links {
		close(link)
	}
	w.running.Wait()
}

func system[L, M comparable](t *testing.T, a model.Algorithm[L, M], net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check validates logs, and returns their lines.
func check(t *testing.T, s *model.System, logs ...*bytes.Buffer) (lines []validate.Line) {
	t.Helper()
	for p, log := range logs {
		more, err := validate.Read(fmt.Sprintf("p%d.log", p), log)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, more...)
	}
	result, err := validate.Log(t.Context(), s, lines, validate.Options{})
	if err != nil || result.Verdict != validate.Valid {
		t.Errorf("%v\n%s", err, result.Text())
	}
	return lines
}

// checkTimes says that the times of the lines matter: with the first timeout much later, the
// log is not valid.
func checkTimes(t *testing.T, s *model.System, lines []validate.Line) {
	t.Helper()
	first := slices.IndexFunc(lines, func(l validate.Line) bool { return l.Event == model.Timeout.String() })
	if first < 0 {
		t.Fatal("no timer has run out")
	}
	for i := range lines[first:] {
		if l := &lines[first+i]; l.Process == lines[first].Process {
			l.Time = new(*l.Time + 100)
		}
	}
	result, err := validate.Log(t.Context(), s, lines, validate.Options{})
	if err != nil || result.Verdict != validate.Invalid {
		t.Errorf("a timeout that is 100 ticks late: %v, %v", result.Verdict, err)
	}
}

func TestLogIsValid(t *testing.T) {
	ring := model.Network{Topology: model.Ring, N: 4, IDs: []model.ID{3, 1, 4, 2}}
	for _, c := range []struct {
		system *model.System
		reason string
	}{
		{system(t, afa.Algorithm{Fixes: ^errata.Fixes(0)}, ring), "messages only"},
		{system(t, itairodeh.Algorithm{}, model.Network{Topology: model.UnidirectionalRing, N: 3}), "choices"},
		{system(t, raft.Algorithm{Fixes: ^errata.Fixes(0), MaxTerm: 6}, model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{1, 2, 3}}), "timers"},
		{timed(t), "timers, and lines with times"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			tick, origin := 2*time.Millisecond, time.Time{}
			if c.system.Network().Timing == model.Bounded {
				tick, origin = 50*time.Millisecond, time.Now() // a message takes less than a tick, even on a machine that is busy
			}
			ctx, cancel := context.WithCancel(t.Context())
			logs := make([]*bytes.Buffer, c.system.Network().N)
			w := start(t, ctx, c.system, func(p int) runner.Options {
				logs[p] = &bytes.Buffer{}
				return runner.Options{Log: logs[p], Seed: 7, Tick: tick, Origin: origin}
			})
			w.wake(ctx)
			deadline := time.After(20 * time.Second)
			for !elected(w) {
				select {
				case <-deadline:
					t.Fatal("nobody is elected")
				case <-time.After(time.Millisecond):
				}
			}
			w.inFlight.Wait()
			cancel()
			w.close()
			lines := check(t, c.system, logs...)
			if c.system.Network().Timing == model.Bounded {
				checkTimes(t, c.system, lines)
			}
		})
	}
}

// timed is Raft in timing bounded.
func timed(t *testing.T) *model.System {
	return system(t, raft.Algorithm{Fixes: ^errata.Fixes(0), MaxTerm: 6}, model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{1, 2, 3},
		Timing: model.Bounded, Delay: 2})
}

func elected(w *network) bool {
	for _, r := range w.processes {
		if r.Status().Role == model.Won {
			return true
		}
	}
	return false
}

// TestVoteSurvives stops a process of Raft that has voted, and starts it again from a log whose
// last line is torn: with E4 fixed it has its vote, otherwise it votes again.
func TestVoteSurvives(t *testing.T) {
	for _, c := range []struct {
		fixes  errata.Fixes
		votes  int
		reason string
	}{
		{^errata.Fixes(0), 1, "term and vote survive"},
		{^errata.Fixes(0) &^ errata.Fix(raft.Persist), 2, "E4: they do not"},
	} {
		t.Run(c.reason, func(t *testing.T) {
			net := model.Network{Topology: model.CompleteByID, N: 3, IDs: []model.ID{1, 2, 3}, Faults: model.Faults{Crash: 1, Restart: 1}}
			s := system(t, raft.Algorithm{Fixes: c.fixes, MaxTerm: 6}, net)
			log := &bytes.Buffer{}
			sent := sends{}
			first := run(t, s, runner.Options{Log: log, Manual: true}, &sent)
			first.ask(t, 1)
			first.stop()
			whole := log.String()
			record, err := runner.ReadRecord("p0.log", strings.NewReader(whole+`{"process":0,"ev`))
			if err != nil || int(record.Whole) != len(whole) {
				t.Fatalf("%d bytes are whole, want %d; %v", record.Whole, len(whole), err)
			}
			second := run(t, s, runner.Options{Log: log, Resume: record, Manual: true}, &sent)
			second.ask(t, 2)
			second.stop()
			if got := strings.Count(strings.Join(sent.texts(), " "), "VOTE"); got != c.votes {
				t.Errorf("%d votes in one term, want %d: %v", got, c.votes, sent.texts())
			}
		})
	}
}

// sends is a transport that notes the messages that are sent.
type sends struct {
	mu   sync.Mutex
	list []string
}

func (s *sends) Send(_ context.Context, _ model.Port, msg any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, fmt.Sprint(msg))
	return nil
}

func (s *sends) texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

// one is process 0 while it runs alone.
type one struct {
	*runner.Process
	stop func()
}

func run(t *testing.T, s *model.System, o runner.Options, transport runner.Transport) one {
	t.Helper()
	o.System, o.Transport = s, transport
	r, err := runner.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- r.Run(ctx) }()
	return one{r, func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}}
}

// ask delivers the vote request of a candidate in term 1.
func (o one) ask(t *testing.T, q model.Port) {
	t.Helper()
	if err := o.Deliver(t.Context(), q, raft.Message{Kind: raft.Request, Term: 1}); err != nil {
		t.Fatal(err)
	}
}

func TestRefused(t *testing.T) {
	ring := model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{1, 2}}
	s := system(t, afa.Algorithm{}, ring)
	for _, c := range []struct {
		o    runner.Options
		want string
	}{
		{runner.Options{}, "no system or no transport; allowed: both"},
		{runner.Options{System: s, Transport: &sends{}, Process: 2}, "process 2 is not in 0..1"},
		{runner.Options{System: s, Transport: &sends{}, Resume: &runner.Record{}}, "no method Restart"},
	} {
		if _, err := runner.New(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	r := run(t, s, runner.Options{}, &sends{})
	if err := r.Take(t.Context(), runner.Input{Kind: model.Timeout}); err == nil || !strings.Contains(err.Error(), "does not react to timeout now") {
		t.Errorf("a timeout that is not set: %v", err)
	}
	if err := r.Deliver(t.Context(), 5, afa.Message{}); err == nil || !strings.Contains(err.Error(), "no port 5; allowed: 0..1") {
		t.Errorf("a port that does not exist: %v", err)
	}
	r.stop()
	if err := r.Deliver(t.Context(), 0, afa.Message{}); !errors.Is(err, runner.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
}

func TestMessageIsWritten(t *testing.T) {
	s := system(t, afa.Algorithm{}, model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{1, 2}})
	for _, m := range []afa.Message{{}, {Kind: afa.EM, ID: 1}, {Kind: afa.TM, ID: 1 << 30}} {
		data, err := runner.EncodeMessage(s, m)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := runner.DecodeMessage(s, data); err != nil || back != m {
			t.Errorf("%v comes back as %v, %v", m, back, err)
		}
	}
	if _, err := runner.DecodeMessage(s, []byte(`"x"`)); err == nil {
		t.Error("a text has been read as a message")
	}
}
