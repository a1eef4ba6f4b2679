package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The stream of messages between the tasks of a request, and their subjects: exchanges.REQUEST.FROM.ROUND.TO.
const (
	exchangeStream = "interrex-exchanges"
	exchangePrefix = "interrex.exchanges."
	sumHeader      = "Interrex-Sum" // of the content of a message
)

// A Part is a task that exchanges messages with the other tasks of its request. The messages stay on the server until the request is forgotten. So a
// part whose worker was killed begins again elsewhere, sends the same messages, which are there already, and finds those of the others.
type Part struct {
	queue    *Queue
	of       message // its task
	round    int
	task     uint64    // the place of the task in the queue; 0: not known
	answered time.Time // when another part was last heard
	warned   bool
}

// Part returns the exchange of a task of a request with the others.
func (q *Queue) Part(r Request, task int) *Part {
	m := messageOf(r)
	m.Task = task
	return &Part{queue: q, of: m, answered: time.Now()}
}

// Parts returns the number of the task and how many there are.
func (p *Part) Parts() (this, all int) { return p.of.Task, p.of.Of }

// Name returns a name for the files of the part. Another worker that does the same part has another one.
func (p *Part) Name() string {
	return fmt.Sprintf("%s-%d-%s", p.of.id(), p.of.Task+1, strings.TrimPrefix(nats.NewInbox(), nats.InboxPrefix))
}

// Exchange sends a message to each part, and returns those of all others of the same round. It fails if another part has failed, or has ended, and if
// the request was withdrawn.
func (p *Part) Exchange(ctx context.Context, out [][]byte) (in [][]byte, err error) {
	round := p.round
	p.round++
	if p.task == 0 {
		if err := p.queue.insist(ctx, func() error { return p.wanted(ctx) }); err != nil {
			return nil, err
		}
	}
	for to, data := range out {
		if to == p.of.Task {
			continue
		}
		if err := p.queue.insist(ctx, func() error { return p.send(ctx, round, to, data) }); err != nil {
			return nil, err
		}
	}
	in = make([][]byte, p.of.Of)
	for from := range in {
		if from == p.of.Task {
			continue
		}
		if in[from], err = p.await(ctx, round, from); err != nil {
			return nil, err
		}
	}
	return in, nil
}

func (p *Part) subject(from, round, to int) string {
	return fmt.Sprintf("%s%s.%d.%d.%d", exchangePrefix, p.of.id(), from, round, to)
}

func (q *Queue) exchanges(ctx context.Context) (jetstream.Stream, error) {
	return q.stream(ctx, jetstream.StreamConfig{Name: exchangeStream, Subjects: []string{exchangePrefix + ">"}})
}

// errOther is the error of a part that does otherwise when it is done again.
var errOther = errors.New("a part of the search has sent another message when it was done again: a method is no function of its arguments, or the program changed")

// send sends a message, unless it was sent before: then it must be the same.
func (p *Part) send(ctx context.Context, round, to int, data []byte) error {
	stream, err := p.queue.exchanges(ctx)
	if err != nil {
		return err
	}
	sum := sumOf(data)
	msg := nats.NewMsg(p.subject(p.of.Task, round, to))
	msg.Header.Set(sumHeader, sum)
	if old, err := stream.GetLastMsgForSubject(ctx, msg.Subject); err == nil {
		return sameSum(old, sum)
	} else if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	first, err := p.queue.publishLarge(ctx, p.of, msg, s2.Encode(nil, data))
	if err != nil || first {
		return err
	}
	old, err := stream.GetLastMsgForSubject(ctx, msg.Subject) // another worker does the same part
	if err != nil {
		return err
	}
	return sameSum(old, sum)
}

// sumOf returns a sum over the content of a message.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func sameSum(old *jetstream.RawStreamMsg, sum string) error {
	if old.Header.Get(sumHeader) != sum {
		return final{errOther}
	}
	return nil
}

// The times between two looks for a message: a twentieth of the time that it was waited for, within these bounds. So a part loses a twentieth at most.
const (
	firstLook   = time.Millisecond
	longestLook = 100 * time.Millisecond
	seldom      = time.Second // how often it is looked whether the others are still at work
)

// await returns the message of another part.
func (p *Part) await(ctx context.Context, round, from int) (data []byte, err error) {
	began := time.Now()
	looked := began
	for {
		data, err = p.fetch(ctx, round, from)
		switch {
		case err == nil:
			p.answered, p.warned = time.Now(), false
			return data, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, jetstream.ErrMsgNotFound):
			if time.Since(looked) > seldom {
				if err := p.others(ctx, from); err != nil {
					return nil, err
				}
				looked = time.Now()
			}
		case time.Since(p.answered) > insists:
			return nil, err
		}
		sleep(ctx, min(max(time.Since(began)/20, firstLook), longestLook))
	}
}

// fetch returns a message, if it is there.
func (p *Part) fetch(ctx context.Context, round, from int) ([]byte, error) {
	stream, err := p.queue.exchanges(ctx)
	if err != nil {
		return nil, err
	}
	msg, err := stream.GetLastMsgForSubject(ctx, p.subject(from, round, p.of.Task))
	if err != nil {
		return nil, err
	}
	data, err := p.queue.content(ctx, msg)
	if err != nil {
		return nil, err
	}
	data, err = s2.Decode(nil, data)
	if err == nil && sumOf(data) != msg.Header.Get(sumHeader) {
		err = errors.New("it is not as it was sent")
	}
	if err != nil {
		return nil, fmt.Errorf("a message of part %d: %w", from+1, err)
	}
	return data, nil
}

// others returns an error if the part that is waited for, or another one, has ended, or if nobody wants the result of this one any more.
func (p *Part) others(ctx context.Context, waits int) error {
	_, results, err := p.queue.streams(ctx)
	if err != nil {
		return nil // the server may be starting again
	}
	for other := range p.of.Of {
		m := p.of
		m.Task = other
		msg, err := results.GetLastMsgForSubject(ctx, m.resultSubject())
		switch {
		case err != nil:
		case msg.Header.Get(failedHeader) != "":
			return final{fmt.Errorf("part %d has failed: %s", other+1, msg.Header.Get(failedHeader))}
		case other == waits:
			if _, err := p.fetch(ctx, p.round-1, waits); errors.Is(err, jetstream.ErrMsgNotFound) {
				return final{fmt.Errorf("part %d has ended, and this one has not: another program", other+1)}
			}
		}
	}
	if err := p.wanted(ctx); errors.Is(err, errWithdrawn) {
		return err
	}
	if !p.warned && time.Since(p.answered) > p.queue.patient {
		p.warned = true
		p.queue.log("part %d of %d waits for part %d: each needs a worker of its own at the same time; allowed: more workers, or a greater --at-once", p.of.Task+1, p.of.Of, waits+1)
	}
	return nil
}

// errWithdrawn is the error of a part whose task is in the queue no more, or again: the server may have lost its files.
var errWithdrawn = errors.New("the request was withdrawn")

// wanted returns errWithdrawn if the task is not in the queue as it was.
func (p *Part) wanted(ctx context.Context) error {
	tasks, _, err := p.queue.streams(ctx)
	if err != nil {
		return err
	}
	msg, err := tasks.GetLastMsgForSubject(ctx, p.of.taskSubject())
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound), err == nil && p.task != 0 && p.task != msg.Sequence:
		return final{errWithdrawn}
	case err != nil:
		return err
	}
	p.task = msg.Sequence
	return nil
}

// final is an error after which nobody tries again.
type final struct{ error }

func (f final) Unwrap() error { return f.error }
