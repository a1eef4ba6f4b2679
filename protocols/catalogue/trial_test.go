package catalogue_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write trials.txt")

// another is an algorithm of which lines are read as an alternative says.
type another struct {
	source, other string // of the alternative
	system        func(v catalogue.Variant, net model.Network) (*model.System, error)
}

// TestAlternativesAreTried searches each algorithm with lines read in another way, wherever
// something is claimed of the corrected one with its first options, and holds what differs
// against the table that the page shows.
func TestAlternativesAreTried(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("searches of many systems")
	}
	var table strings.Builder
	for _, a := range others() {
		name, _, _ := strings.Cut(a.source, " ")
		e := entry(t, name)
		trial := catalogue.Trial{Source: a.source, Other: a.other}
		c := comparison{entry: e, other: a, trial: &trial}
		for _, claims := range conditionsOf(e) {
			c.claims(t, claims)
		}
		table.WriteString(trial.Row())
	}
	if *update {
		if err := os.WriteFile("trials.txt", []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("trials.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), table.String()); diff != "" {
		t.Errorf("trials.txt (-table +searches):\n%s\ngo test ./protocols/catalogue -run %s -update", diff, t.Name())
	}
}

// TestTrialsAgreeWithTheirOutcomes holds what considered.go says of an alternative
// against its trial, and finds trials of none.
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
		if became := said[[2]string{trial.Source, trial.Other}]; !strings.HasPrefix(became, trial.Outcome()) {
			t.Errorf("%s, %q: considered.go says %q, the trial %q", trial.Source, trial.Other, became, trial.Outcome())
		}
	}
	if len(table) != len(others()) {
		t.Errorf("%d trials in the table, %d are run", len(table), len(others()))
	}
}

// conditionsOf returns the claims about the corrected algorithm with its first options, by condition,
// in the order of the catalogue.
func conditionsOf(e catalogue.Entry) [][]catalogue.Claim {
	var list [][]catalogue.Claim
	at := map[string]int{}
	for _, c := range e.Claims {
		if c.Variant != "" || c.Readings != "" || c.IDs != nil || c.Slow {
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

// A comparison adds to a trial what differs.
type comparison struct {
	entry catalogue.Entry
	other another
	trial *catalogue.Trial
	least int // events of the shortest failure
}

// The sizes of systems that are compared.
const (
	mostTried   = 3       // processes
	largestTry  = 200_000 // configurations
	largestSums = 5_000   // configurations of systems of which extremes are compared
)

// claims compares under one condition.
func (c *comparison) claims(t *testing.T, claims []catalogue.Claim) {
	t.Helper()
	for n := 2; n <= mostTried; n++ {
		at := slices.DeleteFunc(slices.Clone(claims), func(claim catalogue.Claim) bool { return n < claim.From || n > claim.To })
		if len(at) == 0 {
			continue
		}
		net := at[0].On(c.entry.Network(n))
		arrangements, err := at[0].Arrangements(net)
		if err != nil {
			t.Fatal(err)
		}
		v, err := at[0].ParseVariant(c.entry)
		if err != nil {
			t.Fatal(err)
		}
		for ids := range arrangements {
			net.IDs = ids
			c.systems(t, at, v, net)
		}
	}
}

// systems compares what is found with and without the other way.
func (c *comparison) systems(t *testing.T, claims []catalogue.Claim, v catalogue.Variant, net model.Network) {
	t.Helper()
	var list []properties.Property
	for _, claim := range claims {
		p, err := claim.PropertyFor(net.N, c.entry)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	o := checker.Options{Properties: list, Fairness: claims[0].Fairness, MaxConfigurations: largestTry}
	var reports [2]checker.Report
	var sums [2]string
	for i, make := range []func(catalogue.Variant, model.Network) (*model.System, error){c.entry.New, c.other.system} {
		s, err := make(v, net)
		if err != nil {
			t.Fatal(err)
		}
		if reports[i], err = checker.Check(t.Context(), s, o); err != nil {
			t.Fatal(err)
		}
		sums[i] = extremes(t, s)
	}
	if reports[0].Stopped != "" {
		return
	}
	c.trial.Systems++
	where := strings.TrimSpace(fmt.Sprintf("n = %d %s", net.N, claims[0].Condition()))
	for i, was := range reports[0].Verdicts {
		is := reports[1].Verdicts[i]
		if was.Result == is.Result {
			continue
		}
		c.trial.Differ++
		if was.Result == checker.Holds && is.Result == checker.Violated {
			c.fall(claims[i].Property, where, is.Execution)
		} else if c.trial.Least == "" {
			c.trial.Least = fmt.Sprintf("%s: %v, not %v (%s)", claims[i].Property, is.Result, was.Result, where)
		}
	}
	if sums[0] != sums[1] && sums[0] != unknown && sums[1] != unknown {
		if c.trial.Differ++; c.trial.Least == "" {
			c.trial.Least = fmt.Sprintf("messages %s, not %s (%s)", sums[1], sums[0], where)
		}
	}
}

// fall notes that a claim falls, by x; nil: no execution shows it.
func (c *comparison) fall(property, where string, x *model.Execution) {
	c.trial.Falls++
	switch {
	case x != nil && (c.least == 0 || len(x.Steps) < c.least):
		c.least = len(x.Steps)
		c.trial.Least = fmt.Sprintf("%s in %d events (%s)", property, c.least, where)
	case c.least == 0:
		c.trial.Least = fmt.Sprintf("%s (%s)", property, where)
	}
}

const unknown = "unknown"

// extremes returns the least and greatest number of messages, unknown if the system is large.
func extremes(t *testing.T, s *model.System) string {
	t.Helper()
	x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{MaxConfigurations: largestSums})
	switch {
	case err != nil:
		return unknown
	case !x.Finite:
		return "without bound"
	}
	return fmt.Sprintf("%d..%d", x.Least, x.Greatest)
}
