package certificate

import (
	"context"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// graph is the part of the whole system that was looked at, by its definition.
type graph struct {
	system   *model.System
	monitor  *Monitor
	vertices map[name]*vertex
	starts   []*vertex // the initial configurations
}

// name is a configuration with the state of the monitor.
type name struct {
	configuration string
	monitor       any
}

// vertex is a configuration with the state of the monitor.
type vertex struct {
	model.Configuration
	monitor  any
	edges    []edge // in the order of events, once they are known
	expanded bool
	visited  bool
	sight    *sight    // nil: not known yet
	images   []*vertex // by renaming; nil: not known yet
	from     *vertex   // from which it was met first; nil: it is initial
	start    []int     // if it is initial: [model.Network].Start
	by       model.Event
}

// edge is an event.
type edge struct {
	event      model.Event
	obligatory bool
	sends      []model.Sent
	to         *vertex
}

func newGraph(s *model.System, m *Monitor) *graph {
	return &graph{system: s, monitor: m, vertices: map[name]*vertex{}}
}

// begin finds the initial configurations.
func (g *graph) begin() error {
	systems, err := g.system.Semantics().Starts()
	for _, s := range systems {
		var state any
		if g.monitor != nil {
			state = g.monitor.Begin(s)
		}
		if v := g.vertex(s.Initial(), state); !slices.Contains(g.starts, v) {
			v.start = s.Network().Start
			g.starts = append(g.starts, v)
		}
	}
	return err
}

// vertex returns the vertex of a configuration.
func (g *graph) vertex(c model.Configuration, monitor any) *vertex {
	key := name{c.Key(), monitor}
	v, ok := g.vertices[key]
	if !ok {
		v = &vertex{Configuration: c, monitor: monitor}
		g.vertices[key] = v
	}
	return v
}

// after returns the vertex after a step from v.
func (g *graph) after(v *vertex, y model.Successor) *vertex {
	state := v.monitor
	if g.monitor != nil {
		state = g.monitor.Observe(state, g.system, v.Configuration, y)
	}
	before := len(g.vertices)
	to := g.vertex(y.Next, state)
	if len(g.vertices) > before {
		to.from, to.by = v, y.Event
	}
	return to
}

// next returns the events that v enables.
func (g *graph) next(v *vertex) []edge {
	if !v.expanded {
		v.expanded = true
		for _, y := range g.system.Successors(v.Configuration) {
			v.edges = append(v.edges, edge{y.Event, y.Obligatory, y.Sends, g.after(v, y)})
		}
	}
	return v.edges
}

// find returns an event of v, if v enables it.
func (g *graph) find(v *vertex, e model.Event) (edge, bool) {
	i, ok := slices.BinarySearchFunc(g.next(v), e, func(x edge, e model.Event) int { return x.event.Compare(e) })
	if !ok {
		return edge{}, false
	}
	return v.edges[i], true
}

// schedule returns the events from an initial configuration to v, and where they start.
func (v *vertex) schedule() (list model.Schedule, start []int) {
	for ; v.from != nil; v = v.from {
		list = append(list, v.by)
	}
	slices.Reverse(list)
	return list, v.start
}

// flaw returns the flaw of an entry in v.
func (v *vertex) flaw(entry, format string, args ...any) error {
	f := &Flaw{Entry: entry, How: fmt.Sprintf(format, args...)}
	f.Schedule, f.Start = v.schedule()
	return f
}

// sendAlike reports whether two events send alike: the same sequence over each link or, in
// an order that is not queued, the same messages. The order between links does not count.
func sendAlike(order model.Order, a, b []model.Sent) bool {
	return slices.Equal(sorted(order, a), sorted(order, b))
}

// sending is a message with its link.
type sending struct {
	link    int
	message string
}

func sorted(order model.Order, list []model.Sent) []sending {
	var to []sending
	for _, x := range list {
		to = append(to, sending{x.Link, x.Message})
	}
	slices.SortStableFunc(to, func(a, b sending) int {
		if a.link != b.link || order.Queued() {
			return a.link - b.link
		}
		switch {
		case a.message < b.message:
			return -1
		case a.message > b.message:
			return 1
		}
		return 0
	})
	return to
}

// through returns the way through the graph.
func (g *graph) through(ctx context.Context, o Options) way[*vertex] {
	fresh := func(v *vertex) bool {
		is := !v.visited
		v.visited = true
		return is
	}
	next := func(v *vertex) (list []*vertex, err error) {
		for _, e := range g.next(v) {
			list = append(list, e.to)
		}
		return list, nil
	}
	return way[*vertex]{ctx, o, g.starts, fresh, next}
}
