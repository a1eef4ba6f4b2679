package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// counted is a request whose tasks count how often they are done. The result of a task is its number, many times.
type counted struct {
	fingerprint string
	name        string
	tasks, size int
	each        time.Duration
	fails       int // the task that cannot be done; -1: none
	runs        *[64]atomic.Int64
}

func newCounted(name string, tasks, size int) *counted {
	return &counted{fingerprint: "f1", name: name, tasks: tasks, size: size, fails: -1, runs: &[64]atomic.Int64{}}
}

func (c *counted) Line() []string            { return []string{"check", c.name} }
func (c *counted) Program() (string, string) { return "version", c.fingerprint }
func (c *counted) Len() int                  { return c.tasks }
func (c *counted) Title(i int) string        { return fmt.Sprint(c.name, i) }

func (c *counted) Run(ctx context.Context, i int, w io.Writer) error {
	c.runs[i].Add(1)
	sleep(ctx, c.each)
	if i == c.fails {
		return errors.New("it cannot be done")
	}
	random := rand.New(rand.NewPCG(uint64(i), uint64(c.size))) // so that it does not get smaller
	for range c.size {
		if _, err := fmt.Fprintf(w, "%d %d\n", i, random.Uint64()); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// want returns the results of all tasks.
func (c *counted) want(t *testing.T) (list []string) {
	t.Helper()
	other := newCounted(c.name, c.tasks, c.size)
	for i := range c.tasks {
		var b strings.Builder
		if err := other.Run(t.Context(), i, &b); err != nil {
			t.Fatal(err)
		}
		list = append(list, b.String())
	}
	return list
}

// A place is a server, which may be started again with the same files or without.
type place struct {
	t       *testing.T
	folder  string
	address string
	server  *server.Server
	mu      sync.Mutex // guards lines
	lines   []string
}

func newPlace(t *testing.T) *place {
	p := &place{t: t, folder: t.TempDir(), address: "127.0.0.1:0"}
	p.start()
	at, err := url.Parse(p.server.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	p.address = at.Host
	t.Cleanup(p.stop)
	return p
}

func (p *place) start() {
	p.t.Helper()
	var err error
	if p.server, _, err = Embed(p.folder, p.address); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) stop() {
	p.server.Shutdown()
	p.server.WaitForShutdown()
}

// open connects to the server.
func (p *place) open(options ...nats.Option) *Queue {
	p.t.Helper()
	q, err := Open("nats://"+p.address, p.log, options...)
	if err != nil {
		p.t.Fatal(err)
	}
	q.patient = 100 * time.Millisecond
	p.t.Cleanup(q.Close)
	return q
}

func (p *place) log(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
}

// said reports whether some line has a text.
func (p *place) said(text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.lines, func(line string) bool { return strings.Contains(line, text) })
}

// worker starts a worker for a request, which ends with the test or when stop is called.
func (p *place) worker(q *Queue, r Request, atOnce int) (stop func()) {
	_, fingerprint := r.Program()
	ctx, cancel := context.WithCancel(p.t.Context())
	ended := make(chan struct{})
	w := &Worker{Program: "version", Fingerprint: fingerprint, AtOnce: atOnce, Divide: func(context.Context, []string) (Request, error) { return r, nil }}
	go func() {
		defer close(ended)
		if err := q.Work(ctx, w); err != nil && ctx.Err() == nil {
			p.t.Error(err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	p.t.Cleanup(stop)
	return stop
}

// collect returns the results of a request, which are to be those of its tasks.
func (p *place) collect(q *Queue, r *counted) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.t.Context(), 30*time.Second)
	defer stop()
	results, _, err := q.Collect(ctx, r)
	if err != nil {
		p.t.Fatalf("%v; lines: %q", err, p.lines)
	}
	for i, want := range r.want(p.t) {
		if string(results[i]) != want {
			p.t.Fatalf("task %d: a result of %d bytes, want %d", i, len(results[i]), len(want))
		}
	}
}

// TestResultsAreThoseOfTheTasks says that each task is done once by one worker or several, for results that are messages and for larger ones,
// and that nothing stays on the server.
func TestResultsAreThoseOfTheTasks(t *testing.T) {
	p := newPlace(t)
	for _, size := range []int{1, 30_000} { // 30,000 lines are more than a message has
		r := newCounted(fmt.Sprint("size", size), 7, size)
		q := p.open()
		stops := []func(){p.worker(q, r, 1), p.worker(p.open(), r, 2)}
		for range 2 { // the same request again
			r.runs = &[64]atomic.Int64{}
			p.collect(q, r)
			for i := range r.tasks {
				if n := r.runs[i].Load(); n != 1 {
					t.Errorf("size %d: task %d was done %d times", size, i, n)
				}
			}
			if err := q.Forget(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		for _, stop := range stops {
			stop()
		}
		p.isEmpty(q)
	}
}

// isEmpty says that the server has no task and no result.
func (p *place) isEmpty(q *Queue) {
	p.t.Helper()
	for _, name := range []string{taskStream, resultStream} {
		s, err := q.js.Stream(p.t.Context(), name)
		if err != nil {
			p.t.Fatal(err)
		}
		if left := s.CachedInfo().State.Msgs; left != 0 {
			p.t.Errorf("%d messages are left in %s", left, name)
		}
	}
	store, err := q.objects(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	if list, err := store.List(p.t.Context()); err == nil {
		p.t.Errorf("%d objects are left", len(list))
	}
}

// TestWorkersMayFail says that the results are the same if a worker ends in the middle of a task, is silent for longer than the server waits, or
// finishes a task that another one has done by then.
func TestWorkersMayFail(t *testing.T) {
	p := newPlace(t)
	r := newCounted("fails", 5, 1)
	r.each = 50 * time.Millisecond
	slow := newCounted("fails", 5, 1) // a worker that is silent: it never says that it is at work
	slow.each = 900 * time.Millisecond
	silent := p.open()
	silent.Silence = time.Hour
	stop := p.worker(silent, slow, 2)
	q, other := p.open(), p.open()
	q.Silence, other.Silence = 300*time.Millisecond, 300*time.Millisecond
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.collect(q, r)
	}()
	waitFor(t, func() bool { return slow.runs[0].Load() > 0 })
	if _, err := q.consumer(t.Context(), &Worker{Fingerprint: "f1"}); err != nil { // with the short time again
		t.Fatal(err)
	}
	interrupted := p.worker(other, newCounted("fails", 5, 1), 1)
	interrupted()
	p.worker(other, r, 1)
	<-ended
	stop()
	if !p.said("an earlier worker has not finished it") {
		t.Errorf("no task was delivered again: %q", p.lines)
	}
}

func waitFor(t *testing.T, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); {
		if time.Now().After(deadline) {
			t.Fatal("it did not happen within 20 s")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestTheServerMayStartAgain says that the results are the same if the server ends and comes back, with its files or without them, and that
// a coordinator takes the results that an earlier one has left.
func TestTheServerMayStartAgain(t *testing.T) {
	p := newPlace(t)
	for _, keeps := range []bool{true, false} {
		r := newCounted(fmt.Sprint("keeps", keeps), 12, 1)
		r.each = 20 * time.Millisecond
		q := p.open()
		ctx, stop := context.WithCancel(t.Context())
		collected := make(chan int)
		go func() {
			_, known, _ := q.Collect(ctx, r)
			collected <- known
		}()
		leave := p.worker(p.open(), r, 1)
		waitFor(t, func() bool { return r.runs[3].Load() > 0 })
		p.stop()
		if !keeps {
			p.folder = t.TempDir()
		}
		p.start()
		waitFor(t, func() bool { return r.runs[6].Load() > 0 })
		stop()
		known := <-collected
		p.collect(p.open(), r)
		if keeps && (known == 0 || r.runs[0].Load() != 1) {
			t.Errorf("%d results were known, and the first task was done %d times", known, r.runs[0].Load())
		}
		leave()
	}
}

// TestTasksThatFail says that a task that cannot be done is an error, that no other task stays in the queue, and that the next call tries it
// again and needs no other.
func TestTasksThatFail(t *testing.T) {
	p := newPlace(t)
	q, r := p.open(), newCounted("fails", 3, 1)
	r.fails = 2
	p.worker(p.open(), r, 1)
	if _, known, err := q.Collect(t.Context(), r); err == nil || err.Error() != "task fails2: it cannot be done" {
		t.Fatalf("%d known, error %v", known, err)
	}
	r.fails = -1
	p.collect(q, r)
	for i, want := range []int64{1, 1, 2} {
		if got := r.runs[i].Load(); got != want {
			t.Errorf("task %d was done %d times, want %d", i, got, want)
		}
	}
}

// TestOtherProgramsAreRefused says that a worker does no task of another program, and that both sides say so.
func TestOtherProgramsAreRefused(t *testing.T) {
	p := newPlace(t)
	q, r := p.open(), newCounted("other", 2, 1)
	r.fingerprint = "f2"
	own := newCounted("own", 1, 1)
	p.worker(p.open(), own, 1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		q.Collect(ctx, r)
	}()
	waitFor(t, func() bool {
		return p.said("no worker takes the 2 tasks that are left; allowed: interrexd worker, of this program: version, fingerprint f2")
	})
	forged := nats.NewMsg(taskPrefix + "f1.0.0")
	forged.Data = []byte(`{"fingerprint":"f2","line":["check","own"],"of":1}`)
	if _, err := q.publishFirst(t.Context(), forged); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return p.said("a message at interrex.tasks.f1.0.0 is refused") })
	waitFor(t, func() bool {
		return p.said("tasks of other programs wait, with fingerprint f2; this is version, fingerprint f1")
	})
	stop()
	<-ended
	if own.runs[0].Load()+r.runs[0].Load() != 0 {
		t.Error("a task of another program was done")
	}
	wrong := messageOf(own)
	wrong.Of = 2
	w := &Worker{Divide: func(context.Context, []string) (Request, error) { return own, nil }}
	if _, err := w.request(t.Context(), wrong); err == nil || err.Error() != "the worker divides the request into 1 tasks, not 2" {
		t.Errorf("a request with other tasks: error %v", err)
	}
}

// TestDamagedResultsAreDoneAgain says that a result in which a byte is not as it was written is none.
func TestDamagedResultsAreDoneAgain(t *testing.T) {
	p := newPlace(t)
	q, r := p.open(), newCounted("damaged", 2, 9)
	if _, _, err := q.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, err := packed([]byte("0 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-6] ^= 4 // in the checksum
	m := messageOf(r)
	msg := nats.NewMsg(m.resultSubject())
	msg.Data = data
	if _, err := q.publishFirst(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
	m.Task = 1
	lost := nats.NewMsg(m.resultSubject())
	lost.Header.Set(objectHeader, "an object that is not there")
	if _, err := q.publishFirst(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	if _, err := q.objects(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.worker(p.open(), r, 1)
	p.collect(q, r)
	if !p.said("the result of task damaged0 is damaged") || !p.said("the result of task damaged1 is damaged") {
		t.Errorf("nobody says so: %q", p.lines)
	}
}

// TestIdleWorkersEnd says that a worker ends when it had nothing to do for as long as it was told.
func TestIdleWorkersEnd(t *testing.T) {
	p := newPlace(t)
	w := &Worker{Fingerprint: "f1", AtOnce: 2, MaxIdle: 50 * time.Millisecond}
	if err := p.open().Work(t.Context(), w); err != nil {
		t.Error(err)
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	for url, want := range map[string]string{
		"nats://host:4222": "nats://host:4222",
		"tls://me:secret@host:4222,nats://token@other": "tls://host:4222,nats://other",
	} {
		if got := withoutSecrets(url); got != want {
			t.Errorf("%s is shown as %s", url, got)
		}
	}
	if _, err := Open("nats://me:secret@127.0.0.1:1", nil); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("no server: error %v", err)
	}
}
