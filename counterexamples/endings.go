package counterexamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// atEnd tells of a property that a terminal configuration refutes.
func (t *telling) atEnd() string {
	last := t.count()
	if catalogued(t.property) == "validity" {
		if text := t.invalid(); text != "" {
			return text
		}
	}
	if name := catalogued(t.property); strings.Contains(name, "!=") {
		return fmt.Sprintf("It ends with %s. %s: %s.", t.amount(name), t.stop(), t.statuses(t.everybody()))
	}
	if q, r, ok := t.pair(); ok {
		at, then := t.since(q, last), t.since(r, last)
		if at > then {
			q, at, r, then = r, then, q, at
		}
		text := t.clash(q, at, r, then)
		if last > then {
			text += " " + t.stop() + "."
		}
		return text
	}
	return fmt.Sprintf("%s: %s.", t.stop(), t.statuses(t.everybody()))
}

// amount returns the amount that the property of that name, as in messages!=5, is about.
func (t *telling) amount(name string) string {
	of, number, _ := strings.Cut(name, "!=")
	text := number + " " + of
	if of != properties.EventsTaken.String() {
		text += fmt.Sprintf(", in %s", plural(t.count(), "event", "events"))
	}
	return text
}

// everybody returns all processes.
func (t *telling) everybody() []int {
	var list []int
	for q := range t.x.System.Network().N {
		list = append(list, q)
	}
	return list
}

// invalid tells of a process that has the wrong leader at the end, "" if there is none.
func (t *telling) invalid() string {
	net, last, h := t.x.System.Network(), t.count(), t.property.Shape()
	for q := range net.N {
		st := t.status(last, q)
		if t.aspect = ofLeader; st.Leader == model.NoID {
			t.aspect = ofRole
		}
		if !h.Each(net, q, st) {
			return fmt.Sprintf("%s, %s.", capital(t.turn(q, t.since(q, last))), t.unfit(q, st))
		}
		for r := range net.N {
			if r == q || h.Both(net, q, st, r, t.status(last, r)) {
				continue
			}
			return fmt.Sprintf("%s, %s.", capital(t.turn(q, t.since(q, last))), t.better(q, r))
		}
	}
	return ""
}

// unfit says why process q may not have this status at the end, with any status of the others.
func (t *telling) unfit(q int, st model.Status) string {
	net := t.x.System.Network()
	switch {
	case st.Aside:
		return "though it stands aside"
	case !slices.Contains(net.IDs, st.Leader):
		return "which is the identity of no process"
	}
	return fmt.Sprintf("though its own identity is %s", greaterOrLess(net.IDs[q], st.Leader))
}

// better says why process q may not name its leader at the end, or may not have won:
// process r is down, stands aside, or has a better identity.
func (t *telling) better(q, r int) string {
	net, st, other := t.x.System.Network(), t.status(t.count(), q), t.status(t.count(), r)
	leader := st.Leader
	if leader == model.NoID {
		leader = net.IDs[q]
	}
	switch {
	case leader == net.IDs[r] && other.Down:
		return fmt.Sprintf("but at the end p%d is down", r)
	case leader == net.IDs[r]:
		return fmt.Sprintf("but p%d stands aside", r)
	}
	return fmt.Sprintf("but at the end p%d is up, and its identity is %s", r, greaterOrLess(net.IDs[r], leader))
}

func greaterOrLess(a, b model.ID) string {
	if a > b {
		return "greater"
	}
	return "less"
}

// stop says that the execution ends, and after which event.
func (t *telling) stop() string {
	if t.count() == 0 {
		return "Nothing ever has to happen"
	}
	return fmt.Sprintf("After %s (event %d) nothing more has to happen", t.clause(t.count()-1), t.count())
}

// halt tells of a liveness property that a finite execution refutes.
func (t *telling) halt() string {
	return t.beforehand() + fmt.Sprintf("%s, and %s.", t.stop(), t.lack(t.count()))
}

