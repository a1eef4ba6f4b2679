package confluent_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
)

// TestOvertakingDecidesTheSame searches random systems in which a process has an inbox, so
// many that in some of them messages overtake others.
func TestOvertakingDecidesTheSame(t *testing.T) {
	random := []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingQueued, checkertest.CommutingBounded}
	number := 5 * howMany()
	searched, overtaken := 0, 0
	for seed := *from; seed < *from+number; seed++ {
		s, about := random[seed%3](seed / 3)
		if s.Network().Order != model.Inbox {
			continue
		}
		full := explore(s, nil, tooLarge)
		if full.cut {
			continue
		}
		searched++
		for _, sight := range []confluent.Sight{{}, everything} {
			r := newReducer(s, sight, 0, both)
			if err := differs(full, explore(s, r, tooLarge), sight); err != nil {
				t.Errorf("%s, sees %d: %v", about, len(sight.Shapes), err)
			}
			if r.HasOvertaken() {
				overtaken++
			}
		}
	}
	t.Logf("%d searched, in %d searches messages overtook others", searched, overtaken)
	if searched < int(number)/12 || overtaken < searched/8 {
		t.Errorf("%d searched, in %d searches messages overtook others: too little to test anything", searched, overtaken)
	}
}
