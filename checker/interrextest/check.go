package interrextest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// Check judges the properties of s by an exhaustive search and, if that exceeds its
// budget, by random schedules. It fails t with one line and one chart for each
// property that is violated. It also fails t if no complete search decides a property,
// and says how far the search and the schedules came. It always judges
// [properties.WellFormed] too.
func Check(t testing.TB, s *model.System, list ...properties.Property) {
	t.Helper()
	Config{}.Check(t, s, list...)
}

// Check is the function [Check] with configuration g.
func (g Config) Check(t testing.TB, s *model.System, list ...properties.Property) {
	t.Helper()
	if why := g.refused(s, list); why != "" {
		t.Fatalf("interrextest: %s", why)
	}
	k := g.newCheck(t, s)
	k.guard(func() {
		t.Helper()
		all := withWellFormed(list)
		k.added = len(all) > len(list)
		k.judge(all)
	})
}

// judge judges the properties by every method that the configuration allows.
func (k *check) judge(list []properties.Property) {
	k.t.Helper()
	if k.isDead() && len(k.Vacuous) == 0 {
		k.t.Errorf("%s\n%s", nothingHappens(k.system), allowVacuous(list[0]))
		return
	}
	open, tried := k.replayStored(list), &effort{check: k}
	if len(open) < len(list) && !slices.ContainsFunc(open, properties.Property.IsWellFormed) {
		k.notJudged(open)
		return
	}
	if k.Random != Only && len(open) > 0 && !k.enough(open) {
		open = k.exhaust(open, tried)
	}
	if len(open) > 0 && !k.enough(open) {
		k.tryRandom(open, tried)
	}
}

// isDead reports whether no execution has an event, not even a wake-up before the first: then
// a test of it tests nothing.
func (k *check) isDead() bool {
	k.t.Helper()
	starts, err := k.system.Semantics().Starts()
	if err != nil {
		k.t.Fatalf("interrextest: %v", err)
	}
	return !slices.ContainsFunc(starts, func(s *model.System) bool {
		return len(s.Semantics().Startup().Steps) > 0 || len(stepwise.NewPath(s).Enabled()) > 0
	})
}

// nothingHappens says why a dead system fails a test.
func nothingHappens(s *model.System) string {
	return fmt.Sprintf("interrextest: %s: %v; usual causes: Ready returns no wake-up and no timer of the first local states, or every process is down or may not wake",
		s.Name(), reason.Reason{Cause: reason.NothingHappens})
}

// enough reports whether every property that was asked for is violated, so that only
// well-formedness is open.
func (k *check) enough(open []properties.Property) bool {
	return k.failed && k.added && len(open) == 1 && open[0].IsWellFormed()
}

// exhaust searches all executions and returns the properties that are still
// undecided: none if a step is not well-formed.
func (k *check) exhaust(list []properties.Property, tried *effort) []properties.Property {
	k.t.Helper()
	asked := list
	unasked := k.added && list[len(list)-1].IsWellFormed()
	if unasked { // the checker judges it anyway, and can stop when all others are decided
		asked = list[:len(list)-1]
	}
	before, _ := k.system.Semantics().Runs()
	report := k.search(k.system, checker.Options{Properties: asked, Search: checker.Search{Engine: checker.Auto}, Constraint: k.Constraint, Progress: tried.progress})
	tried.report = &report
	if after, _ := k.system.Semantics().Runs(); after > before {
		second := max(report.Elapsed.Seconds(), 1e-9)
		k.t.Logf("%d bubbles, %.0f a second; %d configurations, %.0f a second", after-before, float64(after-before)/second,
			report.Configurations, float64(report.Configurations)/second)
	}
	var open []properties.Property
	broken := false
	for _, v := range report.Verdicts {
		if v.Result == checker.Unknown {
			tried.note(v)
			open = append(open, v.Property)
			continue
		}
		k.decided(report, v)
		broken = broken || v.Result == checker.Violated && v.Property.IsWellFormed()
	}
	switch {
	case broken:
		k.notJudged(open)
		return nil
	case unasked && !report.Complete:
		open = append(open, list[len(asked)])
	}
	return open
}

