package interrextest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An Expectation is a condition of [Expect] on a search of all executions. Make one
// with [Violated], [Holds], [Vacuous], [Configurations], [Generated] or [Depth].
type Expectation struct {
	property properties.Property
	result   checker.Result // of the property; Unknown: the expectation is a count
	events   int64          // of the execution; negative: any number
	what     string         // the count, in words
	count    int64
	of       func(checker.Report) int64
}

// Violated expects that some execution refutes p (for a reachability property: that
// none witnesses it).
func Violated(p properties.Property) Expectation { return expect(p, checker.Violated) }

// Holds expects that no execution refutes p (for a reachability property: that one
// witnesses it).
func Holds(p properties.Property) Expectation { return expect(p, checker.Holds) }

// Vacuous expects that nothing in the system could refute p.
func Vacuous(p properties.Property) Expectation { return expect(p, checker.Vacuous) }

func expect(p properties.Property, r checker.Result) Expectation {
	return Expectation{property: p, result: r, events: -1}
}

// In expects that the execution that the search shows has that many events, the loop
// included. If it ends, no shorter one refutes (or witnesses) the property.
func (e Expectation) In(events int) Expectation {
	e.events = int64(events)
	return e
}

// Configurations expects that many distinct configurations.
func Configurations(n int64) Expectation {
	return Expectation{what: "configurations", count: n, of: func(r checker.Report) int64 { return r.Configurations }}
}

// Generated expects that many events: enabled ones, summed over the configurations.
func Generated(n int64) Expectation {
	return Expectation{what: "events generated", count: n, of: func(r checker.Report) int64 { return r.Events }}
}

// Depth expects that the shortest execution to the farthest configuration has that many
// events.
func Depth(n int) Expectation {
	return Expectation{what: depthText, count: int64(n), of: func(r checker.Report) int64 { return int64(r.Depth) }}
}

const depthText = "events to the farthest configuration"

// Expect searches all executions of s, and fails t with one line for each expectation
// that is not met, and a chart if there is an execution. It is for tests that must find
// a violation: of a planted fault, or of a variant that is known to be wrong. It stores
// no file. If a step is not well-formed, t fails unless that is expected.
func Expect(t testing.TB, s *model.System, list ...Expectation) {
	t.Helper()
	Config{}.Expect(t, s, list...)
}

// Expect is the function [Expect] with configuration g. Random schedules may show an
// expected violation, of any length, if the search exceeds its budget or g.Random is
// [Only].
func (g Config) Expect(t testing.TB, s *model.System, list ...Expectation) {
	t.Helper()
	var judged []properties.Property
	for _, e := range list {
		if e.result != checker.Unknown {
			judged = append(judged, e.property)
		}
		if why := e.refused(); why != "" {
			t.Fatalf("interrextest: %s", why)
		}
	}
	if why := g.refused(s, withSome(judged)); why != "" {
		t.Fatalf("interrextest: %s", why)
	}
	k := g.newCheck(t, s)
	k.guard(func() {
		t.Helper()
		k.expect(list, judged)
	})
}

// withSome returns the properties, or WellFormed if there are none: counts alone may be
// expected.
func withSome(list []properties.Property) []properties.Property {
	if len(list) == 0 {
		return withWellFormed(nil)
	}
	return list
}

// refused says why the expectation means nothing, "" if it means something.
func (e Expectation) refused() string {
	shows := e.result == checker.Violated && e.property.Form != properties.Reachable || e.result == checker.Holds && e.property.Form == properties.Reachable
	switch {
	case e.result == checker.Unknown && e.of == nil:
		return "an expectation is empty; allowed: Violated, Holds, Vacuous, Configurations, Generated, Depth"
	case e.result == checker.Unknown && e.events != 0:
		return fmt.Sprintf("In is for expectations of a property, not of %s", e.what)
	case e.result != checker.Unknown && e.events >= 0 && !shows:
		return fmt.Sprintf("%s: %v shows no execution, so that In means nothing; allowed: Violated, or Holds of a reachability property", e.property.Name, e.result)
	}
	return ""
}

