package independent

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A graph is the state space of a system. Configurations are numbered in the order of
// (distance, least schedule). So the least schedule to a set of configurations leads to
// the one with the smallest number.
type graph struct {
	explorer *explorer
	configs  []*configuration
	edges    [][]edge
	views    []model.View
	from     []step // the last step of the least schedule; none for an initial configuration
	depths   []int
	starts   []start
	never    func(edge) bool // no loop has such an edge; nil: loops may have all
	cut      map[int]bool    // the configurations that a constraint leaves without edges; true: one was obligatory
}

// An edge is an event with the number of the configuration after it.
type edge struct {
	event event
	text  string
	cause string
	class string // "" unless obligatory
	sent  int
	to    int
}

// A step is an edge of a configuration.
type step struct{ config, edge int }

// search follows the section Counting; it gives up beyond limit configurations.
func search(x *explorer, limit int) (*graph, bool) {
	g := &graph{explorer: x, starts: x.initials(), cut: map[int]bool{}}
	number := map[string]int{}
	add := func(c *configuration, by step, depth int) int {
		key := c.key()
		i, known := number[key]
		if !known {
			i = len(g.configs)
			number[key] = i
			g.configs, g.from, g.depths = append(g.configs, c), append(g.from, by), append(g.depths, depth)
		}
		return i
	}
	for i, s := range g.starts {
		g.starts[i].at = add(s.config, step{-1, -1}, 0)
	}
	events := 0
	for i := 0; i < len(g.configs); i++ {
		var edges []edge
		for k, s := range g.within(i, x.successors(g.configs[i])) {
			e := edge{event: s.event, text: s.event.String(), cause: s.event.cause(), sent: s.sent}
			if s.obligatory {
				e.class = x.class(s.event)
			}
			e.to = add(s.next, step{i, k}, g.depths[i]+1)
			edges = append(edges, e)
		}
		g.edges = append(g.edges, edges)
		if events += len(edges); x.tooLarge || len(g.configs) > limit || events > 8*limit {
			return nil, false
		}
	}
	for i := range g.configs {
		g.views = append(g.views, g.view(i))
	}
	return g, true
}

func (g *graph) events() int {
	n := 0
	for _, edges := range g.edges {
		n += len(edges)
	}
	return n
}

func (g *graph) depth() int { return g.depths[len(g.depths)-1] }

// schedule returns the least schedule to configuration i.
func (g *graph) schedule(i int) []string {
	var texts []string
	for by := g.from[i]; by.config >= 0; by = g.from[by.config] {
		texts = append(texts, g.edges[by.config][by.edge].text)
	}
	slices.Reverse(texts)
	return texts
}

// start returns the number of the start of the least schedule to configuration i.
func (g *graph) start(i int) int {
	for g.from[i].config >= 0 {
		i = g.from[i].config
	}
	return slices.IndexFunc(g.starts, func(s start) bool { return s.at == i })
}

// view follows the section Statuses, and Terminal configurations.
func (g *graph) view(i int) model.View {
	c, x := g.configs[i], g.explorer
	obliged := slices.ContainsFunc(g.edges[i], func(e edge) bool { return e.class != "" }) || g.cut[i]
	return model.View{
		Network: x.net, Status: x.statuses(c),
		Terminal: c.started && !c.hasFailed() && !obliged,
	}
}

// bounded reports whether a bound of the instance stops a live process in configuration
// i.
func (g *graph) bounded(i int) bool {
	return slices.ContainsFunc(g.views[i].Status, func(s model.Status) bool { return s.Bounded })
}
