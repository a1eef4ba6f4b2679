package checkertest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestSymbolicAgrees compares the symbolic engine with the explicit one on
// random systems: counts, verdicts that are not unknown, and the shortest
// counterexamples to the letter.
func TestSymbolicAgrees(t *testing.T) {
	seeds := uint64(500)
	if testing.Short() {
		seeds = 60
	}
	compared, decided, liveness := 0, 0, 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		list := append(properties.Standard(properties.Greatest), properties.MessagesAtMost(2))
		options := checker.Options{Properties: list, Fairness: model.Weak, MaxConfigurations: 20_000}
		explicit, err := checker.Check(t.Context(), s, options)
		if err != nil {
			t.Fatal(err)
		}
		options.Engine, options.MaxTime = checker.Symbolic, time.Second
		symbolic, err := checker.Check(t.Context(), s, options)
		if err != nil {
			if !strings.Contains(err.Error(), "the symbolic engine does not suit") {
				t.Fatal(err)
			}
			continue
		}
		if !explicit.Complete || !symbolic.Complete {
			continue
		}
		compared++
		about = fmt.Sprintf("seed %d: %s", seed, about)
		if explicit.Configurations != symbolic.Configurations || explicit.Events != symbolic.Events {
			t.Errorf("%s:\nexplicit %d/%d, symbolic %d/%d", about, explicit.Configurations, explicit.Events, symbolic.Configurations, symbolic.Events)
		}
		for i, v := range symbolic.Verdicts {
			if v.Result == checker.Unknown {
				continue
			}
			decided++
			if v.Property.Form.IsLiveness() {
				liveness++
			}
			if got, want := shown(v), shown(explicit.Verdicts[i]); got != want {
				t.Errorf("%s: %s:\nexplicit %s\nsymbolic %s", about, v.Property.Name, want, got)
			}
		}
	}
	t.Logf("%d of %d systems, %d verdicts, %d of liveness", compared, seeds, decided, liveness)
	if compared < int(seeds)/4 || liveness < compared {
		t.Errorf("only %d of %d systems and %d verdicts of liveness were compared", compared, seeds, liveness)
	}
}

func shown(v checker.Verdict) string {
	text := fmt.Sprint(v.Result)
	if v.Execution != nil && !v.Execution.Loops() {
		text += fmt.Sprint(v.Execution.Lasso().Events())
	}
	return text
}
