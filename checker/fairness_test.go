package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestZeroOptionsAreFairByTiming says that options that say nothing of fairness
// mean the same as in a test, a file and the command.
func TestZeroOptionsAreFairByTiming(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 0; 0 b 1"}.System() // a for ever is unfair to b
	for _, engine := range engines {
		for fairness, want := range map[model.Fairness]checker.Result{
			model.ByTiming: checker.Holds, model.Weak: checker.Holds, model.Unfair: checker.Violated,
		} {
			o := checker.Options{Properties: []properties.Property{properties.Quiescence()}, Fairness: fairness, Search: checker.Search{Engine: engine}}
			r, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Verdicts[0].Result; got != want {
				t.Errorf("%v, %v: got %v, want %v", engine, fairness, got, want)
			}
		}
	}
}
