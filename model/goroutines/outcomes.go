package goroutines

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A fork is the known part of a step, after some choices of the code. Runs of the same step
// that differ part here: the search takes each way, as it takes each result of Choose.
type fork struct {
	runs  int // that have come here
	ways  []*way
	fixed bool // no ways are added any more, and they are in order
}

// A way is what a run does next: the code chooses, or the step is over.
type way struct {
	of    int      // outcomes of the choice; 0: the step is over
	forks []*fork  // by outcome of the choice
	end   *stepped // of the step, until next is known
	next  *state
}

// taken returns the state that follows s upon in. The code runs once for each input and
// choices, or as often as [Code].Tries says: if the runs differ, one of them is chosen too.
func (a *Algorithm) taken(s *state, in model.Input[Message], choose func(k int) int) *state {
	if s.next == nil {
		s.next = map[model.Input[Message]]*fork{}
	}
	f := s.next[in]
	if f == nil {
		f = &fork{}
		s.next[in] = f
	}
	outcomes := 0
	for made := []choice(nil); ; {
		if len(made)+outcomes > maxChoices {
			a.fail("after %s: more than %d choices and outcomes of one step", s.inputs()+", "+inputText(in), maxChoices)
		}
		if !f.fixed {
			a.meet(f, request{at: s, in: in, made: made})
		}
		w := f.ways[0]
		if len(f.ways) > 1 {
			w = f.ways[choose(len(f.ways))]
			outcomes++
		}
		if w.of == 0 {
			if w.next == nil {
				w.next, w.end = a.keep(w.end.state(&a.code, s, in), w.end.alike), nil
			}
			return w.next
		}
		c := choice{choose(w.of), w.of}
		made = append(made[:len(made):len(made)], c)
		f = w.forks[c.taken]
	}
}

// meet runs a step until as many runs as are asked for have come to a fork, and fixes the
// ways that lead on from there.
func (a *Algorithm) meet(f *fork, x request) {
	for f.runs < max(1, a.code.Tries) {
		if a.code.Tries > 0 {
			x.ps = a.code.processors(f.runs)
		}
		x.repeat = a.code.Tries == 0 && (a.counts.Bubbles < small || len(a.states)%sample == 0)
		t := a.run(x)
		if difference := f.add(t.made[len(x.made):], &t); difference != "" {
			a.counts.differed(x.ps)
			a.note(x, difference)
		}
	}
	slices.SortStableFunc(f.ways, func(v, w *way) int {
		return cmp.Or(cmp.Compare(v.of, w.of), cmp.Compare(v.end.text(), w.end.text()))
	})
	f.fixed = true
	a.counts.Outcomes += len(f.ways) - 1
}

// add adds a run, with the choices that it has made from f on. It names the difference from
// the first run that came to f, or to a fork behind it; "" if there is none.
func (f *fork) add(made []choice, end *stepped) (difference string) {
	for {
		w := f.way(made, end)
		if difference == "" && w != f.ways[0] {
			difference = f.ways[0].differs(w)
		}
		f.runs++
		if w.of == 0 {
			return difference
		}
		f, made = w.forks[made[0].taken], made[1:]
	}
}

// way returns the way that a run takes, which is added if it is new.
func (f *fork) way(made []choice, end *stepped) *way {
	is := way{end: end}
	if len(made) > 0 {
		is = way{of: made[0].of}
	}
	for _, w := range f.ways {
		if w.of == is.of && (w.of > 0 || w.end.differs(end) == "") {
			return w
		}
	}
	is.forks = make([]*fork, is.of)
	for i := range is.forks {
		is.forks[i] = &fork{}
	}
	f.ways = append(f.ways, &is)
	return &is
}

// differs names the difference of two ways.
func (w *way) differs(v *way) string {
	if w.of > 0 || v.of > 0 {
		return fmt.Sprintf("the code chooses among %d outcomes in one run and among %d in another", max(w.of, 1), max(v.of, 1))
	}
	return w.end.differs(v.end)
}

// differs names the first difference of two results of a step; "" if there is none.
func (t *stepped) differs(u *stepped) string {
	switch difference := t.out.differs(&u.out); {
	case difference != "":
		return difference
	case t.ending != u.ending:
		return fmt.Sprintf("stopped then, %v in one run and %v in another", t.ending, u.ending)
	case t.alike != u.alike:
		return fmt.Sprintf("the snapshot, with what waits and what follows, is %s in one run and %s in another", t.alike, u.alike)
	case t.timer != u.timer:
		return "time leads to an effect in one run and to none in another"
	}
	return ""
}

// text says all that tells the ends of a step apart, so that they have one order in each run
// of the program.
func (t *stepped) text() string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	for _, m := range t.out.sends {
		fmt.Fprintf(&b, "%d %v %s\n", m.Port, m.Msg, m.Msg.print)
	}
	fmt.Fprintf(&b, "%s\n%v\n%q\n%+v\n%t\n%s", t.out.fault, t.out.status, t.out.disk, t.ending, t.timer, t.alike)
	return b.String()
}

// successors returns the known states that follow s, in a fixed order.
func (s *state) successors() (list []*state) {
	for _, f := range s.next {
		list = f.states(list)
	}
	slices.SortStableFunc(list, func(a, b *state) int { return cmp.Compare(a.handle.number, b.handle.number) })
	return list
}

func (f *fork) states(list []*state) []*state {
	for _, w := range f.ways {
		if w.next != nil {
			list = append(list, w.next)
		}
		for _, after := range w.forks {
			list = after.states(list)
		}
	}
	return list
}
