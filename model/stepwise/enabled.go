package stepwise

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// enabled is the list of the causes that a configuration enables, in the order of
// [Causes]. Except in timings lockstep and bounded, where events wait for places in channels, and where the network may divide, it follows a step at the cost of the
// processes that the step concerns.
type enabled struct {
	system   *model.System
	causes   []Cause
	ends     []int // by part of the list: where it ends. Part p are the inputs of process p, part n+p the faults; nil where every part may change
	obliged  int   // how many of the causes are obligatory
	arriving int   // how many of them are receptions
	stale    []int // the processes whose parts may have changed
	rebuild  bool  // everything may have changed
	part     []Cause
}

func newEnabled(s *model.System) *enabled {
	l := &enabled{system: s, rebuild: true}
	if net := s.Network(); net.Timing != model.Lockstep && net.Timing != model.Bounded && !net.Capacity.Blocks() && net.Faults.Divide == 0 {
		l.ends = make([]int, 2*net.N)
	}
	return l
}

// stepped says that the last configuration is that of step y, before which the faults
// left were left.
func (l *enabled) stepped(left model.Faults, y model.Successor) {
	kind := y.Event.Kind
	lasting := y.Event.Within || kind == model.Crash || kind == model.Restart || kind == model.Betray || kind.IsOfAll()
	if l.rebuild || lasting || y.Next.Left != left || y.Next.Failed() || l.ends == nil {
		l.rebuild = true
		return
	}
	l.touch(y.Event.Process)
	for _, sent := range y.Sends {
		l.touch(l.system.Links()[sent.Link].To)
	}
}

func (l *enabled) touch(p int) {
	if !slices.Contains(l.stale, p) {
		l.stale = append(l.stale, p)
	}
}

// in returns the list for the last configuration.
func (l *enabled) in(c model.Configuration) []Cause {
	quiet := l.arriving == 0
	if !l.rebuild {
		for _, p := range l.stale {
			l.renew(c, p, quiet)
		}
	}
	if l.rebuild || l.isTimely() && quiet != (l.arriving == 0) {
		l.all(c)
	}
	l.stale, l.rebuild = l.stale[:0], false
	return l.causes
}

func (l *enabled) isTimely() bool { return l.system.Network().Timing == model.Timely }

// all makes the list anew.
func (l *enabled) all(c model.Configuration) {
	l.causes = appendCauses(l.causes[:0], l.system, c)
	l.obliged, l.arriving = l.count(c, l.causes)
	at := 0
	for i := range l.ends {
		for at < len(l.causes) && i == l.partOf(l.causes[at]) {
			at++
		}
		l.ends[i] = at
	}
}

// partOf returns the part to which x belongs.
func (l *enabled) partOf(x Cause) int {
	if x.Kind.IsStep() {
		return x.Process
	}
	return l.system.Network().N + x.Process
}

// renew makes the parts of process p anew. If quiet is set, nobody could receive
// anything before.
func (l *enabled) renew(c model.Configuration, p int, quiet bool) {
	means, silent := l.system.Semantics(), !l.isTimely() || quiet
	l.part = l.part[:0]
	means.Inputs(c, p, func(e model.Event, nth int) {
		if silent || e.Kind != model.Timeout && e.Kind != model.Suspect {
			l.part = append(l.part, Cause{e, nth})
		}
	})
	l.replace(c, p)
	l.part = l.part[:0]
	means.Faults(c, p, func(e model.Event, nth int) { l.part = append(l.part, Cause{e, nth}) })
	l.replace(c, l.system.Network().N+p)
}

// replace puts the new causes into the place of part i.
func (l *enabled) replace(c model.Configuration, i int) {
	begin, end := 0, l.ends[i]
	if i > 0 {
		begin = l.ends[i-1]
	}
	obliged, arriving := l.count(c, l.causes[begin:end])
	l.obliged, l.arriving = l.obliged-obliged, l.arriving-arriving
	obliged, arriving = l.count(c, l.part)
	l.obliged, l.arriving = l.obliged+obliged, l.arriving+arriving
	if more := len(l.part) - (end - begin); more != 0 {
		l.causes = slices.Replace(l.causes, begin, end, l.part...)
		for j := i; j < len(l.ends); j++ {
			l.ends[j] += more
		}
		return
	}
	copy(l.causes[begin:end], l.part)
}

// count returns how many of the causes are obligatory, and how many are receptions.
func (l *enabled) count(c model.Configuration, list []Cause) (obliged, arriving int) {
	for _, x := range list {
		if Obligatory(l.system, c, x) {
			obliged++
		}
		if x.Kind == model.Receive {
			arriving++
		}
	}
	return obliged, arriving
}

// of returns those of the causes of the list that may be x.
func (l *enabled) of(x Cause) []Cause {
	n := l.system.Network().N
	if l.ends == nil || x.Process < 0 || x.Process >= n {
		return l.causes
	}
	i := l.partOf(x)
	if i == 0 {
		return l.causes[:l.ends[0]]
	}
	return l.causes[l.ends[i-1]:l.ends[i]]
}
