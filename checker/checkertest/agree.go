package checkertest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// finding is the part of a report that engine and reference must agree on, besides
// executions.
type finding struct {
	Configurations, Events int64
	Cut                    int64
	Depth                  int
	Results                map[string]checker.Result
}

// Agree checks s with the engine, with one worker and with two, and calls each step
// twice. It returns an error if the engine differs from the reference in counts,
// verdicts or the least finite execution, or shows a loop where there is none. The
// error wraps [ErrTooLarge] if there is no reference.
func Agree(s *model.System, o Options) error {
	// No search decides this property early, so that none stops early.
	all := properties.NewAlways("all", "nothing is wrong", func(model.View) bool { return true })
	o.Properties = append(slices.Clip(o.Properties), all)
	r, err := Explore(s, o)
	if err != nil {
		return err
	}
	want := finding{r.Configurations, r.Events, r.Cut, r.Depth, map[string]checker.Result{}}
	for i, v := range r.Verdicts {
		if i == len(o.Properties) {
			want.Results[properties.WellFormed().Name] = v.Result
			break
		}
		want.Results[o.Properties[i].Name] = v.Result
	}
	for workers := 1; workers <= 2; workers++ {
		report, err := checker.Check(context.Background(), s,
			checker.Options{Properties: o.Properties, Search: checker.Search{Reduce: checker.NoReduction}, Fairness: o.Fairness, Constraint: o.Constraint, Workers: workers, Repeat: true})
		if err != nil {
			return err
		}
		if err := same(want, r, report, o.Fairness); err != nil {
			return fmt.Errorf("%v fairness, %d workers: %w", o.Fairness, workers, err)
		}
	}
	return nil
}

// same reports how a report differs from the reference.
func same(want finding, r Reference, report checker.Report, f model.Fairness) error {
	got := finding{report.Configurations, report.Events, report.Cut, report.Depth, map[string]checker.Result{}}
	for _, v := range report.Verdicts {
		got.Results[v.Property.Name] = v.Result
	}
	if r.Cut > 0 {
		if report.Complete || !strings.Contains(report.Stopped.String(), "cut by constraint ") {
			return fmt.Errorf("a constraint cut the search, and it says complete %t, stopped %q", report.Complete, report.Stopped)
		}
	} else if !report.Complete {
		return fmt.Errorf("the search has no bounds, but stopped: %s", report.Stopped)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("(-reference +engine)\n%s", diff)
	}
	for i, v := range report.Verdicts {
		if v.Result == checker.Unknown && v.Note() == "" {
			return fmt.Errorf("%s: unknown, without a note that says why", v.Property.Name)
		}
		if err := sameExecution(v, r.Verdicts[i], f); err != nil {
			return fmt.Errorf("%s: %w", v.Property.Name, err)
		}
	}
	return nil
}

// sameExecution reports how the execution of a verdict of the engine differs from that
// of the reference.
func sameExecution(v checker.Verdict, want Verdict, f model.Fairness) error {
	x := v.Execution
	if x == nil {
		if want.Finite != nil || want.Loop {
			return fmt.Errorf("no execution is shown, want one (finite %v, loop %v)", want.Finite, want.Loop)
		}
		return nil
	}
	if err := v.Property.Judge(*x, f); err != nil {
		return err
	}
	if x.Loops() {
		if want.Finite != nil || !want.Loop {
			return fmt.Errorf("a loop is shown, want a finite execution %v", want.Finite)
		}
		if len(x.Lasso().Stem) != want.Stem {
			return fmt.Errorf("a loop after %v is shown, want one after %d events", x.Lasso().Stem, want.Stem)
		}
		return nil
	}
	if diff := cmp.Diff(want.Finite, x.Lasso().Stem, cmpopts.EquateEmpty()); diff != "" {
		return fmt.Errorf("another execution is the least (-least +shown):\n%s", diff)
	}
	return nil
}
