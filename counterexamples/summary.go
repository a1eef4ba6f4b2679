package counterexamples

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Summary says in one or two sentences how x refutes (or witnesses) p. It is made from
// the execution, and from the part of the status that p looks at: which processes contradict
// each other and upon which events they came to do so, which faults had a part in it, which
// messages had not arrived yet and how long timers still ran. Of properties of your own that are more
// than shapes, it says which event decides them.
func Summary(x model.Execution, p properties.Property) string {
	t := &telling{picture: newPicture(x, p.Remarks(x)), property: p, aspect: aspectOf(p)}
	switch {
	case x.Loops():
		return t.loop()
	case p.Form.IsLiveness():
		return t.halt()
	case p.Form == properties.AtEnd:
		return t.atEnd()
	}
	return t.decisive()
}

// A telling is a summary that is being made.
type telling struct {
	picture
	property properties.Property
	aspect   aspect
}

// An aspect is the part of a status that a property is about.
type aspect uint8

const (
	ofWhole aspect = iota
	ofRole
	ofTerm // and role
	ofLeader
	ofHalting
	ofBounds
)

// aspectOf returns the part of the status that a property of the catalogue is about. Of others it
// is the whole status, also if they have the name of one.
func aspectOf(p properties.Property) aspect {
	switch catalogued(p) {
	case "uniqueness", "uniqueness-ever", "undisturbed":
		return ofTerm
	case "elected", "decided", "one-candidate", "irrevocability", "leader-reachable":
		return ofRole
	case "agreement", "validity", "known":
		return ofLeader
	case "halted":
		return ofHalting
	case "within-bounds":
		return ofBounds
	}
	return ofWhole
}

// catalogued returns the name of p if it is the property of the catalogue of that name,
// else "".
func catalogued(p properties.Property) string {
	for _, e := range []properties.Extreme{properties.Greatest, properties.Least} {
		known, err := properties.Named(p.Name, e)
		if err == nil && known.Form == p.Form && known.Statement == p.Statement {
			return p.Name
		}
	}
	return ""
}

// of returns the part of a status.
func (a aspect) of(st model.Status) model.Status {
	switch part := (model.Status{Down: st.Down, Failed: st.Failed}); a {
	case ofRole:
		part.Role = st.Role
		return part
	case ofTerm:
		part.Role, part.Term = st.Role, st.Term
		return part
	case ofLeader:
		part.Leader = st.Leader
		return part
	case ofHalting:
		part.Halted = st.Halted
		return part
	case ofBounds:
		part.Bounded = st.Bounded
		return part
	}
	return st
}

// says says in words that process q has come into a status, as a verb: "wins".
func (t *telling) says(q int, st model.Status) string {
	switch a := t.aspect; {
	case st.Down:
		return "crashes"
	case st.Failed:
		return "fails"
	case a == ofLeader:
		return t.names(q, st.Leader)
	case a == ofHalting:
		return "terminates"
	case a == ofBounds:
		return "would go on beyond a bound of the instance"
	case a == ofWhole:
		return "becomes " + st.String()
	}
	verb := [...]string{"is undecided", "becomes a candidate", "loses", "wins"}[st.Role]
	if st.Term > 0 && t.aspect == ofTerm {
		verb += fmt.Sprintf(" in term %d", st.Term)
	}
	return verb
}

// names says whom process q names.
func (t *telling) names(q int, id model.ID) string {
	switch r := slices.Index(t.x.System.Network().IDs, id); {
	case id == model.NoID:
		return "names no leader"
	case r < 0:
		return fmt.Sprintf("names %d the leader", id)
	case r == q:
		return "names itself the leader"
	default:
		return fmt.Sprintf("names p%d the leader", r)
	}
}

// status returns the status of process q after that many events.
func (p picture) status(events, q int) model.Status { return p.x.System.Status(p.x.At(events), q) }

// count returns the number of events.
func (p picture) count() int { return len(p.moments) }

// since returns the number of events after which process q got the part of its status
// that it has after that many events, and has kept ever since; 0: from the start.
func (t *telling) since(q, events int) int {
	now := t.aspect.of(t.status(events, q))
	for events > 0 && t.aspect.of(t.status(events-1, q)) == now {
		events--
	}
	return events
}

