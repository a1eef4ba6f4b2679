package independent

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A run is one way to let interrex check a system.
type run struct {
	name    string
	options checker.Options
}

func runs() []run {
	return []run{
		{"explicit", checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}}},
		{"two workers", checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Workers: 2}},
		{"symbolic", checker.Options{Search: checker.Search{Engine: checker.Symbolic, Reduce: checker.NoReduction}}},
		{"auto", checker.Options{Search: checker.Search{Engine: checker.Auto}}},
		{"confluent", checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent}}},
	}
}

// isReduced reports whether a run searches a reduced system, however small it is.
func isReduced(o checker.Options) bool {
	return o.Search.Reduce == checker.Confluent || o.Search.Symmetry
}

// A comparison is the result for one system.
type comparison struct {
	skipped      string   // why it was not compared
	refused      []string // the runs that the system does not suit
	disagreement string
	cut          bool // a constraint cut the search
}

// compare checks a system with the explorer and with each of these runs of interrex.
func compare(s system, runs []run, limit int) comparison {
	return compareOf(s, s.claims(), runs, limit)
}

// compareOf is compare for these claims.
func compareOf(s system, claims []claim, runs []run, limit int) comparison {
	r := comparison{}
	sys, err := join(s.program, s.net)
	if err != nil {
		_, why, _ := strings.Cut(err.Error(), "]: ")
		r.skipped = cmp.Or(why, err.Error()) // not every error names the network
		return r
	}
	x := newExplorer(s.program, &s.net)
	x.within = s.within
	g, ok := search(x, limit)
	if !ok {
		r.skipped = "too large"
		return r
	}
	f := g.explorer.assumed(s.fairness)
	for i := range claims {
		claims[i].want = g.judge(claims[i], f)
	}
	for _, run := range runs {
		o := run.options
		o.Fairness = s.fairness
		if s.within != nil {
			o.Constraint = &s.within.property
			r.cut = len(g.cut) > 0
		}
		suited := slices.DeleteFunc(slices.Clone(claims), func(k claim) bool {
			return isReduced(o) && o.Search.Reduce.Suits(sys, []properties.Property{k.property}) != nil
		})
		for _, k := range suited {
			o.Properties = append(o.Properties, k.property)
		}
		report, err := checker.Check(context.Background(), sys, o)
		switch {
		case err != nil && strings.Contains(err.Error(), "does not suit"):
			r.refused = append(r.refused, run.name)
		case err != nil:
			r.disagreement = fmt.Sprintf("%s: error %v", run.name, err)
			return r
		default:
			if d := g.differs(report, o, suited); d != "" {
				r.disagreement = run.name + ": " + d
				return r
			}
		}
	}
	return r
}

// differs returns the first difference between a report and the graph, or "".
func (g *graph) differs(r checker.Report, o checker.Options, claims []claim) string {
	if !isReduced(o) {
		got := fmt.Sprint("complete ", r.Complete, r.Stopped.String(), ", configurations ", r.Configurations, ", events ", r.Events)
		want := fmt.Sprint("complete ", len(g.cut) == 0, g.stopped(), ", configurations ", len(g.configs), ", events ", g.events())
		if r.Depth >= 0 {
			got, want = fmt.Sprint(got, ", depth ", r.Depth), fmt.Sprint(want, ", depth ", g.depth())
		}
		if got != want {
			return fmt.Sprintf("counts: got %s; want %s", got, want)
		}
	}
	for i, k := range claims {
		v, want := r.Verdicts[i], k.want
		if v.Result == checker.Unknown && mayBeUnknown(o, k, v) {
			continue
		}
		if v.Result != want.result {
			return fmt.Sprintf("verdict %s: got %v (%s); want %v %v", k.property.Name, v.Result, v.Note(), want.result, want.schedule)
		}
		if v.Execution == nil {
			if want.schedule != nil {
				return fmt.Sprintf("execution %s: none", k.property.Name)
			}
			continue
		}
		if d := g.differsIn(*v.Execution, o, k); d != "" {
			return fmt.Sprintf("execution %s: %s", k.property.Name, d)
		}
	}
	return ""
}

