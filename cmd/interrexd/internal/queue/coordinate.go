package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A collector has the results of a request that are known so far.
type collector struct {
	*Queue
	request Request
	first   message // of the request
	results [][]byte
	known   int
	changed time.Time // when a result came last, or a task was taken
	warned  bool      // that nobody takes tasks
	said    error     // of the server, the last that was said
}

// Collect has the tasks of a request done and returns their results, in the order of the tasks. Results that an earlier call has left
// on the server are taken. If ctx ends first, it withdraws the tasks that nobody has begun, and returns how many results are known; they stay on the
// server for the next call. A result that was returned stays until Forget.
func (q *Queue) Collect(ctx context.Context, r Request) (results [][]byte, known int, err error) {
	c := &collector{Queue: q, request: r, first: messageOf(r), results: make([][]byte, r.Len()), changed: time.Now()}
	if err := c.clearFailures(ctx); err != nil {
		return nil, 0, err
	}
	started := time.Now()
	for c.known < len(c.results) {
		err := c.round(ctx)
		var failed *failure
		switch {
		case errors.As(err, &failed):
			c.leave()
			return nil, c.known, err
		case ctx.Err() != nil:
			c.leave()
			return nil, c.known, context.Cause(ctx)
		case err != nil && (c.said == nil || c.said.Error() != err.Error()):
			c.log("%v", err)
			c.said = err
		}
		if c.known < len(c.results) {
			sleep(ctx, min(max(time.Since(started)/20, 20*time.Millisecond), time.Second))
		}
	}
	return c.results, c.known, nil
}

// Forget removes the results of a request from the server.
func (q *Queue) Forget(ctx context.Context, r Request) error { return q.forget(ctx, messageOf(r)) }

// task returns the message of task i.
func (c *collector) task(i int) message {
	m := c.first
	m.Task = i
	return m
}

// clearFailures removes failures of an earlier call, so that their tasks are tried again.
func (c *collector) clearFailures(ctx context.Context) error {
	_, results, err := c.streams(ctx)
	if err != nil {
		return err
	}
	done, err := subjects(ctx, results, resultPrefix+c.first.id()+".>")
	if err != nil {
		return err
	}
	for i := range numbers(done) {
		var failed *failure
		switch _, err := c.fetch(ctx, results, c.request, c.task(i)); {
		case errors.As(err, &failed):
			if err := results.DeleteMsg(ctx, failed.sequence); err != nil {
				return err
			}
		case err != nil:
			c.log("%v", err)
		}
	}
	return nil
}

// round takes the results that are new, and publishes each task that has no result and is not in the queue, as after the start
// and after the server has lost its files.
func (c *collector) round(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	tasks, results, err := c.streams(ctx)
	if err != nil {
		return err
	}
	waiting, err := subjects(ctx, tasks, taskPrefix+c.first.Fingerprint+"."+c.first.id()+".>") // first, as a result is there before its task is gone
	if err != nil {
		return err
	}
	there, err := subjects(ctx, results, resultPrefix+c.first.id()+".>")
	if err != nil {
		return err
	}
	done, queued := numbers(there), numbers(waiting)
	for i := range c.results {
		switch {
		case c.results[i] != nil:
		case done[i]:
			err = c.take(ctx, results, i)
		case !queued[i]:
			err = c.publish(ctx, i)
		}
		if err != nil {
			return err
		}
	}
	c.said = nil
	return c.watch(ctx, tasks)
}

func (c *collector) take(ctx context.Context, results jetstream.Stream, i int) (err error) {
	if c.results[i], err = c.fetch(ctx, results, c.request, c.task(i)); err == nil {
		c.known++
		c.changed = time.Now()
	}
	return err
}

func (c *collector) publish(ctx context.Context, i int) error {
	m := c.task(i)
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	msg := nats.NewMsg(m.taskSubject())
	msg.Data = text
	_, err = c.publishFirst(ctx, msg)
	return err
}

// watch says once if nobody takes tasks of this program.
func (c *collector) watch(ctx context.Context, tasks jetstream.Stream) error {
	if c.warned || time.Since(c.changed) < c.patient {
		return nil
	}
	workers, err := tasks.Consumer(ctx, workersOf(c.first.Fingerprint))
	if err == nil {
		var info *jetstream.ConsumerInfo
		if info, err = workers.Info(ctx); err == nil && (info.NumWaiting > 0 || info.NumAckPending > 0) {
			c.changed = time.Now()
			return nil
		}
	}
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	c.warned = true
	c.log("no worker takes the %d tasks that are left; allowed: interrexd worker, of this program: %s, fingerprint %s",
		len(c.results)-c.known, c.first.Program, c.first.Fingerprint)
	return nil
}

// leave withdraws the tasks that nobody has begun, if the server answers.
func (c *collector) leave() {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	tasks, _, err := c.streams(ctx)
	if err == nil {
		err = c.withdraw(ctx, tasks, c.first)
	}
	if err != nil {
		c.log("cannot withdraw tasks: %v", err)
	}
}

// workersOf returns the name of the consumer that the workers of a program share.
func workersOf(fingerprint string) string { return fmt.Sprintf("workers-%s", fingerprint) }
