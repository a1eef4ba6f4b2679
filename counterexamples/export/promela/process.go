package promela

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// An option is one way to go on: its conditions, of which the last may receive, its effects, and
// the label after it.
type option struct {
	event  model.Event
	when   []string
	do     []string
	target string
}

func (w *writer) option(x option) {
	when := joined(x.when, " && ")
	if when == "" {
		when = "true"
	}
	text := when
	if len(x.do) > 0 {
		text += " -> " + strings.Join(x.do, "; ")
	}
	fmt.Fprintf(w, "\t:: d_step { %s }; goto %s /* %s */\n", text, x.target, comment(x.event.String()))
}

// process writes process p, beginning with the label at which it begins.
func (w *writer) process(p int) {
	type place struct {
		local int
		down  bool
	}
	var places []place
	for l := range w.rules[p] {
		places = append(places, place{l, false})
		if w.network.Faults.Restart > 0 {
			places = append(places, place{l, true})
		}
	}
	if w.falls && w.network.Faults.Restart == 0 {
		places = append(places, place{0, true})
	}
	c, first := w.system.Initial(), place{0, true}
	if first.down = c.Down[p]; c.Locals[p] != nil {
		first.local = int(w.tables.Local(p, c.Locals[p]))
	}
	places = slices.DeleteFunc(places, func(x place) bool { return x == first })
	fmt.Fprintf(w, "\nproctype p%d() {\n", p)
	for _, x := range append([]place{first}, places...) {
		if x.down {
			w.fallen(p, x.local)
		} else {
			w.local(p, x.local)
		}
	}
	fmt.Fprint(w, "}\n")
}

// local writes a local state of process p.
func (w *writer) local(p, l int) {
	fmt.Fprintf(w, "%s:\t/* %s */\n\tif\n", label(l), comment(w.textOf(p, l)))
	for _, r := range w.rules[p][l] {
		w.rule(p, l, r)
	}
	if when, do, ok := w.budget("crash"); ok {
		w.option(option{model.Event{Process: p, Kind: model.Crash}, []string{when}, append(nonEmpty(do), w.crash(p, l)...), w.downLabel(l)})
	}
	fmt.Fprint(w, "\t:: false -> skip\n\tfi;\n")
}

// fallen writes the process while it is down; l is the local state in which it crashed, if it may
// restart.
func (w *writer) fallen(p, l int) {
	fmt.Fprintf(w, "%s:\n\tif\n", w.downLabel(l))
	if when, do, ok := w.budget("restart"); ok {
		next := int(w.restarts[p][l])
		do := append(nonEmpty(do), fmt.Sprintf("down[%d] = false", p))
		w.option(option{model.Event{Process: p, Kind: model.Restart}, []string{when}, append(do, w.enter(p, -1, next)...), label(next)})
	}
	fmt.Fprint(w, "\t:: false -> skip\n\tfi;\n")
}

// rule writes the options of one outcome of a step: the step, the same upon a message that stays
// in flight, and its crashes.
func (w *writer) rule(p, l int, r rule) {
	ways := []option{w.cause(p, l, r)}
	switch r.event.Kind {
	case model.Receive:
		if when, do, ok := w.budget("dup"); ok {
			again := option{event: r.event, when: []string{when, poll(w.network.Order, r.channel, r.message)}, do: nonEmpty(do)}
			again.event.Kind = model.Duplicate
			ways = append(ways, again)
		}
	case model.Suspect:
		ways = w.suspicions(p, r)
	}
	for _, x := range ways {
		if w.started {
			x.do = append(slices.Clone(x.do), "started = true")
		}
		if r.Failure != "" {
			w.option(option{x.event, x.when, append(x.do, "ill_formed = true", "assert(!ill_formed)"), label(l)})
			continue
		}
		next := int(r.Next)
		w.option(option{x.event, x.when, slices.Concat(x.do, w.sends(p, r, len(r.Sends)), w.enter(p, l, next)), label(next)})
		when, do, ok := w.budget("crash")
		if !ok || x.event.Kind == model.Duplicate {
			continue
		}
		for after := range r.Sends {
			y := option{x.event, append([]string{when}, w.polled(r, x.when)...), nil, w.downLabel(next)}
			y.event.Within, y.event.During, y.event.Kind, y.event.After = true, x.event.Kind, model.Crash, after
			if r.message > 0 {
				y.do = append(y.do, receive(w.network.Order, r.channel, r.message))
			}
			y.do = slices.Concat(y.do, nonEmpty(do), x.do, w.sends(p, r, after), w.crash(p, l))
			w.option(y)
		}
	}
}

// cause returns the option of a step without its effect.
func (w *writer) cause(p, l int, r rule) option {
	x := option{event: r.event}
	switch r.event.Kind {
	case model.Receive:
		x.when = []string{receive(w.network.Order, r.channel, r.message)}
	case model.Idle:
		x.when = w.nothingFor(p, l)
	case model.Timeout:
		x.when = w.expires()
	}
	return x
}

// polled returns the conditions of a rule that receives nothing.
func (w *writer) polled(r rule, when []string) []string {
	if r.message > 0 {
		return []string{poll(w.network.Order, r.channel, r.message)}
	}
	return when
}