// beforehand tells of the faults but for that of the last event, and adds the remarks on
// single events.
func (t *telling) beforehand() string {
	faults := t.faults()
	if last := t.count() - 1; last >= 0 && len(faults) > 0 && !t.x.Loops() && (t.moments[last].event.Kind.IsFault() || t.wrongly(last)) {
		faults = faults[:len(faults)-1]
	}
	text := ""
	if len(faults) > 0 {
		text = capital(strings.Join(faults, "; ")) + ". "
	}
	for _, r := range t.remarks {
		if !r.Whole {
			text += t.remark(r.After)
		}
	}
	return text
}

// remark tells of a leads-to where it is pending, and of a predicate that recurs where it held last. Of a
// property of every process it says for which it is refuted.
func (t *telling) remark(after int) string {
	about, text := "", "At the start "
	if who := t.property.For(t.x); who != nil {
		about = " for " + processNames(who)
	}
	if after > 0 {
		text = fmt.Sprintf("With event %d (%s) ", after, t.clause(after-1))
	}
	if t.property.Form == properties.LeadsTo {
		return text + "the trigger holds" + about + ", and the goal never follows. "
	}
	if about != "" {
		return "It is refuted" + about + ". "
	}
	return text + "it holds for the last time. "
}

// lack says which condition is missing in the configurations from one on.
func (t *telling) lack(from int) string {
	list, ok := t.failing(from)
	switch {
	case catalogued(t.property) == "elected":
		return "no process has won: " + t.statuses(t.everybody())
	case !ok:
		return t.statuses(t.everybody())
	}
	verbs := map[aspect][2]string{ofLeader: {"names no leader", "name no leader"}, ofHalting: {"has not terminated", "have not terminated"}}
	if verb, ok := verbs[t.aspect]; ok {
		return processNames(list) + " " + verb[min(len(list)-1, 1)]
	}
	return t.statuses(list)
}

// loop tells of a fair loop.
func (t *telling) loop() string {
	first, last := t.x.Stem+1, t.count()
	text := fmt.Sprintf("Events %d to %d repeat for ever", first, last)
	if first == last {
		text = fmt.Sprintf("Event %d repeats for ever", first)
	}
	return t.beforehand() + fmt.Sprintf("%s: %s again and again%s.", text, t.inLoop(), t.meanwhile())
}

// inLoop tells of the events of the loop.
func (t *telling) inLoop() string {
	var messages, others []string
	var receivers []int
	for i := t.x.Stem; i < t.count(); i++ {
		m := t.moments[i]
		for _, e := range m.entries {
			if f := e.flight; e.mark.text == "" && f.fate != lost {
				messages, receivers = append(messages, f.text), append(receivers, f.link.To)
			}
		}
		if kind := m.event.StepKind(); !kind.IsOfMessage() && !kind.IsOfAll() {
			others = append(others, t.clause(i))
		}
	}
	var parts []string
	if receivers != nil {
		slices.Sort(receivers)
		receivers = slices.Compact(receivers)
		verb := [...]string{"receives", "receive"}[min(len(receivers)-1, 1)]
		parts = append(parts, fmt.Sprintf("%s %s %s", processNames(receivers), verb, few(distinct(messages), "other message", "other messages")))
	}
	if others != nil {
		parts = append(parts, few(distinct(others), "more event", "more events"))
	}
	if parts == nil {
		parts = []string{"time passes"}
	}
	return strings.Join(parts, ", and ")
}

// few enumerates at most four texts, and counts the others.
func few(list []string, one, many string) string {
	const most = 4
	if more := len(list) - most; more > 1 {
		list = append(list[:most:most], plural(more, one, many))
	}
	return enumerated(list)
}

// meanwhile says which condition is missing throughout the loop.
func (t *telling) meanwhile() string {
	switch name := catalogued(t.property); {
	case name == "elected":
		return "; no process ever wins"
	case name == "" || t.property.Form == properties.Terminates:
		return ""
	}
	list, ok := t.failing(t.x.Stem)
	for _, q := range list {
		if ok && t.since(q, t.count()) > t.x.Stem { // its status changes within the loop
			verbs := map[aspect][2]string{ofRole: {"decides", "decide"}, ofLeader: {"names a leader", "name a leader"}, ofHalting: {"terminates", "terminate"}}
			return fmt.Sprintf("; %s never %s for good", processNames(list), verbs[t.aspect][min(len(list)-1, 1)])
		}
	}
	return "; meanwhile " + t.lack(t.x.Stem)
}
