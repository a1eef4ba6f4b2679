package explicit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestRecutAgrees compares searches of random systems that cut the leaves elsewhere, again and again, with searches that never do: reduced,
// up to symmetry, with properties that see views, configurations and events, in memory and on disk later. All results are the same.
func TestRecutAgrees(t *testing.T) {
	const most = 1500
	list := []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided(), properties.Quiescence(), properties.LeaderReachable(),
		properties.NewReachable("sight", "somebody has won, and a message is in flight", func(c properties.Configuration) bool { return c.Status(0).Role == model.Won }),
		properties.NewAlways("steps", "no event is about process 0", func(c properties.Configuration) bool { return c.Status(0).Role != model.Lost })}
	compared, moved, onDisk, seeds := 0, 0, 0, uint64(150)
	if checkertest.Long() {
		seeds = 900
	}
	for seed := range seeds {
		draw := []func(uint64) (*model.System, string){checkertest.CommutingQueued, checkertest.Commuting, checkertest.AnonymousCommuting}[seed%3]
		s, about := draw(seed)
		ask := func() engine.Question {
			q := question(s, list, s.Network().Timing != model.Lockstep && seed%3 < 2)
			if q.Workers = 1 + int(seed/3%2); seed%3 == 2 {
				q.Properties, q.Reduction.Symmetry = list[:5], symmetry.New(s)
			}
			return q
		}
		within := func(recut, disk int64) (engine.Answer, int) {
			limits := threshold.Default()
			limits.Recut, limits.OnDisk = recut, disk
			for q := ask(); ; {
				b := engine.NewBudget(threshold.With(t.Context(), limits), engine.Bounds{Configurations: most}, nil)
				if disk > 0 {
					b.Disk = disktest.New()
				}
				a, cut, err := explicit.SearchCut(q, b)
				if err == nil {
					return a, cut
				}
				if err != engine.ErrBroken {
					t.Fatalf("%s: %v", about, err)
				}
				q.Reduction.Learn()
			}
		}
		disk := []int64{0, 0, 30}[seed/6%3]
		want, _ := within(1<<40, disk)
		if want.Stop.Cause == reason.MaxConfigurations {
			continue
		}
		got, cuts := within(1, disk)
		if compared++; disk > 0 {
			onDisk++
		}
		moved += cuts
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, cut elsewhere %d times: (-never)\n%s", about, cuts, diff)
		}
	}
	t.Logf("%d searches were compared, which cut the leaves elsewhere %d times, %d of them on disk later", compared, moved, onDisk)
	if compared < 80 || moved < 60 || onDisk < 20 {
		t.Error("too few to test anything")
	}
}
