package goroutines

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/interrex/interrex/model"
)

// ErrLate is the error of a [Deadline] that is missed.
var ErrLate = errors.New("not within the time allowed")

// A Deadline is a property of walks: once all is timely, and while Due holds, Goal holds again within so much virtual time. One is for one walk:
// [Walk].See calls its See. The statuses are looked at after each event, and after each [Walk].Step of time without one, so a status that
// changes without a visible effect may be seen that much later.
type Deadline struct {
	Name   string
	Within time.Duration
	Goal   func(v model.View) bool
	Due    func(v model.View) bool // nil: always
	// Always judges the whole walk, not its timely phase only.
	Always bool
	// Longest is the longest time so far for which Goal was due and did not hold.
	Longest time.Duration

	since time.Duration // when it held last, or was not due
}

// See judges a moment. The error wraps [ErrLate].
func (d *Deadline) See(m Moment) error {
	due := (m.Timely || d.Always) && (d.Due == nil || d.Due(m.View))
	if due {
		d.Longest = max(d.Longest, m.Time-d.since)
	}
	if d.Longest > d.Within {
		return fmt.Errorf("%s: %w, %v: from %v on", d.Name, ErrLate, d.Within, d.since)
	}
	if !due || d.Goal(m.View) {
		d.since = m.Time
	}
	return nil
}

// WalksProgress is how far many walks are.
type WalksProgress struct {
	Walks   int
	Events  int
	Virtual time.Duration // of all walks together
	Elapsed time.Duration
}

// String returns one line, with rates.
func (p WalksProgress) String() string {
	s := max(p.Elapsed.Seconds(), 1e-9)
	return fmt.Sprintf("%d walks, %.0f a second; %d events, %.0f a second; %v of virtual time", p.Walks, float64(p.Walks)/s, p.Events, float64(p.Events)/s, p.Virtual.Round(time.Second))
}

// progressEvery is how often [Walks] reports.
const progressEvery = time.Second

// Walks walks with the seeds 0..most-1, until one walk returns an error or the context ends. It tells progress, unless that is nil, once a
// second and at the end. It returns the error and the seed of the walk that has it, or how many walks there were.
func Walks(ctx context.Context, most uint64, walk func(seed uint64) (Walked, error), progress func(WalksProgress)) (seed uint64, err error) {
	begun, told := time.Now(), time.Now()
	var p WalksProgress
	for ; seed < most && err == nil; seed++ {
		if err = ctx.Err(); err != nil {
			break
		}
		var walked Walked
		walked, err = walk(seed)
		p.Walks, p.Events, p.Virtual, p.Elapsed = p.Walks+1, p.Events+len(walked.Events), p.Virtual+walked.Time, time.Since(begun)
		if err != nil {
			break
		}
		if progress != nil && time.Since(told) >= progressEvery {
			told = time.Now()
			progress(p)
		}
	}
	if progress != nil {
		progress(p)
	}
	return seed, err
}
