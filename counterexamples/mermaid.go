package counterexamples

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Mermaid writes x as a sequenceDiagram of Mermaid, which GitHub draws. It shows each
// message at the event of its arrival.
func Mermaid(x model.Execution, remarks ...properties.Remark) string {
	p := newPicture(x, remarks)
	m := &mermaid{}
	m.line("sequenceDiagram")
	for q := range x.System.Network().N {
		m.line("    participant p%d as %s", q, strings.Join(p.name(q), "<br/>"))
	}
	m.remarks(p, 0)
	for i, moment := range p.moments {
		if x.Loops() && i == x.Stem {
			m.line("    loop for ever")
		}
		m.moment(p, moment)
		m.remarks(p, i+1)
	}
	if x.Loops() {
		m.line("    end")
	}
	for _, f := range p.flying {
		m.line("    p%d--)p%d: %s (in flight)", f.link.From, f.link.To, f.text)
	}
	for q := range x.System.Network().N {
		m.line("    Note over p%d: %s", q, strings.Join(p.end(q), "<br/>"))
	}
	return m.out.String()
}

type mermaid struct{ out strings.Builder }

// line writes a line and escapes its arguments.
func (m *mermaid) line(format string, args ...any) {
	escape := strings.NewReplacer("#", "#35;", ";", "#59;")
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = escape.Replace(text)
		}
	}
	fmt.Fprintf(&m.out, format+"\n", args...)
}

// remarks writes the remarks after that many events.
func (m *mermaid) remarks(p picture, events int) {
	for _, text := range p.remarksAfter(events) {
		m.line("    Note over p0,p%d: %s", p.x.System.Network().N-1, text)
	}
}

func (m *mermaid) moment(p picture, moment moment) {
	if moment.isTick() {
		m.line("    Note over p0,p%d: %s", p.x.System.Network().N-1, moment.clock())
	}
	if moment.isRound() {
		m.line("    Note over p0,p%d: %s", p.x.System.Network().N-1, moment.event.String())
	}
	for _, e := range moment.entries {
		f := e.flight
		switch {
		case e.mark.text != "":
			m.line("    Note over p%d: %s", e.mark.process, e.mark.text)
		case f.fate == lost:
			m.line("    p%d-xp%d: %s", f.link.From, f.link.To, f.text)
		default:
			m.line("    p%d->>p%d: %s", f.link.From, f.link.To, f.text)
		}
	}
	for _, change := range moment.changes {
		m.line("    Note right of p%d: %s", change.process, change.text)
	}
}