// turn says how process q came, with the last of that many events, into the status that
// it has then: "p1 wins when it receives ELECT(2) from p0 (event 4)".
func (t *telling) turn(q, events int) string {
	verb := fmt.Sprintf("p%d %s", q, t.says(q, t.status(events, q)))
	if events == 0 {
		return verb + " at the start"
	}
	return verb + t.when(q, events)
}

// when says upon which event, the last of that many, process q does something.
func (t *telling) when(q, events int) string {
	m := t.moments[events-1]
	switch e := m.event; {
	case m.isRound():
		return fmt.Sprintf(" in round %d (event %d)", t.rounds(events), events)
	case e.Process == q:
		return fmt.Sprintf(" when %s (event %d)", t.happens(e, "it", "its"), events)
	}
	return fmt.Sprintf(" when %s (event %d)", t.clause(events-1), events)
}

// rounds returns how many of that many events are rounds.
func (t *telling) rounds(events int) int {
	sum := 0
	for _, m := range t.moments[:events] {
		if m.isRound() {
			sum++
		}
	}
	return sum
}

// decisive tells of a property that the last event refutes or witnesses.
func (t *telling) decisive() string {
	if t.count() == 0 {
		return "The start decides it, before any event."
	}
	last := t.count()
	switch name := catalogued(t.property); {
	case name == "uniqueness-ever":
		if q, at, r := t.winners(); r >= 0 {
			return t.clash(q, at, r, last)
		}
	case t.x.IllFormed() != "":
		return t.failure()
	case name == "irrevocability":
		return t.revoked()
	}
	if text, ok := t.messages(); ok {
		return text
	}
	if q, r, ok := t.pair(); ok {
		at, then := t.since(q, last), t.since(r, last)
		if at > then {
			q, at, r, then = r, then, q, at
		}
		return t.clash(q, at, r, then)
	}
	return t.lastEvent()
}

// failure tells of the step that is not well-formed.
func (t *telling) failure() string {
	last := t.count()
	for q, why := range t.x.Last().Failures {
		if why != "" {
			return fmt.Sprintf("The step of p%d%s is not well-formed: %s.", q, t.when(q, last), why)
		}
	}
	return ""
}

// revoked tells of a decision that the last event changes.
func (t *telling) revoked() string {
	last := t.count()
	for q := range t.x.System.Network().N {
		before, after := t.status(last-1, q), t.status(last, q)
		if before.Live() && before.Role >= model.Lost && after.Live() && after.Role != before.Role {
			return fmt.Sprintf("%s, and then it %s%s.", t.turn(q, t.since(q, last-1)), t.says(q, after), t.when(q, last))
		}
	}
	return t.lastEvent()
}

// lastEvent tells of the last event: of the processes whose status it changes, of the last
// timeout or fault elsewhere before, and of timers that still run.
func (t *telling) lastEvent() string {
	last := t.count()
	m := t.moments[last-1]
	text := fmt.Sprintf("Event %d decides it: %s", last, t.clause(last-1))
	for i, change := range m.changes {
		if turn := t.turn(change.process, last); i == 0 {
			text = turn
		} else {
			text += ", and " + turn
		}
	}
	if before := t.elsewhere(last-1, m.event.Process); before != "" {
		text += ", after " + before
	}
	if clocks := t.clocks(last, m.event.Process); clocks != "" {
		text += "; " + clocks
	}
	return capital(text) + "."
}

// messages tells of the bound N of the property messages<=N, if it is that.
func (t *telling) messages() (string, bool) {
	most, ok := strings.CutPrefix(catalogued(t.property), "messages<=")
	bound, err := strconv.Atoi(most)
	if !ok || err != nil {
		return "", false
	}
	sent := t.x.System.Semantics().SentAtStart()
	for _, step := range t.x.Steps {
		sent += len(step.Sends)
	}
	return fmt.Sprintf("When %s (event %d), %s been sent: more than %d.", t.clause(t.count()-1), t.count(), plural(sent, "message has", "messages have"), bound), true
}

