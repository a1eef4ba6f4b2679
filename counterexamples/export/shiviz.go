package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// ShiVizPattern is the regular expression with which ShiViz reads the events of a log.
const ShiVizPattern = `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`

// ShiViz writes t as a log with vector clocks for ShiViz
// (https://bestchai.bitbucket.io/shiviz): the regular expression, an empty line, then two
// lines for each event of a process. An event that no process notices is left out: a tick, a lost
// message, a link that is cut. A round is an event of each process that takes part in it. ShiViz
// knows no loops: a loop is written once.
func ShiViz(t Execution) []byte {
	x := t.Execution
	n := x.System.Network().N
	c := &clockwork{x: x, now: make([][]int, n), received: counterexamples.Receptions(x)}
	for p := range c.now {
		c.now[p] = make([]int, n)
	}
	c.out.WriteString(ShiVizPattern + "\n\n")
	for i := range x.Steps {
		c.event(i)
	}
	return []byte(c.out.String())
}

// A clockwork has the vector clocks of an execution.
type clockwork struct {
	out      strings.Builder
	x        model.Execution
	received [][]counterexamples.Reception
	now      [][]int         // by process: its vector clock
	stamps   []map[int][]int // by event: the clocks of its processes after it
}

// event writes event i for each of its processes.
func (c *clockwork) event(i int) {
	taking := c.taking(i)
	stamp := map[int][]int{}
	for _, p := range taking {
		after := slices.Clone(c.now[p])
		for _, m := range c.received[i] {
			if m.Link.To == p && m.Sent >= 0 {
				for q, ticks := range c.stamps[m.Sent][m.Link.From] {
					after[q] = max(after[q], ticks)
				}
			}
		}
		after[p]++
		stamp[p] = after
	}
	c.stamps = append(c.stamps, stamp)
	for _, p := range taking {
		c.now[p] = stamp[p]
		c.write(i, p)
	}
}

// taking returns the processes of event i.
func (c *clockwork) taking(i int) []int {
	e := c.x.Steps[i].Event
	if !e.Kind.IsOfAll() && e.StepKind() != model.Round {
		if e.Kind.IsUnnoticed() && e.Kind != model.Forge {
			return nil
		}
		return []int{e.Process}
	}
	var list []int
	for p := range c.x.System.Network().N {
		if c.takesPart(i, p) {
			list = append(list, p)
		}
	}
	return list
}

// takesPart reports whether process p wakes, receives or sends in round i, crashes in it, or
// changes its status.
func (c *clockwork) takesPart(i, p int) bool {
	step := c.x.Steps[i]
	return step.Event.Process == p || slices.Contains(step.Event.Wakes, p) ||
		slices.ContainsFunc(c.received[i], func(m counterexamples.Reception) bool { return m.Link.To == p }) ||
		slices.ContainsFunc(step.Sends, func(m model.Sent) bool { return c.x.System.Links()[m.Link].From == p }) ||
		c.changes(i, p)
}

func (c *clockwork) changes(i, p int) bool {
	return c.x.System.Status(c.x.At(i), p) != c.x.System.Status(c.x.At(i+1), p)
}

// write writes event i of process p: its clock, without the processes of which it has not
// heard, and its text with the messages sent and a new status.
func (c *clockwork) write(i, p int) {
	var clock []string
	for q, ticks := range c.now[p] {
		if ticks > 0 {
			clock = append(clock, fmt.Sprintf("%q: %d", processName(q), ticks))
		}
	}
	step := c.x.Steps[i]
	text := step.Event.String()
	for _, m := range step.Sends {
		if l := c.x.System.Links()[m.Link]; l.From == p {
			text += fmt.Sprintf("; sends %s to %s", m.Message, processName(l.To))
		}
	}
	if c.changes(i, p) {
		text += "; now " + c.x.System.Status(c.x.At(i+1), p).String()
	}
	fmt.Fprintf(&c.out, "%s {%s}\n%s\n", processName(p), strings.Join(clock, ", "), strings.ReplaceAll(text, "\n", " "))
}