// expect searches, and compares the report with the expectations.
func (k *check) expect(list []Expectation, judged []properties.Property) {
	k.t.Helper()
	if k.isDead() && !slices.ContainsFunc(list, func(e Expectation) bool { return e.result == checker.Vacuous }) {
		k.t.Errorf("%s\n    where that is expected: interrextest.Vacuous", nothingHappens(k.system))
		return
	}
	o, tried := checker.Options{Properties: judged, Search: checker.Search{Engine: checker.Auto}, Constraint: k.Constraint}, &effort{check: k}
	for _, e := range list {
		if e.result == checker.Unknown { // a search that stops early, as all is decided, does not count all
			o.Properties = withWellFormed(judged)
		}
		if e.result == checker.Unknown || e.events >= 0 { // which a reduction does not preserve
			o.Search.Reduce = checker.NoReduction
		}
		if e.what == depthText {
			o.Search.Engine = checker.Explicit
		}
	}
	o.Progress = tried.progress
	var report checker.Report
	if k.Random != Only {
		report = k.search(k.system, o)
		tried.report = &report
	}
	wellFormed := true
	for _, e := range list {
		if e.result == checker.Unknown {
			k.compareCount(e, report)
			continue
		}
		wellFormed = wellFormed && !e.property.IsWellFormed()
		k.compare(e, verdictOf(e.property, report), tried)
	}
	if v := verdictOf(properties.WellFormed(), report); wellFormed && v.Result == checker.Violated {
		k.compare(Holds(properties.WellFormed()), v, tried)
	}
}

// verdictOf returns the verdict of a property, the zero Verdict if there is none.
func verdictOf(p properties.Property, r checker.Report) checker.Verdict {
	for _, v := range r.Verdicts {
		if v.Property.Name == p.Name {
			return v
		}
	}
	return checker.Verdict{Property: p}
}

// compareCount compares a count of the report with the expected one.
func (k *check) compareCount(e Expectation, r checker.Report) {
	k.t.Helper()
	switch got := e.of(r); {
	case k.Random == Only:
		k.t.Errorf("expected %d %s, but nothing was searched: Config.Random is Only", e.count, e.what)
	case !r.Complete:
		k.t.Errorf("expected %d %s, got at least %d: the search was cut short: %s", e.count, e.what, got, r.Stopped)
	case got != e.count:
		k.t.Errorf("expected %d %s, got %d", e.count, e.what, got)
	}
}

// compare compares a verdict with the expected one.
func (k *check) compare(e Expectation, v checker.Verdict, tried *effort) {
	k.t.Helper()
	if v.Result == checker.Unknown && e.result == checker.Violated && e.property.Form != properties.Reachable && e.events < 0 {
		if f := k.newHunt(tried).find([]properties.Property{e.property.Guarded()}); f != nil {
			x := k.shorten(e.property, f.execution)
			v.Result, v.Execution = checker.Violated, &x
		}
	}
	events, chart := int64(-1), ""
	if x := v.Execution; x != nil {
		events, chart = int64(len(x.Steps)), "\n"+drawn(v.Property, *x)
	}
	if v.Result == e.result && (e.events < 0 || e.events == events) {
		k.t.Logf("%s: %s, as expected%s", e.property.Name, resultText(v.Result, events), chart)
		return
	}
	got := resultText(v.Result, events)
	if v.Note() != "" {
		got += ": " + v.Note()
	}
	k.t.Errorf("%s: expected %s, got %s%s", e.property.Name, resultText(e.result, e.events), got, chart)
}

// resultText returns a result in words, with the length of the execution that shows it
// unless that is negative.
func resultText(r checker.Result, events int64) string {
	if events < 0 {
		return r.String()
	}
	return fmt.Sprintf("%v by %s", r, count(int(events), "event"))
}
