package explore

import (
	"fmt"
	"maps"
	"slices"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A walk is an execution of an instance with its picks.
type walk struct {
	*instance
	values    map[string]string
	picks     []int
	execution model.Execution
}

// walk returns the execution that a question names. It goes on from that of the last question
// if that is a prefix or is longer.
func (x *Explorer) walk(q Question) (*walk, error) {
	if len(q.Picks) > counterexamples.MaxEvents {
		return nil, fmt.Errorf("%d events; allowed: %d", len(q.Picks), counterexamples.MaxEvents)
	}
	x.mu.Lock()
	last := x.last
	x.mu.Unlock()
	w := &walk{values: q.Values, picks: q.Picks}
	if last != nil && maps.Equal(last.values, q.Values) {
		w.instance = last.instance
		w.execution = last.execution
		w.execution.Steps = slices.Clone(w.execution.Steps[:common(last.picks, q.Picks)])
	} else {
		i, err := x.instance(q.Values)
		if err != nil {
			return nil, err
		}
		w.instance = i
		w.execution = model.Execution{System: i.system, Start: i.system.Initial()}
	}
	for k := len(w.execution.Steps); k < len(q.Picks); k++ {
		if err := w.pick(q.Picks[k]); err != nil {
			return nil, fmt.Errorf("event %d: %w", k+1, err)
		}
	}
	w.execution.Stem = len(w.execution.Steps)
	x.mu.Lock()
	x.last = w
	x.mu.Unlock()
	return w.looped(q.Stem)
}

// common returns the length of the common prefix of two lists.
func common(a, b []int) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// pick takes the enabled event with that index.
func (w *walk) pick(i int) error {
	list := w.system.Successors(w.execution.Last())
	if i < 0 || i >= len(list) {
		return fmt.Errorf("number %d is not enabled; allowed: 0..%d", i, len(list)-1)
	}
	w.execution.Steps = append(w.execution.Steps, list[i])
	return nil
}

// looped returns the walk as a lasso, replayed by the definition, if a loop is asked for.
func (w *walk) looped(stem *int) (*walk, error) {
	if stem == nil {
		return w, nil
	}
	if *stem < 0 || *stem >= len(w.picks) {
		return nil, fmt.Errorf("the loop begins after event %d; allowed: 0..%d", *stem, len(w.picks)-1)
	}
	events := w.execution.Lasso().Events()
	replayed, err := w.system.Replay(model.Lasso{Stem: events[:*stem], Loop: events[*stem:]})
	looping := *w
	looping.execution = replayed
	return &looping, err
}

// picksOf returns the picks of a schedule.
func picksOf(s *model.System, events model.Schedule) ([]int, error) {
	picks, c := []int{}, s.Initial()
	for k, e := range events {
		list := s.Successors(c)
		i := slices.IndexFunc(list, func(y model.Successor) bool { return y.Event.Compare(e) == 0 })
		if i < 0 {
			return nil, fmt.Errorf("event %d, %v, %w", k+1, e, model.ErrNotEnabled)
		}
		picks, c = append(picks, i), list[i].Next
	}
	return picks, nil
}

// property returns the property of the file.
func (i *instance) property() (properties.Property, error) {
	return i.entry.Property(i.file.Property, i.system.Network().N)
}
