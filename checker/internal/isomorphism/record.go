package isomorphism

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A Record is all that the search of a system asked, with the answers, in the order in which it
// asked. It is not modified any more, so several goroutines may use it.
type Record struct {
	System    *model.System
	starts    []start
	locals    [][]shown // by process and local state
	statuses  [][]model.Status
	views     [][]int32 // numbers of statuses by process
	begun     [][]int32 // by property and start: the state in which its monitor begins
	entries   []entry
	questions []question
	tables    *compiled.Tables
	lost      bool // some answer cannot be compared
	without   condition
}

// start is how a system begins: the configurations from the first one, through the wake-ups of
// [model.WakeSet].All, to the one before the first event.
type start struct {
	system  *model.System
	through []numbered
}

// numbered is a configuration, with the numbers of its local states and messages.
type numbered struct {
	model.Configuration
	locals   []compiled.Local     // by process; -1: none
	messages [][]compiled.Message // by channel
}

// shown has the events for which a local state is ready, the durations of its timers, and its status.
type shown struct {
	ready     model.Spontaneous
	durations model.Durations
	status    int32
}

// Finish returns the record of the search of s for properties, which has ended. Nobody may use its
// tables any more.
func (r *Recorder) Finish(s *model.System, list []properties.Property) (*Record, error) {
	r.tables.Watcher, r.tables.Poll = nil, nil
	x := &Record{System: s, entries: slices.Clip(r.entries), tables: r.tables, lost: r.Lost()}
	for _, text := range r.texts {
		x.views = append(x.views, numbersIn(text))
	}
	var err error
	if x.starts, err = startsOf(s, r.tables); err != nil {
		return nil, err
	}
	for _, start := range x.starts {
		x.lost = x.lost || start.system.Initial().Failed()
	}
	for i, p := range list {
		x.begun = append(x.begun, nil)
		for _, start := range x.starts {
			if p.Monitor() != nil {
				x.begun[i] = append(x.begun[i], numberIn(&r.monitors[i], p.Begin(start.system)))
			}
		}
		x.lost = x.lost || p.Monitor() != nil && p.Monitor().IsTold()
	}
	for p := range r.statuses {
		var list []shown
		for l := range compiled.Local(r.tables.Locals(p)) {
			list = append(list, shownBy(r.tables, p, l, s.Network().Timing))
			list[l].status = numberIn(&r.statuses[p], r.tables.Status(p, l))
		}
		x.locals, x.statuses = append(x.locals, list), append(x.statuses, r.statuses[p].All)
	}
	x.questions = r.spread()
	r.tables.Release()
	return x, nil
}

func numbersIn(text string) (list []int32) {
	for rest := []byte(text); len(rest) > 0; {
		number, size := binary.Uvarint(rest)
		list, rest = append(list, int32(number)), rest[size:]
	}
	return list
}

// shownBy returns the events for which a local state is ready and the durations of its timers, without
// its status.
func shownBy(t *compiled.Tables, p int, l compiled.Local, timing model.Timing) shown {
	here := shown{ready: t.Ready(p, l)}
	if timing == model.Bounded {
		here.durations = t.Durations(p, l)
	}
	return here
}

// startsOf returns how a system begins.
func startsOf(s *model.System, t *compiled.Tables) ([]start, error) {
	systems, err := s.Semantics().Starts()
	if err != nil {
		return nil, err
	}
	var list []start
	for _, one := range systems {
		x, here := one.Semantics().Startup(), start{system: one}
		for i := range len(x.Steps) + 1 {
			here.through = append(here.through, number(x.At(i), t))
		}
		here.through = append(here.through, number(one.Initial(), t))
		list = append(list, here)
	}
	return list, nil
}

func number(c model.Configuration, t *compiled.Tables) numbered {
	x := numbered{Configuration: c}
	for p, l := range c.Locals {
		x.locals = append(x.locals, -1)
		if l != nil {
			x.locals[p] = t.Local(p, l)
		}
	}
	for _, channel := range c.Channels {
		var list []compiled.Message
		for _, e := range channel {
			list = append(list, t.Message(e.Msg))
		}
		x.messages = append(x.messages, list)
	}
	return x
}
