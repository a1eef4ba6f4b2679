package promela

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A writer writes the model of a system.
type writer struct {
	*steps
	bytes.Buffer
	judge    judge
	property properties.Property
	network  *model.Network
	falls    bool    // processes may be down
	started  bool    // it makes a difference whether a process has taken a step
	ends     bool    // the property is about terminal configurations
	duties   []duty  // the duties of local states besides receiving, by number; 0: none
	dutyOf   [][]int // by process and local state
	statusOf [][]int // by process and local state
	down     int     // the number of the status of processes that are down
	watches  bool    // there is a process for the events that are of no single process
}

// A duty has the events of a local state that happen for certain if no message comes.
type duty struct {
	acts     bool          // a timer runs out, or it is idle
	suspects model.PortSet // it suspects the processes behind these ports, if they are down
}

func newWriter(t *steps, p properties.Property) *writer {
	net := t.system.Network()
	n := net.N
	w := &writer{steps: t, property: p, network: net, falls: net.Faults.Crash > 0 || len(net.Down) > 0,
		started: !t.system.Initial().Started, ends: p.Form == properties.AtEnd, duties: []duty{{}},
		dutyOf: make([][]int, n), statusOf: make([][]int, n),
		judge: judge{network: net, property: p, of: make([][]int, n)}}
	for p := range n {
		for l := range w.rules[p] {
			w.statusOf[p] = append(w.statusOf[p], w.judge.number(p, w.tables.Status(p, compiled.Local(l))))
			w.dutyOf[p] = append(w.dutyOf[p], w.duty(p, l))
		}
		if w.falls {
			w.down = w.judge.number(p, model.Status{Down: true})
		}
	}
	return w
}

// duty returns the number of the duty of a local state of process p.
func (w *writer) duty(p, l int) int {
	ready := w.tables.Ready(p, compiled.Local(l))
	d := duty{acts: ready.Idle || ready.Timers != 0}
	if w.falls && !d.acts {
		d.suspects = ready.Suspect
	}
	i := slices.Index(w.duties, d)
	if i < 0 {
		i = len(w.duties)
		w.duties = append(w.duties, d)
	}
	return i
}

// checkSteps reports, in one line, that an AlwaysStep is refuted by an event that leaves a status
// as it is: a model judges changes only.
func (w *writer) checkSteps() error {
	for i, s := range w.judge.statuses {
		if w.judge.ofStep(i, i) {
			return fmt.Errorf("%s is refuted by events that do not change the status %q; allowed as promela: a property of changes", w.property.Name, s)
		}
	}
	return nil
}

// write returns the model.
func (w *writer) write(title string) []byte {
	w.head(title)
	w.variables()
	w.conditions()
	for p := range w.network.N {
		w.process(p)
	}
	w.environment()
	w.beginning()
	return w.Bytes()
}

func (w *writer) head(title string) {
	fmt.Fprintf(w, "/* %s\n", comment(title))
	fmt.Fprintf(w, " * Property %s (%v): %s.\n", w.property.Name, w.property.Form, comment(w.property.Statement))
	if w.property.Form == properties.Reachable {
		fmt.Fprint(w, " * It holds if and only if pan reports the error assertion violated 0.\n")
	}
	fmt.Fprint(w, " *\n *   spin -a MODEL && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m1000000\n *\n")
	fmt.Fprint(w, " * A label is a local state, and a d_step an event. If an assertion about len fails, the channels\n")
	fmt.Fprint(w, " * are too short: spin -DCAPACITY=16 -a MODEL. */\n\n#ifndef CAPACITY\n#define CAPACITY 8\n#endif\n\n")
}

func (w *writer) variables() {
	fmt.Fprint(w, "/* messages */\n")
	for i, e := range w.messages {
		port := ""
		if w.network.Order.PerReceiver() {
			port = fmt.Sprintf(", on port %d", e.port)
		}
		fmt.Fprintf(w, "/* %3d = %s%s */\n", i+1, comment(w.tables.MessageText(e.msg)), port)
	}
	for ch, x := range w.system.Semantics().Channels() {
		from := ""
		if x.Link >= 0 {
			link := w.system.Links()[x.Link]
			from = fmt.Sprintf("from p%d ", link.From)
		}
		fmt.Fprintf(w, "chan q%d = [CAPACITY] of { %s }; /* %sto p%d */\n", ch, typeFor(len(w.messages)), from, x.To)
	}
	fmt.Fprint(w, "\n/* statuses */\n")
	for i, s := range w.judge.statuses {
		fmt.Fprintf(w, "/* %3d = %s */\n", i, comment(s.String()))
	}
	fmt.Fprintf(w, "%s status[%d];\n", typeFor(len(w.judge.statuses)), w.network.N)
	if w.ends {
		fmt.Fprintf(w, "%s duty[%d]; /* what a process has to do besides receiving; 0: nothing */\n", typeFor(len(w.duties)), w.network.N)
	}
	if w.started {
		fmt.Fprint(w, "bool started; /* some process has taken a step */\n")
	}
	if w.falls {
		fmt.Fprintf(w, "bool down[%d];\n", w.network.N)
	}
	if w.network.Faults.Cut > 0 {
		fmt.Fprintf(w, "bool cut[%d]; /* by link */\n", len(w.system.Links()))
	}
	if w.fails() {
		fmt.Fprint(w, "bool ill_formed;\n")
	}
	faults := w.network.Faults
	for _, b := range faults.Budgets() {
		if *b.Count > 0 && *b.Count < model.Unbounded {
			fmt.Fprintf(w, "int left_%s = %d; /* %s */\n", b.Name, *b.Count, b.Meaning)
		}
	}
}

// typeFor returns the smallest type with the numbers up to count.
func typeFor(count int) string {
	if count < 256 {
		return "byte"
	}
	return "short"
}

// comment returns a text as a part of a comment.
func comment(text string) string {
	return strings.NewReplacer("*/", "* /", "/*", "/ *", "\n", " ", "\\", "/").Replace(text)
}

// beginning writes the initial configuration.
func (w *writer) beginning() {
	c := w.system.Initial()
	var body []string
	for p := range c.Locals {
		if c.Down[p] {
			body = append(body, fmt.Sprintf("down[%d] = true", p), fmt.Sprintf("status[%d] = %d", p, w.down))
			continue
		}
		body = append(body, w.enter(p, -1, int(w.tables.Local(p, c.Locals[p])))...)
	}
	for ch, list := range c.Channels {
		for _, e := range list {
			body = append(body, put(w.network.Order, ch, w.number(envelope{e.Port, w.tables.Message(e.Msg)})))
		}
	}
	fmt.Fprint(w, "\ninit {\n\tatomic {\n")
	for _, s := range body {
		fmt.Fprintf(w, "\t\t%s;\n", s)
	}
	for p := range c.Locals {
		fmt.Fprintf(w, "\t\trun p%d();\n", p)
	}
	if w.watches {
		fmt.Fprint(w, "\t\trun environment();\n")
	}
	fmt.Fprint(w, "\t}\n}\n")
}
