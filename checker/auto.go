package checker

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/properties"
)

// The first bounds of Auto, and by how much they grow.
const (
	autoConfigurations = 1 << 18
	autoEffort         = 1 << 23  // nodes of diagrams made, the same ones again included
	autoMemory         = 64 << 20 // bytes of diagrams
	autoGrowth         = 16
)

// auto is the rule of [Auto]: the engines take turns, each from the start with
// bounds that grow, until everything is decided. So it never takes much longer than
// a few times what the better one needs. What a turn decided is kept: the turns
// after it judge the rest.
func (k *check) auto() error {
	if symbolic.Why(k.system) != "" {
		return k.explicit()
	}
	t := &turns{check: k, asked: k.options}
	err := t.take()
	t.finish()
	return err
}

// turns are what the turns of [Auto] have found so far.
type turns struct {
	*check
	asked Options
	best  Report // of the search whose counts are reported
}

// take lets the engines take turns.
func (t *turns) take() error {
	configurations, effort, memory := int64(autoConfigurations), int64(autoEffort), int64(autoMemory)
	for t.asked.MaxConfigurations == 0 || configurations < t.asked.MaxConfigurations {
		t.bound(configurations, 0)
		err := t.turn(t.explicitly)
		stopped := t.report.Stopped
		full := stopped == t.limits.memory.reason()
		if err != nil || t.decided() || !full && !t.stoppedBy(fmt.Sprintf("max-configurations %d", configurations)) {
			return err
		}
		if t.asked.MaxMemory > 0 {
			memory = min(memory, t.asked.MaxMemory)
		}
		if full { // it is the last turn
			effort, memory = 0, 0
		}
		t.bound(t.asked.MaxConfigurations, memory)
		t.made, t.effort = 0, effort
		if err := t.turn(t.diagrams); err != nil || t.decided() {
			return err
		}
		t.limits.again()
		if why := t.limits.reached(); full || why != "" { // what was found is what there is
			t.cutShort(cmp.Or(why, stopped))
			return nil
		}
		if t.report.Complete || t.report.Stopped != effortSpent && memory == t.asked.MaxMemory {
			break // another turn would not decide more
		}
		configurations, effort, memory = autoGrowth*configurations, autoGrowth*effort, autoGrowth*memory
	}
	t.bound(t.asked.MaxConfigurations, 0)
	return t.turn(t.explicitly)
}

// explicitly is a search by the explicit engine, from the start.
func (k *check) explicitly() error {
	k.reset()
	return k.explicit()
}

// turn searches and keeps what was decided, and the counts: those of a complete
// search if there was one, and otherwise those of the one that saw most.
func (t *turns) turn(search func() error) error {
	err := search()
	if t.known == nil {
		t.known = make([]Verdict, len(t.verdicts))
	}
	for i, v := range t.verdicts {
		t.known[i].Property = v.Property
		if v.Result != Unknown {
			t.known[i] = v
		}
	}
	r := t.report
	if r.Complete || !t.best.Complete && r.Configurations >= t.best.Configurations {
		t.best = r
	}
	return err
}

// finish makes the report of all turns.
func (t *turns) finish() {
	last := t.report
	t.report = t.best
	switch {
	case last.Complete || t.best.Complete && t.decided():
	case t.decided():
		t.report.Complete, t.report.Stopped = false, AllDecided
	default: // the last turn leaves something open
		t.report.Complete, t.report.Stopped = false, last.Stopped
	}
}

// Why a turn of the symbolic engine ends that takes too long, or too much.
const (
	effortSpent = "the effort of its turn"
	shareSpent  = "the memory of its turn"
)

// bound sets bounds of the searches that follow: of configurations, and of the
// bytes of diagrams (0: none).
func (k *check) bound(configurations, share int64) {
	k.share = share
	for _, o := range []*Options{&k.options, &k.limits.options} {
		o.MaxConfigurations = configurations
	}
}

// stoppedBy reports whether a search was cut short by that bound.
func (k *check) stoppedBy(bound string) bool {
	return k.report.Stopped == bound ||
		slices.ContainsFunc(k.verdicts, func(v Verdict) bool { return v.Result == Unknown && v.Note == bound })
}

// decided reports whether another turn would decide nothing more: every property
// is decided, of those left unknown no search can tell more, and where that is
// said of all executions a search saw them all.
func (k *check) decided() bool {
	violated := true
	for _, v := range k.verdicts {
		if v.Result == Unknown && !k.spoilt(v.Property) {
			return false
		}
		violated = violated && v.Result == Violated
	}
	return k.sawAll || violated && len(k.verdicts) > 0
}

// spoilt reports whether a step that is not well-formed leaves a property
// unknown that is not decided, whatever else is found.
func (k *check) spoilt(p properties.Property) bool {
	return k.system.Initial().Failed() || k.failure != nil && p.Form == properties.Reachable
}
