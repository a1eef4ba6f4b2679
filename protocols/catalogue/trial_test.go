package catalogue_test

import (
	"cmp"
	"flag"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write trials.txt")

// another is an algorithm of which lines are read as an alternative says.
type another struct {
	source, other string // of the alternative
	system        func(v catalogue.Variant, net model.Network) (*model.System, error)
	choices       []choice // nil: the corrected algorithm with its first options
	most          int      // processes with which it is tried; 0: mostTried
}

// A choice is of a variant and readings, as claims have them.
type choice struct{ variant, readings string }

// TestAlternativesAreTried searches each algorithm with lines read in another way, wherever
// something is claimed of the algorithm as it is read here, and holds the differences against the table that the page shows. Unless INTERREX_LONG is set, it searches under the condition
// that the row shows, or under the first one.
func TestAlternativesAreTried(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("searches of many systems")
	}
	rows, err := catalogue.Trials()
	if err != nil {
		t.Fatal(err)
	}
	known := findings{}
	var table strings.Builder
	for _, a := range others() {
		t.Run(a.source, func(t *testing.T) {
			was := a.in(rows)
			if !*update && !checkertest.Long() {
				known.show(t, a, was)
				return
			}
			is := known.try(t, a, func(string) bool { return true })
			table.WriteString(is.Row())
			if !*update && is != was {
				t.Errorf("trials.txt has\n%ssearches find\n%sgo test ./protocols/catalogue -run AlternativesAreTried -update", was.Row(), is.Row())
			}
		})
	}
	if *update {
		if err := os.WriteFile("trials.txt", []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// show holds a row against a search.
func (f findings) show(t *testing.T, a another, row catalogue.Trial) {
	t.Helper()
	shown := shownAt(row)
	is := f.try(t, a, func(where string) bool {
		shown = cmp.Or(shown, where)
		return where == shown
	})
	if is.Least != row.Least {
		t.Errorf("trials.txt has %q, a search %q: %s", row.Least, is.Least, a.other)
	}
}

// in returns the row of a table about a.
func (a another) in(rows []catalogue.Trial) catalogue.Trial {
	for _, row := range rows {
		if row.Source == a.source && row.Other == a.other {
			return row
		}
	}
	return catalogue.Trial{}
}

// shownAt returns the condition that a row shows, "" if it shows none.
func shownAt(row catalogue.Trial) string {
	at := strings.LastIndex(row.Least, "(n = ")
	if at < 0 {
		return ""
	}
	return strings.TrimSuffix(row.Least[at+1:], ")")
}

// TestTrialsAgreeWithTheirOutcomes holds the outcome of an alternative in considered.go against its trial, finds trials of none, and finds outcomes without a trial.
func TestTrialsAgreeWithTheirOutcomes(t *testing.T) {
	table, err := catalogue.Trials()
	if err != nil {
		t.Fatal(err)
	}
	said := map[[2]string]string{}
	for _, d := range catalogue.Documents() {
		for _, a := range catalogue.Alternatives(d.Key) {
			said[[2]string{a.Source, a.Other}] = a.Became
		}
	}
	for _, trial := range table {
		if became := said[[2]string{trial.Source, trial.Other}]; !trial.Allows(became) {
			t.Errorf("%s, %q: considered.go says %q, the trial %v", trial.Source, trial.Other, became, trial)
		}
		delete(said, [2]string{trial.Source, trial.Other})
	}
	for a, became := range said {
		if !strings.HasPrefix(became, "reading") && !strings.HasPrefix(became, "remark") {
			t.Errorf("%s, %q: considered.go says %q without a trial", a[0], a[1], became)
		}
	}
	if len(table) != len(others()) {
		t.Errorf("%d trials in the table, %d are run", len(table), len(others()))
	}
}

// conditionsOf returns the claims about a choice, by condition, in the order of the catalogue.
func conditionsOf(e catalogue.Entry, ch choice) [][]catalogue.Claim {
	var list [][]catalogue.Claim
	at := map[string]int{}
	for _, c := range e.Claims {
		if c.Variant != ch.variant || c.Readings != ch.readings || c.IDs != nil || c.Slow {
			continue
		}
		i, ok := at[c.Condition()]
		if !ok {
			i = len(list)
			at[c.Condition()] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], c)
	}
	return list
}

// The sizes of systems that are compared.
const (
	mostTried   = 3       // processes
	largestTry  = 200_000 // configurations
	largestSums = 5_000   // configurations of systems of which extremes are compared
)

// A trialled is a system that is tried, of either algorithm.
type trialled struct {
	entry   catalogue.Entry
	variant catalogue.Variant
	network model.Network
	claims  []catalogue.Claim // about it
	where   string
}

// systemsOf yields the systems in which a is tried.
func systemsOf(t *testing.T, a another) iter.Seq[trialled] {
	t.Helper()
	name, _, _ := strings.Cut(a.source, " ")
	e := entry(t, name)
	choices := a.choices
	if choices == nil {
		choices = []choice{{}}
	}
	return func(yield func(trialled) bool) {
		for _, ch := range choices {
			for _, claims := range conditionsOf(e, ch) {
				for n := 2; n <= cmp.Or(a.most, mostTried); n++ {
					if !systemsAt(t, e, claims, n, yield) {
						return
					}
				}
			}
			for _, c := range catalogue.TriedBeyond(e.Name) {
				if !systemsAt(t, e, asIn(c, conditionsOf(e, ch)[0]), c.From, yield) {
					return
				}
			}
		}
	}
}

// asIn returns claims in a larger system, that of c.
func asIn(c catalogue.Claim, claims []catalogue.Claim) []catalogue.Claim {
	list := slices.Clone(claims)
	for i := range list {
		list[i].From, list[i].To, list[i].Wake, list[i].IDs = c.From, c.To, c.Wake, c.IDs
	}
	return list
}

// systemsAt yields the systems of n processes that claims under one condition are about.
func systemsAt(t *testing.T, e catalogue.Entry, claims []catalogue.Claim, n int, yield func(trialled) bool) bool {
	t.Helper()
	at := slices.DeleteFunc(slices.Clone(claims), func(c catalogue.Claim) bool { return n < c.From || n > c.To })
	if len(at) == 0 {
		return true
	}
	v, err := at[0].ParseVariant(e)
	if err != nil {
		t.Fatal(err)
	}
	net := at[0].On(e.Network(n))
	arrangements, err := at[0].Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	where := strings.TrimSpace(fmt.Sprintf("n = %d %s", n, at[0].Condition()))
	for net.IDs = range arrangements {
		if !yield(trialled{e, v, net, at, where}) {
			return false
		}
	}
	return true
}

// A finding is the result of the search of a system.
type finding struct {
	stopped  bool
	verdicts []checker.Verdict
	amounts  []string // least and greatest of messages and, in lockstep, of rounds
}

// search searches a system of an algorithm.
func (at trialled) search(t *testing.T, algorithm func(catalogue.Variant, model.Network) (*model.System, error)) finding {
	t.Helper()
	var list []properties.Property
	for _, c := range at.claims {
		p, err := c.PropertyFor(at.network.N, at.entry)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	s, err := algorithm(at.variant, at.network)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: at.claims[0].Fairness, MaxConfigurations: largestTry})
	if err != nil {
		t.Fatal(err)
	}
	found := finding{stopped: r.Stopped.Cause != reason.None, verdicts: r.Verdicts, amounts: []string{amount(t, s, checker.Messages)}}
	if at.network.Timing == model.Lockstep {
		found.amounts = append(found.amounts, amount(t, s, checker.Rounds))
	}
	return found
}

const unknown = "unknown"

// amount returns the least and greatest amount of a quantity, unknown if the system is large.
func amount(t *testing.T, s *model.System, q checker.Quantity) string {
	t.Helper()
	x, err := checker.Measure(t.Context(), s, q, checker.Options{MaxConfigurations: largestSums})
	switch {
	case err != nil:
		return unknown
	case !x.Finite:
		return "without bound"
	}
	return fmt.Sprintf("%d..%d", x.Least, x.Greatest)
}

// findings are those about algorithms as they are read here, by system.
type findings map[string]finding

// of returns the finding in a system of the algorithm as it is read here.
func (f findings) of(t *testing.T, at trialled) finding {
	t.Helper()
	key := fmt.Sprint(at.entry.Name, at.where, at.network.IDs)
	found, ok := f[key]
	if !ok {
		found = at.search(t, at.entry.New)
		for i := range found.verdicts {
			found.verdicts[i].Execution = nil
		}
		f[key] = found
	}
	return found
}

// try compares the findings with and without the other way, in the systems at some conditions.
func (f findings) try(t *testing.T, a another, where func(string) bool) catalogue.Trial {
	t.Helper()
	c := comparison{Trial: catalogue.Trial{Source: a.source, Other: a.other}}
	for at := range systemsOf(t, a) {
		if !where(at.where) {
			continue
		}
		if was := f.of(t, at); !was.stopped {
			c.add(at, was, at.search(t, a.system))
		}
	}
	return c.Trial
}

// A comparison adds up the differences.
type comparison struct {
	catalogue.Trial
	least int // events of the shortest failure
}

// add compares the findings in one system. One that is too large when read the other way counts
// only if a claim falls.
func (c *comparison) add(at trialled, was, is finding) {
	if falls := c.Falls; is.stopped {
		defer func() { c.Systems += min(c.Falls-falls, 1) }()
	} else {
		c.Systems++
	}
	for i, verdict := range was.verdicts {
		if is.verdicts[i].Result == verdict.Result || is.verdicts[i].Result == checker.Unknown {
			continue
		}
		c.Differ++
		if verdict.Result == checker.Holds && is.verdicts[i].Result == checker.Violated {
			c.fall(at.claims[i].Property, at.where, is.verdicts[i].Execution)
		} else if c.Least == "" {
			c.Least = fmt.Sprintf("%s: %v, not %v (%s)", at.claims[i].Property, is.verdicts[i].Result, verdict.Result, at.where)
		}
	}
	for i, amount := range was.amounts {
		if is.amounts[i] == amount || amount == unknown || is.amounts[i] == unknown {
			continue
		}
		if c.Differ++; c.Least == "" {
			c.Least = fmt.Sprintf("%v %s, not %s (%s)", checker.Quantity(i), is.amounts[i], amount, at.where)
		}
	}
}

// fall notes that a claim falls, by x; nil: no execution shows it.
func (c *comparison) fall(property, where string, x *model.Execution) {
	c.Falls++
	switch {
	case x != nil && (c.least == 0 || len(x.Steps) < c.least):
		c.least = len(x.Steps)
		c.Least = fmt.Sprintf("%s in %d events (%s)", property, c.least, where)
	case c.least == 0:
		c.Least = fmt.Sprintf("%s (%s)", property, where)
	}
}
