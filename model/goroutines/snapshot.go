package goroutines

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"github.com/interrex/interrex/model"
)

// keep keeps the state that a step leads to. If an earlier history has led to one that is alike, it is that local state.
func (a *Algorithm) keep(s *state, alike string) *state {
	if alike == "" || s.fault != "" || a.merged == nil {
		return a.add(s)
	}
	key := fmt.Sprintf("%+v %d %t %d %v %q %s", s.place, s.life, s.called, s.boundTicks(&a.code), s.shown, s.disk, alike)
	if first, ok := a.merged[key]; ok {
		s.handle = first.handle
		a.counts.Merged++
		return s
	}
	a.merged[key] = s
	return a.add(s)
}

// HappensApart returns an error if the code does otherwise in an execution where no histories are merged. It returns none if the search
// takes several outcomes of a step ([Code].Tries), which another may number otherwise.
func (a *Algorithm) HappensApart(x model.Execution) error {
	if apart := a.unmerged(); apart != nil {
		return model.HappensWith[State, Message](x, a, apart)
	}
	return nil
}

// unmerged returns the algorithm of the same code that merges nothing; nil if none were merged so far, or with Tries.
func (a *Algorithm) unmerged() *Algorithm {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.counts.Merged == 0 || a.code.Tries > 0 {
		return nil
	}
	if a.apart == nil {
		a.apart = newAlgorithm(a.code)
		a.apart.merged, a.apart.values = nil, a.values
	}
	return a.apart
}

// boundTicks returns how often time has passed, if that is bounded; else it makes no difference.
func (s *state) boundTicks(c *Code) int {
	if c.Steps > 0 || c.StepsOf != nil {
		return s.ticks
	}
	return 0
}

// snapshot returns the snapshot of the process, and what waits at its endpoint. If there is none that can be compared, the code does not suit.
func (r *run) snapshot() string {
	e := r.inst.e
	v := r.inst.snap()
	print, err := r.a.values.prints.Of(&v)
	e.mu.Lock()
	defer e.mu.Unlock()
	r.out.fault = e.fault
	switch {
	case err != nil:
		r.unfit = fmt.Errorf("its Snapshot: %w", err)
	case len(e.conns.all) > 0:
		r.unfit = fmt.Errorf("it has connections, and a Snapshot; allowed: one of both, as no snapshot has the bytes on their way")
	}
	return fmt.Sprintf("%q calls %d pending %v serves %t inbox %v operations %v", print, e.calls, slices.Sorted(maps.Keys(e.pending)), e.serve != nil,
		textsIn(e.inbox(), func(d Delivery) string { return r.printOf(d.Port, d.Value) }), textsIn(e.operations(), func(o int) string { return fmt.Sprint(o) }))
}

// snap calls Snapshot.
func (i *instance) snap() (v any) {
	defer i.e.guard()
	before := time.Now()
	v = i.process.Snapshot()
	if passed := time.Since(before); passed > 0 {
		panic(fmt.Sprintf("Snapshot lets %v pass; allowed: to return at once", passed))
	}
	return v
}

// textsIn returns texts of what waits in a channel, which has it again afterwards. Nobody is waiting for it.
func textsIn[T any](c chan T, text func(T) string) (list []string) {
	for range len(c) {
		x := <-c
		list = append(list, text(x))
		c <- x
	}
	return list
}

// printOf returns a text of a value that waits.
func (r *run) printOf(port any, value any) string {
	print, err := r.a.values.prints.Of(&value)
	if err != nil {
		r.unfit = err
	}
	return fmt.Sprintf("%v:%q", port, print)
}

// ahead lets time pass and returns what the process does meanwhile: a text for each tick in which it does something visible.
func (r *run) ahead() string {
	c, i := &r.a.code, r.inst
	if c.Time == Frozen {
		return ""
	}
	var b strings.Builder
	last := i.observe()
	i.e.drain() // of the time until the next effect
	for passed := c.Tick; passed <= c.Ahead; passed += c.Tick {
		time.Sleep(c.Tick)
		synctest.Wait()
		sends, status := i.e.drain(), i.observe()
		if len(sends) == 0 && sameStatus(last, status) {
			continue
		}
		last = status
		fmt.Fprintf(&b, " after %v %v", passed, status)
		for _, m := range sends {
			fmt.Fprintf(&b, " %d %v %q", m.Port, m.Msg, m.Msg.print)
		}
	}
	i.e.mu.Lock()
	defer i.e.mu.Unlock()
	fmt.Fprintf(&b, " then %q %q", i.e.fault, i.e.disk)
	i.e.fault, i.e.unfit = "", nil // of a time that nobody lives through
	return b.String()
}
