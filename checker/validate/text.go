package validate

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Text writes the result for people: the verdict on the first line; for a log that
// is not valid, the lines that cannot come next, the nearest alternative to each as
// a diff, the other alternatives, and the last events before.
func (r Result) Text() string {
	var b strings.Builder
	switch r.Verdict {
	case Valid:
		fmt.Fprintf(&b, "valid: an execution of %s has %s\n", count(len(r.Schedule), "event"), lines(r.Lines))
		return b.String()
	case Unknown:
		fmt.Fprintf(&b, "unknown: cut short (%s); the longest prefix so far has %d of %s\n", r.Stopped, r.Explained, lines(r.Lines))
	default:
		fmt.Fprintf(&b, "invalid: no execution has %s; the longest prefix has %d\n", lines(r.Lines), r.Explained)
	}
	for i, x := range r.Next {
		if i == mostShown {
			fmt.Fprintf(&b, "\nand %s that cannot come next\n", lines(len(r.Next)-i))
			break
		}
		x.write(&b)
	}
	r.writeUrgent(&b)
	r.writeEvents(&b)
	return b.String()
}

// mostShown is how many lines that cannot come next are shown, and mostEvents
// how many events before them.
const (
	mostShown  = 3
	mostEvents = 10
)

func (x Next) write(b *strings.Builder) {
	b.WriteByte('\n')
	for _, l := range x.Lines {
		fmt.Fprintf(b, "%s: %v\n", l.Place, l)
	}
	switch {
	case len(x.Possible) == 0:
		fmt.Fprintf(b, "  cannot come next: nothing can happen to p%d now\n", x.Lines[0].Process)
	case len(x.Possible[0].Differences) == 0: // the search was cut short before it
		fmt.Fprintf(b, "  can come next: %v\n", x.Possible[0].Event)
	default:
		fmt.Fprintf(b, "  cannot come next; nearest to it (- log, + model): %v\n", x.Possible[0].Event)
		x.Possible[0].write(b)
		if x.waits() {
			fmt.Fprintf(b, "  no message can arrive at p%d now\n", x.Lines[0].Process)
		}
	}
	if x.Missing != nil {
		fmt.Fprintf(b, "  could come after %v\n", *x.Missing)
	}
	if len(x.Possible) > 1 {
		b.WriteString("  possible too:\n")
		for _, a := range x.Possible[1:] {
			fmt.Fprintf(b, "      %v\n", a.Event)
		}
	}
	if x.Omitted > 0 {
		fmt.Fprintf(b, "      and %d more\n", x.Omitted)
	}
}

// waits reports whether a message is missing: the nearest alternative to a
// reception is none.
func (x Next) waits() bool {
	receive := model.Receive.String()
	return x.Lines[0].Event == receive && x.Possible[0].Lines[0].Event != receive
}

// write writes the differences, or the first if that is of the event: all else
// differs with it.
func (a Alternative) write(b *strings.Builder) {
	for _, d := range a.Differences {
		if d.write(b); d.Field == "event" {
			return
		}
	}
}

func (d Difference) write(b *strings.Builder) {
	for _, side := range []struct{ sign, text string }{{"-", d.Log}, {"+", d.Model}} {
		if side.text != "" {
			fmt.Fprintf(b, "    %s %s %s\n", side.sign, d.Field, side.text)
		}
	}
}

func (r Result) writeUrgent(b *strings.Builder) {
	for i, e := range r.Urgent {
		if i == 0 {
			b.WriteString("\ntime cannot pass before\n")
		}
		fmt.Fprintf(b, "      %v\n", e)
	}
}

func (r Result) writeEvents(b *strings.Builder) {
	all := eventLines(r.Schedule)
	last := all[max(len(all)-mostEvents, 0):]
	switch {
	case len(last) == 0:
		b.WriteString("\nnothing comes before\n")
	case len(last) < len(all):
		fmt.Fprintf(b, "\nthe last %d of %s before:\n", len(r.Schedule)-last[0].before, count(len(r.Schedule), "event"))
	default:
		b.WriteString("\nthe events before:\n")
	}
	for _, l := range last {
		fmt.Fprintf(b, "%7d %s\n", l.before+1, l.text)
	}
}

// An eventLine is the text of an event, or of ticks in a row.
type eventLine struct {
	before int // how many events are
	text   string
}

func eventLines(events model.Schedule) []eventLine {
	var list []eventLine
	for i := 0; i < len(events); {
		one, ticks := eventLine{i, events[i].String()}, 0
		for i+ticks < len(events) && events[i+ticks].Kind == model.Tick {
			ticks++
		}
		if ticks > 1 {
			one.text += fmt.Sprintf(", %d times", ticks)
		}
		list = append(list, one)
		i += max(ticks, 1)
	}
	return list
}

func lines(n int) string { return count(n, "line") }

// count returns a number of things in words.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
