package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// drawnWhole is the largest number of configurations that are nodes by themselves.
const drawnWhole = 150

// DOT writes the state graph of the system of t for Graphviz, with the nodes and edges of the
// execution in red. In a small system each configuration is a node. In a larger one a node is
// all configurations in which the processes have the same statuses, and events that change no
// status are left out: the graph may then have paths that no execution takes. The border of a
// node is double if nothing more has to happen in one of its configurations; the edge of events
// that may never happen (wake-ups, faults) is dashed. DOT returns an error if the system has
// more than MaxConfigurations.
func DOT(t Execution) ([]byte, error) {
	g, err := explore(t.System, t.Start)
	if err != nil {
		return nil, err
	}
	d := &diagram{space: g, title: t.Title, whole: len(g.list) <= drawnWhole}
	d.sort()
	d.join(g.passed(t.Execution))
	return d.write(), nil
}

// A diagram is a state graph as it is drawn.
type diagram struct {
	*space
	title string
	whole bool  // each configuration is a box
	of    []int // by configuration: its box
	boxes []box
	edges []*arrow
}

// A box is a node.
type box struct {
	lines    []string
	terminal bool
	passed   bool
}

// An arrow stands for all events from one node to another.
type arrow struct {
	from, to   int
	texts      []string
	obligatory bool // one of the events is
	passed     bool
}

// sort gives each configuration its box.
func (d *diagram) sort() {
	seen := map[string]int{}
	for _, c := range d.list {
		lines := d.lines(c)
		key := strings.Join(lines, "\n")
		if d.whole {
			key = c.Key()
		}
		i, ok := seen[key]
		if !ok {
			i = len(d.boxes)
			seen[key] = i
			d.boxes = append(d.boxes, box{lines: lines})
		}
		d.boxes[i].terminal = d.boxes[i].terminal || d.system.Terminal(c)
		d.of = append(d.of, i)
	}
}

// lines returns a line for each process: its status or, in a whole graph, its local state. Then
// there is also a line for each channel with messages.
func (d *diagram) lines(c model.Configuration) []string {
	var lines []string
	for p := range c.Locals {
		text := d.system.Status(c, p).String()
		if d.whole {
			text = d.system.Semantics().LocalText(c, p)
		}
		lines = append(lines, processName(p)+" "+text)
	}
	if !d.whole {
		return lines
	}
	for _, p := range channels(d.system, c) {
		if list := p.value.([]any); len(list) > 0 {
			lines = append(lines, fmt.Sprint(p.name, " ", list))
		}
	}
	return lines
}

// join draws the events as arrows, of which there is one between two nodes.
func (d *diagram) join(passed map[transition]bool) {
	d.boxes[0].passed = true
	drawn := map[[2]int]*arrow{}
	for i, steps := range d.steps {
		for k, y := range steps {
			from, to := d.of[i], d.of[y.to]
			if from == to && !d.whole {
				continue
			}
			a := drawn[[2]int{from, to}]
			if a == nil {
				a = &arrow{from: from, to: to}
				drawn[[2]int{from, to}] = a
				d.edges = append(d.edges, a)
			}
			if text := d.text(y.event); !slices.Contains(a.texts, text) {
				a.texts = append(a.texts, text)
			}
			a.obligatory = a.obligatory || y.obligatory
			if passed[transition{i, k}] {
				a.passed, d.boxes[to].passed = true, true
			}
		}
	}
}

// text names an event: its kind and process or, in a whole graph, all of it.
func (d *diagram) text(e model.Event) string {
	if d.whole || e.Kind.IsOfAll() {
		return e.String()
	}
	return fmt.Sprintf("%s %s", e.Kind, processName(e.Process))
}

func (d *diagram) write() []byte {
	var b strings.Builder
	caption := fmt.Sprintf("%s\n%d configurations", d.title, len(d.list))
	if !d.whole {
		caption += fmt.Sprintf(", %d vectors of statuses", len(d.boxes))
	}
	fmt.Fprintf(&b, "digraph {\n\tlabel=%s\n\tnode [shape=box]\n", quoted(caption))
	for i, n := range d.boxes {
		style := ""
		if n.terminal {
			style += ", peripheries=2"
		}
		if n.passed {
			style += ", color=red"
		}
		fmt.Fprintf(&b, "\tn%d [label=%s%s]\n", i, quoted(strings.Join(n.lines, "\n")), style)
	}
	for _, a := range d.edges {
		style := ""
		if !a.obligatory {
			style += ", style=dashed"
		}
		if a.passed {
			style += ", color=red, fontcolor=red"
		}
		fmt.Fprintf(&b, "\tn%d -> n%d [label=%s%s]\n", a.from, a.to, quoted(strings.Join(a.texts, "\n")), style)
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// quoted returns a text as a string of DOT, which has no other escapes than these.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
