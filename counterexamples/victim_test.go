package counterexamples_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A victim is a kind of process whose crash shows something. The shortest
// counterexample under crashes often shows nothing: the only process that starts
// crashes while it wakes.
type victim struct {
	name string // in the prose of the file
	// is says whether the crash of a process of that status, which has taken
	// that many steps before, is one of the kind. It counts up to two steps.
	is func(s model.Status, steps int) bool
}

// victims lists the kinds, those that show most first: the file of a claim shows the
// first kind with a counterexample.
var victims = []victim{
	{"the leader", func(s model.Status, _ int) bool { return s.Role == model.Won }},
	{"the informer", func(s model.Status, steps int) bool { return s.Aside && steps > 0 }},
	{"a candidate in the middle of the election", func(s model.Status, steps int) bool { return s.Role == model.Candidate && steps > 1 }},
	{"a process in the middle of the election", func(_ model.Status, steps int) bool { return steps > 1 }},
	{"a process that has taken part", func(_ model.Status, steps int) bool { return steps > 0 }},
}

// ofCrash reports whether the claim says that crashes keep the corrected algorithm
// from an end, so that which process crashes is worth choosing. An erratum says
// itself which crash it is about.
func (e expected) ofCrash() bool {
	names := []string{"elected", "decided", "known", "halted"}
	return e.variant == "corrected" && e.claim.Faults.Crash > 0 && slices.Contains(names, e.claim.Property)
}

// after returns the property that only those counterexamples to p refute in which a
// process of the kind crashes; p is one of elected, decided, known and halted.
func (v victim) after(p properties.Property) properties.Property {
	return properties.NewStabilises(p.Name, p.Statement+", if "+v.name+" crashes", properties.Watch(
		func(model.View) crashes { return crashes{} },
		func(c crashes, o properties.Observation) crashes { return c.with(v, o) },
		func(view model.View, c crashes) bool {
			return !c.seen || p.Form == properties.Eventually && c.won || p.Form != properties.Eventually && p.Holds(view, nil)
		}))
}

// crashes is a monitor state: how many steps each process has taken, up to two,
// whether a process has won, and whether one of the kind has crashed.
type crashes struct {
	steps     [8]uint8
	won, seen bool
}

func (c crashes) with(v victim, o properties.Observation) crashes {
	switch steps := &c.steps[o.Process]; {
	case o.After.Down && !o.Before.Down:
		c.seen = c.seen || v.is(o.Before, int(*steps))
	default:
		*steps = min(*steps+1, 2)
		c.won = c.won || o.After.Role == model.Won && o.After.Live() && !o.After.Failed
	}
	return c
}

// victim returns the kind of process that crashes in x, a counterexample to the
// claim, and false if the crash is of none.
func (e expected) victim(t *testing.T, x model.Execution) (victim, bool) {
	t.Helper()
	if e.ofCrash() {
		for _, v := range victims {
			if v.after(e.property(t)).Judge(x, e.claim.Fairness) == nil {
				return v, true
			}
		}
	}
	return victim{}, false
}

// shown returns the property that x, the counterexample of the file, has to be a
// shortest and minimal counterexample to.
func (e expected) shown(t *testing.T, x model.Execution) properties.Property {
	t.Helper()
	if v, ok := e.victim(t, x); ok {
		return v.after(e.property(t))
	}
	return e.property(t)
}

// showsSomething checks that a counterexample under crashes is not just a process that
// crashes before it has taken a step.
func (e expected) showsSomething(t *testing.T, x model.Execution) {
	t.Helper()
	if _, ok := e.victim(t, x); !ok && e.ofCrash() {
		t.Error("no process that has taken a step crashes")
	}
}
