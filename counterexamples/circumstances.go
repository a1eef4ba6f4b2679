package counterexamples

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// unaware says why the status that process q got with the last of at events did not keep
// process r from the one that it got with the last of then: q has crashed, r suspects it,
// or the messages that q has sent since have not arrived.
func (t *telling) unaware(q, at, r, then int) string {
	for _, why := range []string{t.gone(q, at, then), t.suspicion(q, r, then), t.onTheWay(q, at, r, then)} {
		if why != "" {
			if clocks := t.clocksOf(q, then); clocks != "" {
				why += ", and " + clocks
			}
			return why
		}
	}
	return t.clocksOf(q, then)
}

// gone says that process q has crashed or restarted between two numbers of events.
func (t *telling) gone(q, at, then int) string {
	crash, restart := 0, 0
	for i := at; i < then; i++ {
		if e := t.moments[i].event; e.Process == q && e.Kind == model.Crash {
			crash = i + 1
		} else if e.Process == q && e.Kind == model.Restart {
			restart = i + 1
		}
	}
	switch {
	case crash > 0 && restart > crash:
		return fmt.Sprintf("in between p%d crashes (event %d) and restarts (event %d)", q, crash, restart)
	case crash > 0:
		return fmt.Sprintf("by then p%d has crashed (event %d)", q, crash)
	}
	return ""
}

// suspicion says that process r suspects process q, which is up.
func (t *telling) suspicion(q, r, then int) string {
	for i := then - 1; i >= 0; i-- {
		e := t.moments[i].event
		if e.Process == r && e.StepKind() == model.Suspect && t.x.System.Peer(r, e.Port) == q && !t.x.At(i).Down[q] {
			return fmt.Sprintf("p%d suspects p%d wrongly (event %d)", r, q, i+1)
		}
	}
	return ""
}

// onTheWay says where the messages are that process q has sent to process r in event at
// or later: received before event then or in it, lost, or in flight.
func (t *telling) onTheWay(q, at, r, then int) string {
	var missing, known string
	for _, f := range t.flights() {
		if f.link.From != q || f.link.To != r || f.sent+1 < at || f.sent+1 >= then {
			continue
		}
		switch here := f.at + 1; {
		case f.fate == flying || here > then:
			missing = cmp.Or(missing, fmt.Sprintf("%s from p%d to p%d is still in flight then", f.text, q, r))
		case f.fate == lost:
			missing = fmt.Sprintf("%s from p%d to p%d is lost (event %d)", f.text, q, r, here)
		case here == then && !t.moments[f.at].isRound():
			known = fmt.Sprintf("p%d itself sends that in event %d", q, f.sent+1)
		default:
			known = fmt.Sprintf("%s from p%d has reached p%d (event %d), but does not keep it from that", f.text, q, r, here)
		}
	}
	switch text := cmp.Or(known, missing); {
	case text != "":
		return text
	case !t.reaches(q, at, r, then):
		return fmt.Sprintf("nothing that p%d does from event %d on has reached p%d by then", q, max(at, 1), r)
	}
	return ""
}

// reaches reports whether process r may know by its step in event then of the step of process q
// in event at: a chain of messages leads from the one to the other.
func (t *telling) reaches(q, at, r, then int) bool {
	knows := map[int]int{q: at - 1} // by process: the event, from 0, from which on it may know
	for i := max(at-1, 0); i < then; i++ {
		for _, e := range t.moments[i].entries {
			f := e.flight
			since, ok := knows[f.link.From]
			if e.mark.text != "" || f.fate == lost || !ok || f.sent < since {
				continue
			}
			if _, known := knows[f.link.To]; !known {
				knows[f.link.To] = i
			}
		}
	}
	_, ok := knows[r]
	return ok
}

// clocksOf says how long the timers of process q still run after that many events. It
// is "" if none runs, or time is not measured.
func (t *telling) clocksOf(q, events int) string {
	c := t.x.At(events)
	if c.Clocks == nil || c.Down[q] {
		return ""
	}
	var parts []string
	for _, k := range c.Clocks[q] {
		if k.Kind != model.Timeout || k.Least == 0 {
			continue
		}
		name := t.x.System.Semantics().Named(model.Event{Process: q, Kind: model.Timeout, Timer: k.Timer}).Name
		parts = append(parts, fmt.Sprintf("p%d's %s has %s left", q, timerText(k.Timer, name), plural(k.Least, "tick", "ticks")))
	}
	return strings.Join(parts, " and ")
}

// clocks says how long the timers of all processes but one still run after that many
// events.
func (t *telling) clocks(events, but int) string {
	var parts []string
	for q := range t.x.System.Network().N {
		if text := t.clocksOf(q, events); q != but && text != "" {
			parts = append(parts, text)
		}
	}
	return enumerated(parts)
}

// elsewhere tells of the last timeout or fault, within that many events, elsewhere than at
// one process; "" if there is none.
func (t *telling) elsewhere(events, but int) string {
	for i := events - 1; i >= 0; i-- {
		e := t.moments[i].event
		if e.Process != but && (e.Kind == model.Timeout || e.Kind.IsFault()) {
			return fmt.Sprintf("%s (event %d)", t.clause(i), i+1)
		}
	}
	return ""
}

// faults lists the faults of the execution, and who is down from the start.
func (t *telling) faults() []string {
	var list []string
	for q, down := range t.x.Start.Down {
		if down {
			list = append(list, fmt.Sprintf("p%d is down from the start", q))
		}
	}
	for i, m := range t.moments {
		if e := m.event; e.Kind.IsFault() || t.wrongly(i) {
			e.Choices = nil
			list = append(list, fmt.Sprintf("%s (event %d)", t.happens(e, fmt.Sprintf("p%d", e.Process), ""), i+1))
		}
	}
	const most = 3
	if more := len(list) - most; more > 1 {
		list = append(list[:most], plural(more, "more fault occurs", "more faults occur"))
	}
	return list
}

// wrongly reports whether event i, from 0, is a suspicion of a process that is up.
func (t *telling) wrongly(i int) bool {
	e := t.moments[i].event
	return e.Kind == model.Suspect && !t.x.At(i).Down[t.x.System.Peer(e.Process, e.Port)]
}
