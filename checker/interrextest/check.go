package interrextest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Config says how much is tried, and what files say. The zero value is what
// [Check] uses.
type Config struct {
	// Instance names the system in counterexample files: Algorithm, Variant and
	// Readings. Where Algorithm is "", it is the name of the system, and
	// Variant is "own".
	Instance counterexamples.Instance
	Fairness model.Fairness // which infinite executions count
	// Configurations bounds the exhaustive search by the explicit engine; the
	// symbolic one gets its turns ([checker.Auto]). 0 stands for a million (a
	// tenth of it with -short); with a negative number schedules are random from
	// the start, and only the shortening of what they find searches.
	Configurations int64
	// Dir is the directory of the counterexample files. "" stands for
	// testdata/interrex/<test>.
	Dir string
}

// The bounds of one exhaustive search besides configurations.
const (
	searchTime   = 20 * time.Second
	searchMemory = 1 << 30
)

// Check judges the properties of s, exhaustively while that fits a budget and
// by random schedules beyond, and fails t with one line and one chart for each
// that is violated.
func Check(t testing.TB, s *model.System, list ...properties.Property) {
	t.Helper()
	Config{}.Check(t, s, list...)
}

// Check is the function [Check] within the limits of g.
func (g Config) Check(t testing.TB, s *model.System, list ...properties.Property) {
	t.Helper()
	k := g.newCheck(t, s)
	open := k.replayStored(list)
	if g.Configurations >= 0 && len(open) > 0 {
		open = k.exhaust(open)
	}
	if len(open) > 0 {
		k.tryRandom(open)
	}
}

// check is one call of Check.
type check struct {
	Config
	t      testing.TB
	system *model.System
}

func (g Config) newCheck(t testing.TB, s *model.System) *check {
	if g.Instance.Algorithm == "" {
		g.Instance.Algorithm, g.Instance.Variant = strings.Join(strings.Fields(s.Name()), "-"), "own"
	}
	if g.Dir == "" {
		g.Dir = "testdata/interrex/" + fileName(t.Name())
	}
	return &check{Config: g, t: t, system: s}
}

// configurations returns the bound of one exhaustive search.
func (k *check) configurations() int64 {
	switch {
	case k.Configurations > 0:
		return k.Configurations
	case testing.Short():
		return 100_000
	}
	return 1_000_000
}

// exhaust searches all executions and returns the properties that it left
// undecided.
func (k *check) exhaust(list []properties.Property) []properties.Property {
	k.t.Helper()
	report := k.search(k.system, checker.Auto, list, 0)
	configurations, _ := report.Counts()
	var open []properties.Property
	for _, v := range report.Verdicts {
		switch {
		case v.Result == checker.Violated && v.Execution != nil:
			k.fail(v.Property, k.minimise(v.Property, *v.Execution), "exhaustive search")
		case v.Result == checker.Violated:
			k.t.Errorf("%s: violated (exhaustive search): no execution shows that %s", v.Property.Name, v.Property.Statement)
		case v.Result == checker.Unknown && !report.Complete:
			open = append(open, v.Property)
		case v.Note != "":
			k.t.Logf("%s: %v in all %d configurations: %s", v.Property.Name, v.Result, configurations, v.Note)
		default:
			k.t.Logf("%s: %v in all %d configurations", v.Property.Name, v.Result, configurations)
		}
	}
	return open
}

// search searches s within the budget, up to that many events (0: any).
func (k *check) search(s *model.System, e checker.Engine, list []properties.Property, depth int) checker.Report {
	k.t.Helper()
	report, err := checker.Check(k.t.Context(), s, checker.Options{
		Properties: list, Fairness: k.Fairness, Engine: e, Repeat: true,
		MaxConfigurations: k.configurations(), MaxDepth: depth, MaxTime: searchTime, MaxMemory: searchMemory,
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return report
}

// fail reports a violation, and stores it.
func (k *check) fail(p properties.Property, x model.Execution, how string) {
	k.t.Helper()
	f := counterexamples.Record(k.Instance, x, p.Name, k.Fairness)
	f.Prose = []string{fmt.Sprintf("Found by %s. Violated: %s.", how, p.Statement)}
	k.t.Errorf("%s: violated by %s (%s)%s\n%s", p.Name, lengthText(x), how, k.store(f), f.Chart)
}

// lengthText says how long an execution is.
func lengthText(x model.Execution) string {
	if x.Loops() {
		return fmt.Sprintf("%d events, of which %d again and again", len(x.Steps), len(x.Steps)-x.Stem)
	}
	return fmt.Sprintf("%d events", len(x.Steps))
}
