package checkertest_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestGreatestIsTheLeastBound compares the greatest number of messages of random systems,
// most of which have cycles, with bounds as properties: the greatest number holds as a
// bound and one less does not; if there is no greatest number, no bound holds.
func TestGreatestIsTheLeastBound(t *testing.T) {
	seeds := systems(100, 20)
	const many = 30
	finite, endless := 0, 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{MaxConfigurations: 2000})
		switch {
		case err != nil || !isHeld(t, s, properties.WellFormed()):
			continue // the search was cut short, or an execution without an amount never ends
		case !x.Finite:
			endless++
			if isHeld(t, s, properties.MessagesAtMost(many)) {
				t.Errorf("%s: %d messages are a bound, want none", about, many)
			}
			continue
		}
		finite++
		if !isHeld(t, s, properties.MessagesAtMost(int(x.Greatest))) {
			t.Errorf("%s: the greatest amount %d is exceeded", about, x.Greatest)
		}
		if x.Greatest > 0 && isHeld(t, s, properties.MessagesAtMost(int(x.Greatest)-1)) {
			t.Errorf("%s: the greatest amount %d is not reached", about, x.Greatest)
		}
		for _, shown := range []struct {
			by   *model.Execution
			want int64
		}{{x.LeastBy, x.Least}, {x.GreatestBy, x.Greatest}} {
			got := s.Semantics().SentAtStart()
			for _, step := range shown.by.Steps {
				got += len(step.Sends)
			}
			if int64(got) != shown.want {
				t.Errorf("%s: the execution shown has %d messages, want %d", about, got, shown.want)
			}
		}
	}
	t.Logf("%d finite, %d endless of %d", finite, endless, seeds)
	if finite < int(seeds)/4 || endless < int(seeds)/20 {
		t.Errorf("only %d finite and %d endless of %d", finite, endless, seeds)
	}
}

func isHeld(t *testing.T, s *model.System, p properties.Property) bool {
	t.Helper()
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result == checker.Holds
}
