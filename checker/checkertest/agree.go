package checkertest

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// finding is what engine and reference must find alike, besides executions.
type finding struct {
	Configurations, Events int64
	Depth                  int
	Results                map[string]checker.Result
}

// Agree checks s with the engine, by one worker and by two, each step called
// twice, and reports as an error where it differs from the reference: in
// counts, verdicts, the least finite execution, or a loop that is none. The
// error is ErrTooLarge, wrapped, where there is no reference.
func Agree(s *model.System, o Options) error {
	// A property that nothing decides early keeps the search from stopping.
	all := properties.NewAlways("all", "nothing is wrong", func(model.View) bool { return true })
	o.Properties = append(slices.Clip(o.Properties), all)
	r, err := Explore(s, o)
	if err != nil {
		return err
	}
	want := finding{r.Configurations, r.Events, r.Depth, map[string]checker.Result{}}
	for i, v := range r.Verdicts {
		if i == len(o.Properties) {
			want.Results[properties.WellFormed().Name] = v.Result
			break
		}
		want.Results[o.Properties[i].Name] = v.Result
	}
	for workers := 1; workers <= 2; workers++ {
		report, err := checker.Check(context.Background(), s,
			checker.Options{Properties: o.Properties, Fairness: o.Fairness, Workers: workers, Repeat: true})
		if err != nil {
			return err
		}
		if err := same(want, r, report, o.Fairness); err != nil {
			return fmt.Errorf("%v fairness, %d workers: %w", o.Fairness, workers, err)
		}
	}
	return nil
}

// same reports why a report is not what the reference says.
func same(want finding, r Reference, report checker.Report, f model.Fairness) error {
	got := finding{report.Configurations, report.Events, report.Depth, map[string]checker.Result{}}
	for _, v := range report.Verdicts {
		got.Results[v.Property.Name] = v.Result
	}
	if !report.Complete {
		return fmt.Errorf("the search without bounds stopped: %s", report.Stopped)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("(-reference +engine)\n%s", diff)
	}
	for i, v := range report.Verdicts {
		if v.Result == checker.Unknown && v.Note == "" {
			return fmt.Errorf("%s: unknown, and nothing is said why", v.Property.Name)
		}
		if err := sameExecution(v, r.Verdicts[i], f); err != nil {
			return fmt.Errorf("%s: %w", v.Property.Name, err)
		}
	}
	return nil
}

// sameExecution reports why the execution that the engine shows with a verdict
// is not what the reference found.
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
		return nil
	}
	if diff := cmp.Diff(want.Finite, x.Lasso().Stem, cmpopts.EquateEmpty()); diff != "" {
		return fmt.Errorf("another execution is the least (-least +shown):\n%s", diff)
	}
	return nil
}
