package checkertest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// A Graph is a directed graph that a single process runs. The process is at one of the
// places 0..9 and starts at 0. Each edge is one class of events at its place: a timer,
// or a wake-up, which is optional.
type Graph struct {
	// Edges lists the edges, separated by semicolons, each as "from cause to":
	// the cause is a timer a..h, or "wake". The edge of a coin names all its
	// ends, "0 a 1|2"; an end "!" is a step that is not well-formed.
	Edges string
	Won   []int // the places where the process has won
	Bound []int // the places where a bound keeps the process from going on
	Asks  []int // the places where the process waits for something: its term is 1 there
	Awake bool  // the process is at place 0 from the start; otherwise its wake-up leads there
}

type edgeOf struct {
	from int
	kind model.Kind
	time uint8
	ends []int // fails if negative
}

const failing = -1

// System returns the system that runs the graph. Its configurations are the reachable
// places, and the failures of "!". It panics on malformed edges.
func (g Graph) System() *model.System {
	w := walker{Graph: g}
	for text := range strings.SplitSeq(g.Edges, ";") {
		if text = strings.TrimSpace(text); text != "" {
			w.edges = append(w.edges, parseEdge(text))
		}
	}
	s, err := model.New(w, model.Network{N: 1, Wake: model.WakeSet{All: !g.Awake}})
	if err != nil {
		panic(err)
	}
	return s
}

func parseEdge(text string) edgeOf {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		panic(fmt.Sprintf("checkertest: malformed edge %q", text))
	}
	e := edgeOf{from: parsePlace(fields[0]), kind: model.Wake}
	if cause := fields[1]; cause != "wake" {
		if len(cause) != 1 || cause < "a" || cause > "h" {
			panic(fmt.Sprintf("checkertest: cause %q of edge %q is not one of a..h, wake", cause, text))
		}
		e.kind, e.time = model.Timeout, cause[0]-'a'
	}
	for end := range strings.SplitSeq(fields[2], "|") {
		if end == "!" {
			e.ends = append(e.ends, failing)
		} else {
			e.ends = append(e.ends, parsePlace(end))
		}
	}
	return e
}

func parsePlace(text string) int {
	i, err := strconv.Atoi(text)
	if err != nil || i < 0 || i > 9 {
		panic(fmt.Sprintf("checkertest: place %q is not in 0..9", text))
	}
	return i
}

// walker is the algorithm of a Graph.
type walker struct {
	Graph
	edges []edgeOf
}

type walk struct {
	Started bool
	At      int
}

func (w walker) Name() string { return "graph" }

func (w walker) Init(model.Self) walk { return walk{Started: w.Awake} }

func (w walker) Ready(_ model.Self, s walk) model.Spontaneous {
	if !s.Started {
		return model.Spontaneous{Wake: true}
	}
	var r model.Spontaneous
	for _, e := range w.edges {
		switch {
		case e.from != s.At:
		case e.kind == model.Wake:
			r.Wake = true
		default:
			r.Timers |= model.Timers(e.time)
		}
	}
	return r
}

func (w walker) Step(p *model.Process[struct{}], s walk, in model.Input[struct{}]) walk {
	if !s.Started {
		return walk{Started: true}
	}
	for _, e := range w.edges {
		if e.from != s.At || e.kind != in.Kind || e.time != in.Timer {
			continue
		}
		i := 0
		if len(e.ends) > 1 {
			i = p.Choose(len(e.ends))
		}
		if s.At = e.ends[i]; s.At == failing {
			panic("the edge is !")
		}
		return s
	}
	return s
}

func (w walker) Observe(_ model.Self, s walk) model.Status {
	st := model.Status{Bounded: s.Started && slices.Contains(w.Bound, s.At)}
	if s.Started && slices.Contains(w.Won, s.At) {
		st.Role = model.Won
	}
	if s.Started && slices.Contains(w.Asks, s.At) {
		st.Term = 1
	}
	return st
}
