package export

import "github.com/interrex/interrex/model"

// ITF writes t in the Informal Trace Format of Apalache, which viewers and libraries of
// Apalache and Quint read (https://apalache-mc.org/docs/adr/015adr-trace.html). Each
// configuration is a state; its variable next is the event that happens in it, "" at the
// end. If the execution loops, the last state is followed by state number "loop".
func ITF(t Execution) ([]byte, error) {
	x := t.Execution
	count := len(x.Steps) + 1
	if x.Loops() {
		count-- // the last configuration is that in which the loop begins
	}
	var vars, states []any
	for i := range count {
		r := record{{"#meta", record{{"index", i}}}, {"next", nextEvent(x, i)}}
		r = append(r, inITF(state(x.System, x.At(i))).(record)...)
		states = append(states, r)
	}
	for _, p := range states[0].(record)[1:] {
		vars = append(vars, p.name)
	}
	trace := record{
		{"#meta", record{{"format", "ITF"}, {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
			{"source", t.Title}, {"description", t.Summary}}},
		{"vars", vars}, {"states", states},
	}
	if x.Loops() {
		trace = append(trace, part{"loop", x.Stem})
	}
	return document(trace)
}

// nextEvent returns the text of the event in configuration i, "" if there is none.
func nextEvent(x model.Execution, i int) string {
	if i == len(x.Steps) {
		return ""
	}
	return x.Steps[i].Event.String()
}