// pair returns two processes whose statuses at the end contradict the property, those
// whose statuses last longest if there are several.
func (t *telling) pair() (q, r int, ok bool) {
	h := t.property.Shape()
	if h == nil || h.Both == nil {
		return 0, 0, false
	}
	least, last := 0, t.count()
	for a := range t.x.System.Network().N {
		for b := range t.x.System.Network().N {
			if a == b || h.Both(t.x.System.Network(), a, t.status(last, a), b, t.status(last, b)) {
				continue
			}
			if total := t.since(a, last) + t.since(b, last); !ok || total < least {
				q, r, ok, least = a, b, true, total
			}
		}
	}
	return q, r, ok
}

// winners returns the process that the last event makes win, r, and another that won in
// the same term before, q, after that many events; -1 if there are none.
func (t *telling) winners() (q, at, r int) {
	last := t.count()
	for r := range t.x.System.Network().N {
		st := t.status(last, r)
		if !wins(st) || t.aspect.of(t.status(last-1, r)) == t.aspect.of(st) {
			continue
		}
		for at := last; at >= 0; at-- {
			for q := range t.x.System.Network().N {
				if other := t.status(at, q); q != r && wins(other) && other.Term == st.Term {
					return q, t.since(q, at), r
				}
			}
		}
	}
	return -1, 0, -1
}

func wins(st model.Status) bool { return st.Live() && !st.Failed && st.Role == model.Won }

// clash tells of process q, whose status after that many events contradicts the one that
// process r has later.
func (t *telling) clash(q, at, r, then int) string {
	if at == then && at > 0 {
		return fmt.Sprintf("%s, and p%d %s in the same event.", t.turn(q, at), r, t.says(r, t.status(then, r)))
	}
	text := fmt.Sprintf("%s. Then %s", capital(t.turn(q, at)), t.turn(r, then))
	if why := t.unaware(q, at, r, then); why != "" {
		text += "; " + why
	}
	return text + "."
}

// statuses tells of the statuses of processes at the end, those that are alike together.
func (t *telling) statuses(list []int) string {
	var words [][2]string
	for _, q := range list {
		words = append(words, t.isAtEnd(q))
	}
	var parts []string
	for i, w := range words {
		if slices.Index(words, w) < i {
			continue
		}
		var alike []int
		for k, q := range list {
			if words[k] == w {
				alike = append(alike, q)
			}
		}
		parts = append(parts, processNames(alike)+" "+w[min(len(alike)-1, 1)])
	}
	return strings.Join(parts, "; ")
}

// isAtEnd puts the status of process q at the end into words, of one process and of several.
func (t *telling) isAtEnd(q int) [2]string {
	st, last := t.status(t.count(), q), t.x.At(t.count())
	both := func(words string) [2]string { return [2]string{"is " + words, "are " + words} }
	switch {
	case last.Betrayed(q):
		return [2]string{"is a traitor", "are traitors"}
	case st.Down && t.since(q, t.count()) == 0:
		return both("down from the start")
	case st.Down:
		return both("down")
	case st.Failed:
		return [2]string{"has failed", "have failed"}
	case st.Own != nil:
		return both(st.String())
	}
	words := [...][2]string{both("undecided"), {"is a candidate", "are candidates"}, {"has lost", "have lost"}, {"has won", "have won"}}[st.Role]
	if st.Term > 0 {
		for i := range words {
			words[i] += fmt.Sprintf(" in term %d", st.Term)
		}
	}
	return words
}

// failing returns the processes whose statuses do not satisfy the part Each of the
// property in some configuration from one on, and false if it has no such part.
func (t *telling) failing(from int) ([]int, bool) {
	h := t.property.Shape()
	if h == nil || h.Each == nil {
		return nil, false
	}
	var list []int
	for q := range t.x.System.Network().N {
		for i := from; i <= t.count(); i++ {
			if !h.Each(t.x.System.Network(), q, t.status(i, q)) && !slices.Contains(list, q) {
				list = append(list, q)
			}
		}
	}
	return list, true
}