// mayBeUnknown reports whether interrex may leave a verdict open that we decide.
func mayBeUnknown(o checker.Options, k claim, v checker.Verdict) bool {
	if o.Search.Engine == checker.Symbolic {
		return k.assumes != nil || k.property.Shape() == nil && k.every == nil && k.remembers == none
	}
	return isReduced(o) && k.form.IsLiveness()
}

// differsIn returns the flaw of a counterexample or witness, or "".
func (g *graph) differsIn(x model.Execution, o checker.Options, k claim) string {
	got, want := texts(x), k.want
	from := 0
	if vector := x.System.Network().Start; vector != nil {
		from = slices.IndexFunc(g.starts, func(s start) bool { return slices.Equal(s.vector, vector) })
	}
	if !k.form.IsLiveness() && !isReduced(o) {
		if !slices.Equal(got, want.schedule) || from != want.start {
			return fmt.Sprintf("got %q from start %d; want %q from start %d", got, from, want.schedule, want.start)
		}
		return ""
	}
	path, ok := g.follow(from, got)
	switch {
	case !ok:
		return fmt.Sprintf("%q is not a schedule", got)
	case !k.form.IsLiveness():
		if len(got) < want.length {
			return fmt.Sprintf("%q is shorter than the shortest, %q", got, want.schedule)
		}
		return ""
	}
	return g.wrongWith(from, path, x.Stem, k, g.explorer.assumed(o.Fairness))
}

func texts(x model.Execution) []string {
	var list []string
	for _, s := range x.Steps {
		list = append(list, s.Event.String())
	}
	return list
}

// follow returns the steps of a schedule from a start.
func (g *graph) follow(start int, schedule []string) ([]step, bool) {
	at, path := g.starts[start].at, []step(nil)
	for _, text := range schedule {
		k := slices.IndexFunc(g.edges[at], func(e edge) bool { return e.text == text })
		if k < 0 {
			return nil, false
		}
		path = append(path, step{at, k})
		at = g.edges[at][k].to
	}
	return path, true
}

// wrongWith returns why a path from a start does not refute a liveness property, or "" if it does.
// The loop of the path starts after stem steps.
func (g *graph) wrongWith(start int, path []step, stem int, k claim, f model.Fairness) string {
	if k.every != nil {
		return g.wrongForAll(start, path, stem, k, f)
	}
	last := g.starts[start].at
	if len(path) > 0 {
		s := path[len(path)-1]
		last = g.edges[s.config][s.edge].to
	}
	goal := func(i int) bool { return (k.holds != nil || k.in != nil) && g.holds(k, i) }
	if k.form == properties.Eventually {
		for _, s := range path {
			if goal(s.config) {
				return "it reaches the goal"
			}
		}
	}
	if k.form == properties.LeadsTo && !g.isOpenAt(start, path, stem, k) {
		return "the goal has followed the trigger"
	}
	if stem == len(path) {
		if k.form == properties.Terminates || !g.views[last].Terminal || goal(last) || g.bounded(last) || !g.endAssumed(k, last) {
			return "its end refutes nothing"
		}
		return ""
	}
	loop := region{configs: map[int]bool{}, steps: path[stem:]}
	for _, s := range loop.steps {
		loop.configs[s.config] = true
		if g.bounded(s.config) {
			return "a bound was reached"
		}
	}
	switch {
	case last != path[stem].config:
		return "the loop does not end where it starts"
	case (k.form == properties.Recurs || k.form == properties.LeadsTo) && slices.ContainsFunc(slices.Collect(maps.Keys(loop.configs)), goal):
		return "the loop meets the goal"
	case !g.loopAssumed(k, loop):
		return "the loop does not satisfy the assumptions"
	case k.form == properties.Stabilises && !g.someWithout(loop, k):
		return "every configuration of the loop meets the goal"
	case len(g.missing(f, loop)) > 0:
		return fmt.Sprint("the loop is unfair to ", g.missing(f, loop))
	case g.omitsOutcome(loop):
		return "the loop omits an outcome of Choose"
	}
	return ""
}

// omitsOutcome reports whether a step of the loop has an outcome that the loop omits.
func (g *graph) omitsOutcome(loop region) bool {
	taken := map[step]bool{}
	for _, s := range loop.steps {
		taken[s] = true
	}
	return slices.ContainsFunc(loop.steps, func(s step) bool { return !g.allOutcomes(taken, s) })
}
