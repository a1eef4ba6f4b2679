package queue

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// talking is a request whose tasks exchange messages of some bytes in rounds. The result of each is a sum over what it was told.
type talking struct {
	*counted
	queue  *Queue
	rounds int
	pause  time.Duration
	lies   *atomic.Bool // messages are other ones
	fails  int          // the task that fails after the first round; -1: none
}

func newTalking(name string, tasks, rounds, size int) *talking {
	return &talking{counted: newCounted(name, tasks, size), rounds: rounds, lies: &atomic.Bool{}, fails: -1}
}

func (r *talking) Run(ctx context.Context, i int, w io.Writer) error {
	r.runs[i].Add(1)
	p, sum := r.queue.Part(r, i), fnv.New64()
	for round := range r.rounds {
		sleep(ctx, r.pause)
		var out [][]byte
		for to := range r.tasks {
			out = append(out, []byte(fmt.Sprintf("%d %d %d %x %t", i, to, round, sum.Sum(nil), r.lies.Load())+strings.Repeat(fmt.Sprint(round), r.size)))
		}
		in, err := p.Exchange(ctx, out)
		if err != nil {
			return err
		}
		for from, data := range in {
			if from != i && !strings.HasPrefix(string(data), fmt.Sprintf("%d %d %d ", from, i, round)) {
				return fmt.Errorf("task %d was told %q in round %d by task %d", i, data[:20], round, from)
			}
			sum.Write(data)
		}
		if i == r.fails {
			return errors.New("it cannot be done")
		}
	}
	_, err := fmt.Fprintf(w, "%x", sum.Sum(nil))
	return err
}

// talk has a request done by workers with queues of their own, and returns its results.
func (p *place) talk(r *talking) (results [][]byte, err error) {
	ctx, stop := context.WithTimeout(p.t.Context(), 30*time.Second)
	defer stop()
	results, _, err = p.open().Collect(ctx, r)
	return results, err
}

// work starts a worker for a request of talking tasks.
func (p *place) work(r *talking, atOnce int) (stop func()) {
	q := p.open()
	q.Silence = 300 * time.Millisecond
	r.queue = q
	return p.worker(q, r, atOnce)
}

// TestPartsExchangeMessages says that tasks are told what the others have sent them, in small messages and in large ones, whoever does them, and that
// nothing stays on the server.
func TestPartsExchangeMessages(t *testing.T) {
	p := newPlace(t)
	for _, size := range []int{1, 3_000_000} {
		var want string
		for i, workers := range []int{1, 3} {
			r := newTalking(fmt.Sprint("talks", size, i), 3, 3, size)
			for range workers {
				defer p.work(r, 3/workers)()
			}
			results, err := p.talk(r)
			if err != nil {
				t.Fatalf("%v; %q", err, p.lines)
			}
			if got := fmt.Sprintf("%s", results); want == "" {
				want = got
			} else if got != want {
				t.Errorf("size %d: with three workers %s, with one %s", size, got, want)
			}
			q := p.open()
			if err := q.Forget(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.isEmpty(p.open())
	stream, err := p.open().exchanges(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if info, err := stream.Info(t.Context()); err != nil || info.State.Msgs > 0 {
		t.Errorf("%d messages are left, %v", info.State.Msgs, err)
	}
}

// TestAPartBeginsAgain lets a worker end in the middle of its part, and says that another one begins it again, and that the results are the same.
func TestAPartBeginsAgain(t *testing.T) {
	p := newPlace(t)
	calm := newTalking("again", 2, 6, 10)
	p.work(calm, 2)
	want, err := p.talk(calm)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.open().Forget(t.Context(), calm); err != nil {
		t.Fatal(err)
	}
	other := newTalking("again", 2, 6, 10)
	other.fingerprint = "f2" // another program, so that calm's worker does not take it
	other.pause = 60 * time.Millisecond
	leave := p.work(other, 1)
	p.work(other, 1)
	ended := make(chan error)
	var got [][]byte
	go func() {
		var err error
		got, err = p.talk(other)
		ended <- err
	}()
	waitFor(t, func() bool { return other.runs[0].Load() > 0 && other.runs[1].Load() > 0 })
	time.Sleep(150 * time.Millisecond)
	leave()
	p.work(other, 1)
	if err := <-ended; err != nil {
		t.Fatalf("%v; %q", err, p.lines)
	}
	if a, b := fmt.Sprintf("%s", got), fmt.Sprintf("%s", want); a != b {
		t.Errorf("results %s, want %s", a, b)
	}
	if runs := other.runs[0].Load() + other.runs[1].Load(); runs != 3 {
		t.Errorf("parts were begun %d times, want 3", runs)
	}
}

// TestPartsThatFail says what the others are told if a part fails, if it does otherwise when it is done again, or if nobody wants the request any more.
func TestPartsThatFail(t *testing.T) {
	p := newPlace(t)
	r := newTalking("fails", 2, 3, 1)
	r.fails = 1
	p.work(r, 2)
	if _, err := p.talk(r); err == nil || !strings.Contains(err.Error(), "it cannot be done") {
		t.Errorf("error %v", err)
	}

	q := p.open()
	liar := newTalking("lies", 2, 1, 1)
	liar.queue = q
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	c := &collector{Queue: q, request: liar, first: messageOf(liar), results: make([][]byte, 2), changed: time.Now()}
	if err := c.publish(ctx, 0); err != nil {
		t.Fatal(err)
	}
	impatient, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	if err := liar.Run(impatient, 0, io.Discard); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("alone it ends with %v", err)
	}
	liar.lies.Store(true)
	if err := liar.Run(ctx, 0, io.Discard); !errors.Is(err, errOther) {
		t.Errorf("with other messages it ends with %v", err)
	}
	liar.lies.Store(false)
	go func() {
		time.Sleep(100 * time.Millisecond)
		c.leave()
	}()
	if err := liar.Run(ctx, 0, io.Discard); !errors.Is(err, errWithdrawn) {
		t.Errorf("withdrawn it ends with %v", err)
	}
}
