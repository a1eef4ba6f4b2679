package schedule

import (
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Walk is an execution that grows by one event at a time and is judged as it
// grows. It takes only the steps on its way.
type Walk struct {
	system   *model.System
	fairness model.Fairness
	events   model.Schedule
	locals   []any // to which each event took its process, nil where it is one of none
	last     model.Configuration
	enabled  []model.Cause
	before   []model.Status // of the last event
	view     model.View
	sent     [][]int // when the messages in flight were sent, by channel: after how many events
	changed  bool    // the view is another than before the last event
	watches  []watch
	open     int       // properties that are not decided
	end      time.Time // Run and Complete take no event after it; zero: it never comes
	bounded  int       // the last configuration in which a bound of the instance keeps a process from going on, -1 if none
}

// Start returns the walk of no event. The properties are judged all along;
// fairness is for those of loops.
func Start(s *model.System, f model.Fairness, list ...properties.Property) *Walk {
	w := &Walk{system: s, fairness: f, before: make([]model.Status, s.Network().N), view: s.View(s.Initial()), last: s.Initial(), sent: make([][]int, len(s.Channels())), open: len(list), bounded: -1}
	for ch, messages := range s.Initial().Channels {
		w.sent[ch] = make([]int, len(messages))
	}
	w.look()
	w.changed = true
	for _, p := range list {
		w.watches = append(w.watches, newWatch(p, s))
	}
	w.judge()
	return w
}

// Len returns the number of events taken.
func (w *Walk) Len() int { return len(w.events) }

// Last returns the configuration at the end.
func (w *Walk) Last() model.Configuration { return w.last }

// Enabled returns the causes that the last configuration enables. They must not
// be modified.
func (w *Walk) Enabled() []model.Cause { return w.enabled }

// Has reports whether the last configuration enables x.
func (w *Walk) Has(x model.Cause) bool {
	return slices.ContainsFunc(w.enabled, func(y model.Cause) bool {
		return y.Process == x.Process && y.Kind == x.Kind && y.Nth == x.Nth && y.Compare(x.Event) == 0
	})
}

// Sent returns after how many events the message of a reception was sent.
func (w *Walk) Sent(x model.Cause) int { return w.sent[w.system.ChannelOf(x)][x.Nth] }

// Execution returns the walk, replayed.
func (w *Walk) Execution() model.Execution { return w.execution(w.Len(), w.Len()) }

// Open reports whether a property is still undecided.
func (w *Walk) Open() bool { return w.open > 0 }

// Until makes [Run] and Complete stop at that time: the walk is then
// unfinished.
func (w *Walk) Until(end time.Time) { w.end = end }

func (w *Walk) late() bool { return !w.end.IsZero() && time.Now().After(w.end) }

// Bounded reports whether a bound of the instance keeps a process from going on
// in the last configuration.
func (w *Walk) Bounded() bool { return w.bounded == w.Len() }

// Take takes one event of cause x, which the last configuration enables, or of
// a crash within it; pick is as in [model.System.Follow]. It reports false, and
// takes nothing, where the step sends too little for the crash.
func (w *Walk) Take(x model.Cause, pick func(outcomes int) int) bool {
	y, ok := w.system.Follow(w.last, x, pick)
	if ok {
		w.date(x, y)
		w.add(y)
	}
	return ok
}

// Repeat takes event e if the last configuration enables it, and reports
// whether it does.
func (w *Walk) Repeat(e model.Event) bool {
	y, i := w.system.ApplyAmong(w.last, w.enabled, e)
	if i >= 0 {
		w.date(w.enabled[i], y)
		w.add(y)
	}
	return i >= 0
}

// add appends a step and judges where it leads.
func (w *Walk) add(y model.Successor) {
	c := w.last
	w.events, w.last = append(w.events, y.Event), y.Next
	w.locals = append(w.locals, localAfter(y))
	copy(w.before, w.view.Status)
	if e := y.Event; e.Kind == model.Round || e.Within && e.During == model.Round {
		for p := range w.view.Status {
			w.view.Status[p] = w.system.Status(y.Next, p)
		}
	} else {
		w.view.Status[e.Process] = w.system.Status(y.Next, e.Process)
	}
	w.look()
	for i := range w.watches {
		w.watches[i].observe(w.system, c, y)
	}
	w.judge()
}

// look finds what the last configuration enables.
func (w *Walk) look() {
	c := w.last
	w.enabled = w.system.Causes(c)
	must := func(x model.Cause) bool { return w.system.Obligatory(c, x) }
	terminal := c.Started && !c.Failed() && !slices.ContainsFunc(w.enabled, must)
	w.changed = terminal != w.view.Terminal || !slices.Equal(w.before, w.view.Status)
	w.view.Terminal = terminal
	if w.view.Bounded() {
		w.bounded = w.Len()
	}
}

// judge judges the last configuration. After a step that is not well-formed it
// counts for no property but that which says so.
func (w *Walk) judge() {
	failed := w.last.Failed()
	for i := range w.watches {
		watch := &w.watches[i]
		if failed && watch.property.Name != wellFormed {
			continue
		}
		if !watch.decided && watch.refuted(w) {
			watch.decided, watch.events, watch.stem = true, w.Len(), w.Len()
			w.open--
		}
	}
}

// wellFormed is the name of [properties.WellFormed].
const wellFormed = "well-formed"

// Decided returns the execution that refutes (witnesses) property i, if the
// walk has shown one: its shortest prefix that does, or its loop, replayed.
func (w *Walk) Decided(i int) (model.Execution, bool) {
	v := w.watches[i]
	if !v.decided {
		return model.Execution{}, false
	}
	return w.execution(v.stem, v.events), true
}

// Decides reports whether the walk refutes (witnesses) property i.
func (w *Walk) Decides(i int) bool { return w.watches[i].decided }

// ended reports whether the walk is over, and not by a bound of the instance.
func (w *Walk) ended() bool { return w.view.Terminal && w.bounded < w.Len() }

// execution returns the first events of w, of which those after stem loop. It
// panics with a *model.ImpureError if they are none when they are taken again.
func (w *Walk) execution(stem, events int) model.Execution {
	l := model.Lasso{Stem: w.events[:stem:stem], Loop: w.events[stem:events]}
	x, err := w.system.Replay(l)
	if err == nil {
		return x
	}
	panic(w.impure(l, x, err))
}

// impure says why l, of events that the walk has taken, is no execution when it
// is taken again, of which x is the beginning. The definition is the same: only the
// algorithm can have returned something else.
func (w *Walk) impure(l model.Lasso, x model.Execution, err error) *model.ImpureError {
	e := &model.ImpureError{System: w.system.Name(), Method: "a step"}
	for i, step := range x.Steps {
		if first, second := w.locals[i], localAfter(step); first != second {
			p := step.Event.Process
			e.What = fmt.Sprintf("process %d in local state %#v upon %v", p, x.At(i).Locals[p], step.Event)
			e.First, e.Second = fmt.Sprintf("%#v", first), fmt.Sprintf("%#v", second)
			return e
		}
	}
	if found := w.system.Impure(l); found != nil {
		return found
	}
	e.What, e.First, e.Second = fmt.Sprintf("the same %d events, taken twice", l.Len()), "an execution", err.Error()
	return e
}

// localAfter returns the local state to which an event took its process, nil
// where it is one of none.
func localAfter(y model.Successor) any {
	if p := y.Event.Process; p >= 0 && p < len(y.Next.Locals) {
		return y.Next.Locals[p]
	}
	return nil
}

// date keeps, for each channel, when its messages were sent.
func (w *Walk) date(x model.Cause, y model.Successor) {
	added := make(map[int]int, len(y.Sends))
	for _, sent := range y.Sends {
		if ch := w.system.ChannelOfLink(sent.Link); !sent.Lost {
			added[ch]++
		}
	}
	for ch, after := range y.Next.Channels {
		before := w.last.Channels[ch]
		removed := len(before) + added[ch] - len(after)
		switch {
		case removed == 0 && added[ch] == 0:
			continue
		case len(after) == 0:
			w.sent[ch] = nil
			continue
		}
		at := 0
		if removed == 1 {
			at = x.Nth
		}
		before = slices.Delete(slices.Clone(before), at, at+removed)
		w.sent[ch] = align(before, slices.Delete(w.sent[ch], at, at+removed), after, w.Len())
	}
}

// align returns when the messages of after were sent: before, without some that
// were sent now.
func align(before []model.Envelope, sent []int, after []model.Envelope, now int) []int {
	times := make([]int, len(after))
	for i, m := range after {
		if len(before) > 0 && m == before[0] {
			times[i], before, sent = sent[0], before[1:], sent[1:]
		} else {
			times[i] = now
		}
	}
	return times
}
