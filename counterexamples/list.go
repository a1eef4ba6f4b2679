package counterexamples

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// List writes x as a list of its events in words, for a page that is too narrow for
// [Chart]. It says the same as the chart. Lines have at most so many columns, as far as
// their words allow.
//
//	2  p1 receives ELECT(2) from p0 (sent in 1); p1 lost
func List(x model.Execution, columns int, remarks ...properties.Remark) string {
	l := list{picture: newPicture(x, remarks), columns: columns}
	for q := range x.System.Network().N {
		l.write("", strings.Join(append(l.name(q), l.startWord(q)...), " "))
	}
	l.aside(l.remarksAfter(0))
	for i, m := range l.moments {
		if x.Loops() && i == x.Stem {
			l.write("", "from here on for ever:")
		}
		l.moment(i, m)
	}
	for _, f := range l.flying {
		l.write("", fmt.Sprintf("%s from p%d to p%d is still in flight%s", f.text, f.link.From, f.link.To, sentText(f)))
	}
	if text := l.ending(); text != "" {
		l.write("", text)
	}
	for q := range x.System.Network().N {
		l.write("", fmt.Sprintf("p%d at the end: %s", q, strings.Join(l.end(q), " ")))
	}
	return l.out.String()
}

// A list is an execution that is being written as a list of events.
type list struct {
	picture
	columns int
	out     strings.Builder
}

// startWord says if a process is down at the start.
func (l *list) startWord(q int) []string {
	if l.x.Start.Down[q] {
		return []string{"(down)"}
	}
	return nil
}

// write writes an event with its number, or a line without one.
func (l *list) write(number, text string) {
	for _, line := range wrapped(text, l.columns-5) {
		fmt.Fprintf(&l.out, "%3s  %s\n", number, line)
		number = ""
	}
}

// aside writes remarks.
func (l *list) aside(remarks []string) {
	for _, text := range remarks {
		l.write("", "("+text+")")
	}
}

// moment writes moment i, with all that follows from it.
func (l *list) moment(i int, m moment) {
	parts := []string{l.clause(i)}
	switch {
	case m.isTick():
		parts = []string{m.clock()}
	case m.isRound() && !m.event.Within:
		parts = []string{"round" + choiceText(m.event.Choices)}
	}
	for _, e := range m.entries {
		switch f := e.flight; {
		case m.isRound() && e.mark.text != "" && e.mark.text != model.Crash.String():
			parts = append(parts, fmt.Sprintf("p%d wakes", e.mark.process))
		case e.mark.text != "":
		case f.fate == lost && m.event.Kind != model.Lose:
			parts = append(parts, fmt.Sprintf("%s from p%d to p%d is lost%s", f.text, f.link.From, f.link.To, sentText(f)))
		case m.isRound():
			parts = append(parts, fmt.Sprintf("p%d receives %s from p%d%s", f.link.To, f.text, f.link.From, sentText(f)))
		default:
			parts[0] += sentText(f)
		}
	}
	for _, f := range m.merged {
		parts = append(parts, fmt.Sprintf("%s to p%d is in flight already", f.text, f.link.To))
	}
	for _, change := range m.changes {
		parts = append(parts, fmt.Sprintf("p%d %s", change.process, change.text))
	}
	l.write(fmt.Sprint(i+1), strings.Join(parts, "; "))
	l.aside(l.remarksAfter(i + 1))
}

// sentText says in which event a message was sent, in brackets, if that was before the
// event in which its flight ends.
func sentText(f flight) string {
	switch {
	case f.sent < 0:
		return " (sent at the start)"
	case f.sent < f.at:
		return fmt.Sprintf(" (sent in %d)", f.sent+1)
	}
	return ""
}