// decided reports the verdict of a search for a property.
func (k *check) decided(report checker.Report, v checker.Verdict) {
	k.t.Helper()
	p := v.Property
	switch {
	case v.Result == checker.Violated && v.Execution != nil:
		k.fail(p, k.minimise(p, *v.Execution), "exhaustive search")
	case v.Result == checker.Violated:
		k.failed = true
		k.t.Errorf("%s: violated (exhaustive search): no execution shows that %s", p.Name, p.Statement)
	case v.Result == checker.Vacuous && !k.mayBeVacuous(p):
		k.t.Errorf("%s: vacuous: nothing in %s could refute it (%s)\n%s", p.Name, everywhere(report), cmp.Or(v.Note(), cannotRefute(p)), allowVacuous(p))
	case v.Note() != "":
		k.t.Logf("%s: %v in %s: %s", p.Name, v.Result, everywhere(report), v.Note())
	case v.Result == checker.Holds && !report.Complete:
		k.t.Logf("%s: %v", p.Name, v.Result)
	default:
		k.t.Logf("%s: %v in %s", p.Name, v.Result, everywhere(report))
	}
}

// everywhere says in how many configurations a complete search judged.
func everywhere(r checker.Report) string {
	configurations, _ := r.Counts()
	switch {
	case r.Relaxed:
		return fmt.Sprintf("all configurations, and more: %v with order fifo", configurations)
	case r.Reduction != checker.NoReduction:
		return fmt.Sprintf("all configurations, of which a reduced search met %v", configurations)
	}
	return fmt.Sprintf("all %v configurations", configurations)
}

// cannotRefute says why nothing could refute a property.
func cannotRefute(p properties.Property) string {
	if p.Form.IsLiveness() {
		return "no execution ends, and none goes on fairly for ever"
	}
	return "no execution ends"
}

// allowVacuous says how to allow that a property is vacuous.
func allowVacuous(p properties.Property) string {
	return fmt.Sprintf("    where that is expected: interrextest.Config{Vacuous: []string{%q}}", p.Name)
}

// search searches s within the budget.
func (k *check) search(s *model.System, o checker.Options) checker.Report {
	k.t.Helper()
	o.Fairness, o.Repeat = k.Fairness, true
	o.MaxConfigurations, o.MaxTime, o.MaxMemory = k.Configurations, k.budget(), k.Memory
	report, err := checker.Check(k.t.Context(), s, o)
	if err != nil {
		k.t.Fatalf("interrextest: %v", err)
	}
	return report
}

// fail reports a violation, and stores it.
func (k *check) fail(p properties.Property, x model.Execution, how string) {
	k.t.Helper()
	k.failed = true
	f := counterexamples.Record(k.Instance, x, p, k.Fairness)
	f.Prose = append([]string{fmt.Sprintf("Found by %s. Violated: %s.", how, p.Statement)}, f.Prose...)
	k.t.Errorf("%s: violated by %s (%s)%s%s\n%s", p.Name, lengthText(x), how, illFormed(x), k.store(f), drawn(p, x))
}

// drawn returns the summary of x, which violates or witnesses p, above its chart.
func drawn(p properties.Property, x model.Execution) string {
	return counterexamples.Summary(x, p) + "\n" + counterexamples.Chart(x, p.Remarks(x)...)
}

// lengthText returns the length of an execution in words.
func lengthText(x model.Execution) string {
	if x.Loops() {
		return fmt.Sprintf("%s, of which %d again and again", count(len(x.Steps), "event"), len(x.Steps)-x.Stem)
	}
	return count(len(x.Steps), "event")
}

// count returns a number with its noun.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
