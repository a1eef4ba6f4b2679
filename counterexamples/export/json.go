package export

import (
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// JSON writes t as one object: the processes, the events with their messages, and the states,
// of which there is one more than events. "loop" is the number of the first event that happens again and
// again, from 0, or null.
func JSON(t Execution) ([]byte, error) {
	x := t.Execution
	o := record{{"format", "interrex execution v1"}, {"title", t.Title}, {"summary", t.Summary}, {"file", t.Values},
		{"processes", processes(x.System)}, {"events", events(t)}}
	states := []any{}
	for i := range len(x.Steps) + 1 {
		states = append(states, state(x.System, x.At(i)))
	}
	o = append(o, part{"states", states}, part{"loop", nil})
	if x.Loops() {
		o[len(o)-1].value = x.Stem
	}
	return document(o)
}

func processes(s *model.System) []any {
	net, list := s.Network(), []any{}
	for p := range net.N {
		r := record{{"name", processName(p)}}
		if net.IDs != nil {
			r = append(r, part{"id", net.IDs[p]})
		}
		if net.Labels != nil {
			r = append(r, part{"label", net.Labels[p]})
		}
		if program := s.Semantics().Program(p); program != "" {
			r = append(r, part{"program", program})
		}
		list = append(list, r)
	}
	return list
}

// events returns the events. Process is -1 for a round and a tick; "sent" is the event that
// sent a message, from 0, and -1 for one that is in flight before the first event.
func events(t Execution) []any {
	x, list := t.Execution, []any{}
	received := counterexamples.Receptions(x)
	for i, step := range x.Steps {
		receives, sends := []any{}, []any{}
		for _, m := range received[i] {
			receives = append(receives, record{{"from", m.Link.From}, {"to", m.Link.To}, {"port", m.Link.ToPort}, {"message", m.Message}, {"sent", m.Sent}})
		}
		for _, m := range step.Sends {
			l := x.System.Links()[m.Link]
			sends = append(sends, record{{"from", l.From}, {"to", l.To}, {"port", l.ToPort}, {"message", m.Message}, {"lost", m.Lost}})
		}
		list = append(list, record{{"event", step.Event.String()}, {"process", step.Event.Process}, {"kind", step.Event.Kind.String()},
			{"obligatory", step.Obligatory}, {"receives", receives}, {"sends", sends}, {"remarks", remarksAfter(t, i+1)}})
	}
	return list
}

// remarksAfter returns the remarks after so many events; those before the first stand with it.
func remarksAfter(t Execution, events int) []string {
	texts := []string{}
	for _, r := range t.Remarks {
		if r.After == events || r.After < 1 && events == 1 {
			texts = append(texts, r.Text)
		}
	}
	return texts
}
