package schedule

import (
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// A Walk is a random path, with a judge that watches it grow.
type Walk struct {
	path     *stepwise.Path
	judge    *properties.Judge
	take     func(x stepwise.Cause, pick func(outcomes int) int) bool // extends the path
	fairness model.Fairness
	locals   []any              // by event: the local state of its process after it, nil for a round
	channels [][]model.Envelope // by channel: the messages in flight
	sent     [][]int            // by channel: the number of events before each of them was sent
	added    map[int]int        // by channel: how many messages the last event has sent
	end      time.Time          // Run and Complete take no event after it; zero: there is no end
}

// Start returns the walk without events, judged by the properties. Fairness f
// applies to loops.
func Start(s *model.System, f model.Fairness, list ...properties.Property) *Walk {
	path := stepwise.NewPath(s)
	w := &Walk{path: path, judge: properties.NewJudge(path, list...), fairness: f, sent: make([][]int, len(s.Semantics().Channels())), added: map[int]int{}}
	w.take = path.Advance
	if w.judge.NeedsBefore() {
		w.take = path.Follow
	}
	w.channels = slices.Clone(s.Initial().Channels)
	for ch, messages := range w.channels {
		w.sent[ch] = make([]int, len(messages))
	}
	return w
}

// Len returns the number of events taken.
func (w *Walk) Len() int { return w.path.Len() }

// Last returns the last configuration. It is valid until the walk takes an event.
func (w *Walk) Last() model.Configuration { return w.path.Last() }

// Enabled returns the causes that the last configuration enables. The list must
// not be modified, and is valid until the walk takes an event.
func (w *Walk) Enabled() []stepwise.Cause { return w.path.Enabled() }

// Has reports whether the last configuration enables x.
func (w *Walk) Has(x stepwise.Cause) bool { return w.path.Enables(x) }

// Sent returns the number of events before the message of reception x was sent.
func (w *Walk) Sent(x stepwise.Cause) int {
	return w.sent[stepwise.ChannelOf(w.path.System(), x)][x.Nth]
}

// Execution replays the walk and returns its execution.
func (w *Walk) Execution() model.Execution {
	return w.replay(model.Lasso{Stem: w.path.Schedule()})
}

// Open reports whether a property is still undecided.
func (w *Walk) Open() bool { return w.judge.Open() > 0 }

// Until makes [Run] and [Walk.Complete] stop at that time. The walk is then
// unfinished.
func (w *Walk) Until(end time.Time) { w.end = end }

func (w *Walk) late() bool { return !w.end.IsZero() && time.Now().After(w.end) }

// Bounded reports whether a bound of the instance keeps a process from going on
// in the last configuration.
func (w *Walk) Bounded() bool { return w.judge.Bounded() == w.Len() }

// Take takes one event of cause x, which the last configuration enables; x may be
// a crash within a step. [stepwise.Follow] describes pick. Take reports false,
// and takes nothing, if the step sends too little for the crash.
func (w *Walk) Take(x stepwise.Cause, pick func(outcomes int) int) bool {
	ok := w.take(x, pick)
	if ok {
		w.took(x)
	}
	return ok
}

// Repeat takes event e if the last configuration enables it, and reports
// whether it does.
func (w *Walk) Repeat(e model.Event) bool {
	x, ok := w.path.Apply(e)
	if ok {
		w.took(x)
	}
	return ok
}

// took judges the step that the path has just taken, of cause x.
func (w *Walk) took(x stepwise.Cause) {
	_, y := w.path.Step()
	w.date(x, y)
	w.locals = append(w.locals, localAfter(y))
	w.judge.Step()
}

// Decided returns the execution that refutes (witnesses) property i, if the walk
// does: its shortest prefix that does, or its loop, replayed.
func (w *Walk) Decided(i int) (model.Execution, bool) {
	l, ok := w.judge.Decided(i)
	if !ok {
		return model.Execution{}, false
	}
	return w.replay(l), true
}

// Decides reports whether the walk refutes (witnesses) property i.
func (w *Walk) Decides(i int) bool {
	_, ok := w.judge.Decided(i)
	return ok
}

// Triggered reports whether the trigger of property i, if it has one, holds in some
// configuration of the walk; of an AtEnd, in a terminal one.
func (w *Walk) Triggered(i int) bool { return w.judge.Triggered(i) }

// replay returns the execution of l, whose events the walk has taken. If an event
// is not enabled this time, it panics with a *model.ImpureError.
func (w *Walk) replay(l model.Lasso) model.Execution {
	x, err := w.path.System().Replay(l)
	if err == nil {
		return x
	}
	panic(w.impure(l, x, err))
}

// impure says why the events of l, which the walk has taken, cannot be replayed.
// x is the replayed part. The definition of the model has not changed, so the
// algorithm has returned another result.
func (w *Walk) impure(l model.Lasso, x model.Execution, err error) *model.ImpureError {
	s := w.path.System()
	e := &model.ImpureError{System: s.Name(), Method: "a step"}
	for i, step := range x.Steps {
		if first, second := w.locals[i], localAfter(step); first != second {
			p := step.Event.Process
			e.What = fmt.Sprintf("process %d in local state %#v upon %v", p, x.At(i).Locals[p], step.Event)
			e.First, e.Second = fmt.Sprintf("%#v", first), fmt.Sprintf("%#v", second)
			return e
		}
	}
	if found := s.Semantics().Impure(l); found != nil {
		return found
	}
	e.What, e.First, e.Second = fmt.Sprintf("the same %d events, taken twice", l.Len()), "an execution", err.Error()
	return e
}

// localAfter returns the local state of the process of an event after it, nil for a
// round.
func localAfter(y model.Successor) any {
	if p := y.Event.Process; p >= 0 && p < len(y.Next.Locals) {
		return y.Next.Locals[p]
	}
	return nil
}

// date updates sent and channels after step y of cause x, which the path has taken.
func (w *Walk) date(x stepwise.Cause, y model.Successor) {
	s := w.path.System()
	clear(w.added)
	for _, sent := range y.Sends {
		if !sent.Lost {
			w.added[s.Semantics().ChannelOfLink(sent.Link)]++
		}
	}
	if y.Event.Within || !x.Kind.IsStep() || x.Kind.IsOfAll() { // any channel may have changed
		for ch, after := range y.Next.Channels {
			w.dateChannel(ch, x.Nth, after)
		}
		return
	}
	if x.Kind == model.Receive {
		ch := stepwise.ChannelOf(s, x)
		w.dateChannel(ch, x.Nth, y.Next.Channels[ch])
		delete(w.added, ch)
	}
	for ch := range w.added {
		w.dateChannel(ch, 0, y.Next.Channels[ch])
	}
}

// dateChannel updates sent and channels for one channel. If one message has been taken
// from it, that was number nth.
func (w *Walk) dateChannel(ch, nth int, after []model.Envelope) {
	before, sent, added := w.channels[ch], w.sent[ch], w.added[ch]
	w.channels[ch] = after
	switch removed := len(before) + added - len(after); {
	case len(after) == 0:
		sent = sent[:0]
	case removed > 1: // in a round
		before, sent = before[removed:], sent[removed:]
	case removed == 1:
		sent = slices.Delete(sent, nth, nth+1)
		if added > 0 {
			before = slices.Delete(slices.Clone(before), nth, nth+1)
		}
	}
	if added > 0 {
		sent = align(before, sent, after, w.Len()-1)
	}
	w.sent[ch] = sent
}

// align returns when the messages of after were sent. Those of before were sent at
// the times of sent, in the same order; the others are new. After a round nothing waits any more.
func align(before []model.Envelope, sent []int, after []model.Envelope, now int) []int {
	times := make([]int, len(after))
	for i, m := range after {
		if len(before) > 0 && isSame(before[0], m) {
			times[i], before, sent = sent[0], before[1:], sent[1:]
		} else {
			times[i] = now
		}
	}
	return times
}

// isSame reports whether a message is the one that was before an event: after a round it may have stopped waiting.
func isSame(before, after model.Envelope) bool {
	before.Waits = before.Waits && after.Waits
	return after == before
}
