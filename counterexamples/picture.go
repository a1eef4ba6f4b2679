package counterexamples

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A picture is an execution as the charts show it: a message flies from the moment
// in which it is sent to the moment in which it arrives or is lost.
type picture struct {
	x       model.Execution
	moments []moment
	flying  []flight // at the end
	remarks []properties.Remark
}

// remarksAfter returns the texts of the remarks after that many events.
func (p picture) remarksAfter(events int) []string {
	var list []string
	for _, r := range p.remarks {
		if r.After == events {
			list = append(list, r.Text)
		}
	}
	return list
}

// noteWidth is the most columns of a line with changes of statuses below an event, if a change is not wider.
const noteWidth = 40

// notesAfter returns the statuses that the last of that many events changes, and the remarks after it.
func (p picture) notesAfter(events int) []string {
	var changed []string
	if events > 0 {
		for _, m := range p.moments[events-1].changes {
			changed = append(changed, fmt.Sprintf("p%d %s", m.process, m.text))
		}
	}
	if changed == nil {
		return p.remarksAfter(events)
	}
	return append(wrapped(strings.Join(changed, "; "), noteWidth), p.remarksAfter(events)...)
}

// split returns the picture with the remarks on single configurations, and the texts of
// those on the whole.
func (p picture) split() (picture, []string) {
	var single []properties.Remark
	var whole []string
	for _, r := range p.remarks {
		if r.Whole {
			whole = append(whole, r.Text)
		} else {
			single = append(single, r)
		}
	}
	p.remarks = single
	return p, whole
}

// A moment is one event in a chart.
type moment struct {
	event   model.Event
	time    int      // the ticks up to the event, and with it if it is one
	entries []entry  // in order; none for a tick, and for a round in which nobody wakes or receives
	changes []mark   // new statuses
	merged  []flight // messages sent into a set that held them already
}

// An entry is a mark or, if that has no text, a flight that ends.
type entry struct {
	mark   mark
	flight flight
}

// A mark is a word beside a process that names its event.
type mark struct {
	process int
	text    string
}

func (m *moment) mark(p int, text string) {
	m.entries = append(m.entries, entry{mark: mark{p, text}})
}

func (m *moment) markAll(list []int, text string) {
	for _, p := range list {
		m.mark(p, text)
	}
}

func (m *moment) end(f flight) {
	m.entries = append(m.entries, entry{flight: f})
}

// isRound reports whether the moment is a round.
func (m *moment) isRound() bool { return m.event.StepKind() == model.Round }

// isTick reports whether time passes in the moment.
func (m *moment) isTick() bool { return m.event.Kind == model.Tick }

// clock says how much time has passed.
func (m *moment) clock() string { return fmt.Sprintf("time %d", m.time) }

// A flight is a message between the moment in which it is sent (-1: before the
// first) and the moment in which its flight ends.
type flight struct {
	link     model.Link
	text     string
	sent, at int
	fate     fate
}

// fate is how the flight of a message ends.
type fate uint8

const (
	flying   fate = iota // it has not ended
	arrived              // the message was received
	repeated             // the message was received and is still in flight: a duplication
	lost
)

// A tracker follows the messages of each link. It identifies a message as the first
// of its link with the same text: a queued link keeps the order, and on others equal
// messages are interchangeable.
type tracker struct {
	sys    *model.System
	flying [][]flight // by link
}

func newPicture(x model.Execution, remarks []properties.Remark) picture {
	t := newTracker(x)
	p := picture{x: x, remarks: remarks}
	time := 0
	for i, step := range x.Steps {
		m := t.moment(i, x.At(i), step)
		if m.isTick() {
			time++
		}
		m.time = time
		m.changes = changes(x, i)
		p.moments = append(p.moments, m)
	}
	for _, list := range t.flying {
		for _, f := range list {
			f.at = len(x.Steps)
			p.flying = append(p.flying, f)
		}
	}
	return p
}

// flights returns all flights, in the order in which they end, then those of the
// messages in flight at the end.
func (p picture) flights() []flight {
	var list []flight
	for _, m := range p.moments {
		for _, e := range m.entries {
			if e.mark.text == "" {
				list = append(list, e.flight)
			}
		}
	}
	return append(list, p.flying...)
}

func newTracker(x model.Execution) *tracker {
	t := &tracker{sys: x.System, flying: make([][]flight, len(x.System.Links()))}
	for i, ch := range x.System.Semantics().Channels() {
		for _, e := range x.Start.Channels[i] {
			link := t.into(ch.To, e.Port)
			t.flying[link] = append(t.flying[link], flight{link: t.sys.Links()[link], text: e.Text(), sent: -1})
		}
	}
	return t
}

// into returns the link that arrives at port q of process p.
func (t *tracker) into(p int, q model.Port) int {
	return slices.IndexFunc(t.sys.Links(), func(l model.Link) bool { return l.To == p && l.ToPort == q })
}

// moment follows one event.
func (t *tracker) moment(i int, before model.Configuration, step model.Successor) moment {
	e, m := step.Event, moment{event: step.Event}
	switch cause := e.StepKind(); {
	case cause.IsOfMessage() && cause != model.Delay:
		m.end(t.end(i, t.into(e.Process, e.Port), e.Message, cause))
	case cause == model.Round:
		m.markAll(e.Wakes, "wake")
		t.deliver(i, before, &m)
	case cause == model.Tick:
	case cause == model.Divide:
		m.markAll(e.Group, "cut off")
	case cause == model.Heal:
		m.markAll(t.sys.Semantics().Divided(before), "heal")
	case cause != model.Crash && cause != model.Betray && cause != model.Forge:
		m.mark(e.Process, markText(t.sys, e, cause))
	}
	t.sends(i, step, &m)
	if e.Kind == model.Forge {
		m.mark(e.Process, "forge")
	}
	if e.Kind == model.Crash || e.Kind == model.Betray {
		m.mark(e.Process, e.Kind.String())
		t.discard(i, e.Process, &m)
	}
	return m
}