// suspicions returns the options of a suspicion without its effect: of a process that is down, and
// of another.
func (w *writer) suspicions(p int, r rule) []option {
	peer := w.system.Peer(p, r.event.Port)
	var list []option
	if w.falls {
		list = append(list, option{event: r.event, when: append(w.expires(), fmt.Sprintf("down[%d]", peer))})
	}
	if when, do, ok := w.budget("suspect"); ok {
		live := ""
		if w.falls {
			live = fmt.Sprintf("!down[%d]", peer)
		}
		list = append(list, option{event: r.event, when: append(w.expires(), when, live), do: nonEmpty(do)})
	}
	return list
}

// expires returns the condition that a timer may run out.
func (w *writer) expires() []string {
	if w.network.Timing == model.Timely {
		return []string{"SILENT"}
	}
	return nil
}

// nothingFor returns the conditions that process p can receive nothing in a local state.
func (w *writer) nothingFor(p, l int) []string {
	var list []string
	if !w.tables.Defers() {
		for _, ch := range w.system.Semantics().InChannels(p) {
			if text := fmt.Sprintf("len(q%d) == 0", ch); !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		return list
	}
	for _, r := range w.rules[p][l] {
		if r.message > 0 {
			list = append(list, "!("+poll(w.network.Order, r.channel, r.message)+")")
		}
	}
	return list
}

// sends returns the statements of the first sends of a step.
func (w *writer) sends(p int, r rule, count int) []string {
	var list []string
	for _, m := range r.Sends[:count] {
		i := w.system.Semantics().OutLink(p, m.Port)
		link, ch := w.system.Links()[i], w.system.Semantics().ChannelOfLink(i)
		text := put(w.network.Order, ch, w.number(envelope{link.ToPort, m.Msg}))
		var lost []string
		if w.falls {
			lost = append(lost, fmt.Sprintf("down[%d]", link.To))
		}
		if w.network.Faults.Cut > 0 {
			lost = append(lost, fmt.Sprintf("cut[%d]", i))
		}
		if len(lost) > 0 {
			text = fmt.Sprintf("if :: %s :: else -> %s fi", strings.Join(lost, " || "), text)
		}
		list = append(list, text)
	}
	return list
}

// enter returns the statements for the change of status when process p gets into local state
// next; from local state l, or from none if it is -1.
func (w *writer) enter(p, l, next int) []string {
	var list []string
	after, before := w.statusOf[p][next], w.down
	if l >= 0 {
		before = w.statusOf[p][l]
	}
	if l < 0 || before != after {
		list = append(list, fmt.Sprintf("status[%d] = %d", p, after))
	}
	if w.ends && (l < 0 || w.dutyOf[p][l] != w.dutyOf[p][next]) {
		list = append(list, fmt.Sprintf("duty[%d] = %d", p, w.dutyOf[p][next]))
	}
	if l >= 0 && w.judge.ofStep(before, after) {
		list = append(list, "assert(false)")
	}
	return list
}

// crash returns the statements for the crash of process p, which was in local state l.
func (w *writer) crash(p, l int) []string {
	var list []string
	for i, ch := range w.system.Semantics().InChannels(p) {
		if slices.Index(w.system.Semantics().InChannels(p), ch) == i {
			list = append(list, fmt.Sprintf("do :: len(q%d) > 0 -> q%d?_ :: else -> break od", ch, ch))
		}
	}
	list = append(list, fmt.Sprintf("down[%d] = true", p), fmt.Sprintf("status[%d] = %d", p, w.down))
	if w.ends {
		list = append(list, fmt.Sprintf("duty[%d] = 0", p))
	}
	if w.judge.ofStep(w.statusOf[p][l], w.down) {
		list = append(list, "assert(false)")
	}
	return list
}

// budget returns the condition that a fault may occur, and the statement that takes it from its
// budget. It returns false if there is none.
func (w *writer) budget(name string) (when, do string, ok bool) {
	faults := w.network.Faults
	for _, b := range faults.Budgets() {
		switch {
		case b.Name != name || *b.Count <= 0:
		case *b.Count >= model.Unbounded:
			return "", "", true
		default:
			return fmt.Sprintf("left_%s > 0", name), fmt.Sprintf("left_%s--", name), true
		}
	}
	return "", "", false
}

// fails reports whether some step is not well-formed.
func (w *writer) fails() bool {
	return slices.ContainsFunc(w.rules, func(locals [][]rule) bool {
		return slices.ContainsFunc(locals, func(list []rule) bool {
			return slices.ContainsFunc(list, func(r rule) bool { return r.Failure != "" })
		})
	})
}

// textOf returns the text of a local state of process p.
func (w *writer) textOf(p, l int) string {
	c := model.Configuration{Locals: make([]any, w.network.N), Down: make([]bool, w.network.N)}
	c.Locals[p] = w.tables.Value(p, compiled.Local(l))
	return w.system.Semantics().LocalText(c, p)
}

func label(l int) string { return fmt.Sprintf("end_%d", l) }

func (w *writer) downLabel(l int) string {
	if w.network.Faults.Restart == 0 {
		return "end_down"
	}
	return fmt.Sprintf("end_down_%d", l)
}
