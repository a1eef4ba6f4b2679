package queue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A Worker does tasks of its own program.
type Worker struct {
	Program, Fingerprint string
	Divide               func(ctx context.Context, line []string) (Request, error) // divides a request of this program
	AtOnce               int                                                       // tasks that are done at the same time; at least 1
	MaxIdle              time.Duration                                             // it ends after so long without a task; 0: never

	mu       sync.Mutex // guards all below
	divided  []known    // requests, the last used at the end
	busy     int
	lastBusy time.Time
	foreign  string // other programs of which tasks wait, as they were told last
}

// known is a request that was divided.
type known struct {
	id      string
	request Request
}

// mostKnown is how many requests a worker keeps divided.
const mostKnown = 4

// Work does tasks until ctx ends, or the worker was idle for too long. A task that is not done by then is given back.
func (q *Queue) Work(ctx context.Context, w *Worker) error {
	w.lastBusy = time.Now()
	consumer, err := q.consumer(ctx, w)
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	for range w.AtOnce {
		all.Go(func() {
			from := consumer
			for ctx.Err() == nil && !w.isIdle() {
				if err := q.next(ctx, w, from); err != nil && ctx.Err() == nil {
					sleep(ctx, 100*time.Millisecond)
					if again, err := q.consumer(ctx, w); err == nil { // the server may have been started again
						from = again
					}
				}
			}
		})
	}
	all.Wait()
	return nil
}

// isIdle reports whether the worker had nothing to do for too long.
func (w *Worker) isIdle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.MaxIdle > 0 && w.busy == 0 && time.Since(w.lastBusy) > w.MaxIdle
}

func (w *Worker) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy++
}

func (w *Worker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy--
	w.lastBusy = time.Now()
}

// consumer returns the consumer that the workers of this program share.
func (q *Queue) consumer(ctx context.Context, w *Worker) (jetstream.Consumer, error) {
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	tasks, _, err := q.streams(ctx)
	if err != nil {
		return nil, err
	}
	return tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workersOf(w.Fingerprint), FilterSubject: taskPrefix + w.Fingerprint + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.Silence, MaxDeliver: -1,
	})
}

// next does the next task, if there is one within some seconds.
func (q *Queue) next(ctx context.Context, w *Worker, from jetstream.Consumer) error {
	wait := 2 * time.Second // as a server that starts again forgets who waits
	if w.MaxIdle > 0 {
		wait = min(wait, w.MaxIdle)
	}
	until, stop := context.WithTimeout(ctx, wait)
	defer stop()
	msg, err := from.Next(jetstream.FetchContext(until))
	if err != nil {
		q.lookAround(ctx, w)
		return err
	}
	w.begin()
	defer w.end()
	return q.handle(ctx, w, msg)
}

// lookAround says which other programs have tasks on the server.
func (q *Queue) lookAround(ctx context.Context, w *Worker) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	tasks, _, err := q.streams(ctx)
	if err != nil {
		return
	}
	list, err := subjects(ctx, tasks, taskPrefix+">")
	if err != nil {
		return
	}
	var others []string
	for _, s := range list {
		fingerprint, _, _ := strings.Cut(strings.TrimPrefix(s, taskPrefix), ".")
		if fingerprint != w.Fingerprint && !slices.Contains(others, fingerprint) {
			others = append(others, fingerprint)
		}
	}
	text := strings.Join(others, ", ")
	w.mu.Lock()
	told := text == w.foreign
	w.foreign = text
	w.mu.Unlock()
	if !told && text != "" {
		q.log("tasks of other programs wait, with fingerprint %s; this is %s, fingerprint %s, and takes none of them", text, w.Program, w.Fingerprint)
	}
}

// handle does the task of a message, and acknowledges it when its result is on the server.
func (q *Queue) handle(ctx context.Context, w *Worker, msg jetstream.Msg) error {
	var m message
	if err := json.Unmarshal(msg.Data(), &m); err != nil || m.taskSubject() != msg.Subject() || m.Fingerprint != w.Fingerprint {
		q.log("a message at %s is refused: it is no task of this program: %s, fingerprint %s", msg.Subject(), w.Program, w.Fingerprint)
		return msg.TermWithReason("no task of this program")
	}
	if about, err := msg.Metadata(); err == nil && about.NumDelivered > 1 {
		q.log("task %d of %d of %q: delivery %d; an earlier worker has not finished it", m.Task+1, m.Of, strings.Join(m.Line, " "), about.NumDelivered)
	}
	if _, results, err := q.streams(ctx); err == nil { // done by a worker whose acknowledgement was lost
		if _, err := results.GetLastMsgForSubject(ctx, m.resultSubject()); err == nil {
			return msg.Ack()
		}
	}
	defer q.stayAlive(msg)()
	result, failed := w.do(ctx, m)
	if ctx.Err() != nil {
		return msg.Nak() // others do it at once
	}
	if errors.Is(failed, errWithdrawn) {
		return failed // nobody wants a result
	}
	if err := q.insist(ctx, func() error { return q.deliver(ctx, m, result, failed) }); err != nil {
		return errors.Join(err, msg.Nak())
	}
	return msg.Ack()
}

// insists is how long a worker tries to deliver a result, as the server may be starting again.
const insists = time.Minute

// insist calls a function until it returns no error, for some time.
func (q *Queue) insist(ctx context.Context, try func() error) error {
	for began := time.Now(); ; {
		err := try()
		var last final
		if errors.As(err, &last) {
			return err
		}
		if err == nil || ctx.Err() != nil || time.Since(began) > insists {
			return err
		}
		sleep(ctx, 100*time.Millisecond)
	}
}

// stayAlive tells the server that the worker is at work on a task, until the function that it returns is called.
func (q *Queue) stayAlive(msg jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	go func() {
		ticks := time.NewTicker(q.Silence / 3)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
				msg.InProgress() // lost if the server is away: then the task is delivered again
			}
		}
	}()
	return func() { close(done) }
}

// do does a task.
func (w *Worker) do(ctx context.Context, m message) (result []byte, err error) {
	r, err := w.request(ctx, m)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := r.Run(ctx, m.Task, &b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// request returns the request of a task, divided.
func (w *Worker) request(ctx context.Context, m message) (Request, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := m.id()
	if m.Task < 0 || m.Task >= m.Of {
		return nil, fmt.Errorf("there is no task %d of %d", m.Task+1, m.Of)
	}
	if at := slices.IndexFunc(w.divided, func(k known) bool { return k.id == id }); at >= 0 {
		k := w.divided[at]
		w.divided = append(slices.Delete(w.divided, at, at+1), k)
		return k.request, nil
	}
	r, err := w.Divide(ctx, m.Line)
	if err != nil {
		return nil, err
	}
	if r.Len() != m.Of {
		return nil, fmt.Errorf("the worker divides the request into %d tasks, not %d", r.Len(), m.Of)
	}
	if len(w.divided) == mostKnown {
		w.divided = slices.Delete(w.divided, 0, 1)
	}
	w.divided = append(w.divided, known{id, r})
	return r, nil
}