// deliver ends the flights of all messages that do not wait, in the order in which a round delivers.
func (t *tracker) deliver(i int, before model.Configuration, m *moment) {
	var ends []flight
	for link := range t.flying {
		for _, e := range before.Channels[link] { // in lockstep each link has a channel
			if e.Waits {
				break
			}
			ends = append(ends, t.end(i, link, t.flying[link][0].text, model.Receive))
		}
	}
	order := make([]int, len(ends)) // places share the code of other sorts
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := ends[i].link, ends[j].link
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.ToPort, b.ToPort))
	})
	for _, i := range order {
		m.end(ends[i])
	}
}

func markText(s *model.System, e model.Event, cause model.Kind) string {
	switch cause {
	case model.Timeout:
		if e.Name != "" {
			return e.Name + " timeout"
		}
		return fmt.Sprintf("timeout %d", e.Timer)
	case model.Invoke:
		if e.Name != "" {
			return e.Name
		}
		return fmt.Sprintf("invoke %d", e.Operation)
	case model.Wake:
		return cmp.Or(e.Name, "wake")
	case model.Suspect:
		return fmt.Sprintf("suspect p%d", s.Peer(e.Process, e.Port))
	case model.Cut:
		return fmt.Sprintf("cut p%d", e.Peer)
	case model.Delay:
		return "delay " + e.Message
	}
	return cause.String()
}

// end ends the flight of a message in moment i.
func (t *tracker) end(i, link int, text string, cause model.Kind) flight {
	at := slices.IndexFunc(t.flying[link], func(f flight) bool { return f.text == text })
	f := t.flying[link][at]
	f.at, f.fate = i, arrived
	switch cause {
	case model.Duplicate:
		f.fate = repeated
		return f
	case model.Lose:
		f.fate = lost
	}
	t.flying[link] = slices.Delete(t.flying[link], at, at+1)
	return f
}

// sends starts the flights of the messages that moment i sends.
func (t *tracker) sends(i int, step model.Successor, m *moment) {
	for _, sent := range step.Sends {
		f := flight{link: t.sys.Links()[sent.Link], text: sent.Message, sent: i, at: i, fate: lost}
		cut := step.Next.Severed(sent.Link)
		equal := func(other flight) bool { return other.text == f.text }
		switch {
		case !sent.Lost:
			f.fate = flying
			t.flying[sent.Link] = append(t.flying[sent.Link], f)
		case cut, step.Next.Down[f.link.To], !slices.ContainsFunc(t.flying[sent.Link], equal), !t.sys.Network().Order.Distinct():
			m.end(f)
		default:
			m.merged = append(m.merged, f)
		}
	}
}

// discard ends the flights to process p, which crashes or betrays.
func (t *tracker) discard(i, p int, m *moment) {
	for link, l := range t.sys.Links() {
		for l.To == p && len(t.flying[link]) > 0 {
			m.end(t.end(i, link, t.flying[link][0].text, model.Lose))
		}
	}
}

// changes returns the statuses that step i changes.
func changes(x model.Execution, i int) []mark {
	var list []mark
	before, after := x.At(i), x.At(i+1)
	for p := range x.System.Network().N {
		if st := x.System.Status(after, p); st != x.System.Status(before, p) && st.Live() {
			text := st.String()
			if after.Failed() && after.Failures[p] != "" {
				text = "failed: " + after.Failures[p]
			}
			list = append(list, mark{p, text})
		}
	}
	return list
}

// straying reports whether the message flies over the seam of a ring: between
// the last process and the first.
func (p picture) straying(l model.Link) bool {
	net := p.x.System.Network()
	isRing := net.Topology == model.Ring || net.Topology == model.UnidirectionalRing
	return isRing && (l.FromPort == 0 && l.From == net.N-1 || l.FromPort == 1 && l.From == 0)
}

// name returns the text above the column of process p.
func (p picture) name(q int) []string {
	net := p.x.System.Network()
	lines := []string{fmt.Sprintf("p%d", q)}
	if program := p.x.System.Semantics().Program(q); program != "" {
		lines = append(lines, program)
	}
	if net.IDs != nil {
		lines = append(lines, fmt.Sprintf("id=%d", net.IDs[q]))
	}
	if net.Labels != nil {
		lines = append(lines, fmt.Sprintf("label=%d", net.Labels[q]))
	}
	if net.Start != nil {
		lines = append(lines, fmt.Sprintf("start=%d", net.Start[q]))
	}
	return lines
}

// end returns the words of the status of a process at the end.
func (p picture) end(q int) []string {
	last := p.x.Last()
	st := p.x.System.Status(last, q)
	switch {
	case last.Betrayed(q):
		return []string{"traitor"}
	case st.Down:
		return []string{"down"}
	}
	return st.Words()
}

// ending says in words how the execution ends.
func (p picture) ending() string {
	x := p.x
	switch {
	case x.Loops():
		return fmt.Sprintf("then again from %d, for ever", x.Stem+1)
	case x.Last().Failed():
		return "a step is not well-formed"
	case x.System.Terminal(x.Last()):
		return "terminal: nothing more has to happen"
	}
	return ""
}
