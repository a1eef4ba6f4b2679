package independent

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// walk compares the graph with System.Successors, configuration by configuration. It
// returns the first difference.
func (g *graph) walk(sys *model.System) string {
	starts, err := sys.Semantics().Starts()
	if err != nil || len(starts) != len(g.starts) {
		return fmt.Sprintf("got %d starts, error %v; want %d", len(starts), err, len(g.starts))
	}
	var theirs []model.Configuration
	var order []int
	ours, known := map[string]int{}, map[int]bool{}
	for i, s := range starts {
		at, key := g.starts[i].at, s.Initial().Key()
		if j, seen := ours[key]; seen != known[at] || seen && j != at {
			return fmt.Sprintf("start %v: our configurations %d and %d are the same for them, or theirs for us", g.starts[i].vector, j, at)
		}
		if !known[at] {
			ours[key], known[at] = at, true
			order, theirs = append(order, at), append(theirs, s.Initial())
		}
	}
	for at := 0; at < len(order); at++ {
		i, c := order[at], theirs[at]
		var want, got []string
		for _, e := range g.edges[i] {
			want = append(want, fmt.Sprint(e.text, " ", e.class != ""))
		}
		successors := sys.Successors(c)
		for _, s := range successors {
			got = append(got, fmt.Sprint(s.Event, " ", s.Obligatory))
		}
		if !slices.Equal(got, want) {
			return fmt.Sprintf("after %q:\n got %q\nwant %q\nin %s", g.schedule(i), got, want, sys.Text(c))
		}
		for k, s := range successors {
			to, key := g.edges[i][k].to, s.Next.Key()
			j, seen := ours[key]
			if seen != known[to] || seen && j != to {
				return fmt.Sprintf("after %q, %v:\n our configuration is the one after %q, theirs the one after %q\n%+v\nours %s",
					g.schedule(i), s.Event, g.schedule(to), g.schedule(j), s.Next, g.configs[to].key())
			}
			if !seen {
				ours[key], known[to] = to, true
				order, theirs = append(order, to), append(theirs, s.Next)
			}
		}
	}
	return ""
}
