package schedule_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A taken event is one that a scheduler has chosen.
type taken struct {
	stepwise.Cause
	older, younger bool // than the message that it receives another one is, which may arrive too
}

// TestSchedulersPrefer says which events the schedulers prefer: how often something happens in
// many walks of 18 events. All seeds are fixed. Each row has another one by a scheduler without
// that preference.
func TestSchedulersPrefer(t *testing.T) {
	received := func(has func(taken) bool) func(list []taken) (of, all int) {
		return func(list []taken) (of, all int) {
			for _, x := range list {
				if x.Kind == model.Receive {
					if all++; has(x) {
						of++
					}
				}
			}
			return of, all
		}
	}
	oldest := received(func(x taken) bool { return !x.older })
	youngest := received(func(x taken) bool { return !x.younger })
	fewest := func(list []taken) (of, all int) {
		var steps [3]int
		for _, x := range list {
			steps[x.Process]++
		}
		return slices.Min(steps[:]), len(list)
	}
	has := func(list []taken, kind model.Kind, p int) (of, all int) {
		if slices.ContainsFunc(list, func(x taken) bool { return x.Kind == kind && x.Process == p }) {
			return 1, 1
		}
		return 0, 1
	}
	restarts := func(list []taken) (of, all int) { return has(list[:3], model.Restart, 0) }
	wakes := func(list []taken) (of, all int) { return has(list, model.Wake, 1) }
	for _, row := range []struct {
		scheduler string
		count     func(list []taken) (of, all int)
		least     float64
		most      float64
		reason    string
	}{
		{"fifo", oldest, 0.8, 1, "receptions of the oldest message"},
		{"lifo", oldest, 0, 0.3, "receptions of the oldest message"},
		{"lifo", youngest, 0.8, 1, "receptions of the youngest message"},
		{"fifo", youngest, 0, 0.3, "receptions of the youngest message"},
		{"slow", fewest, 0, 0.1, "steps of the process that takes the fewest"},
		{"balanced", fewest, 0.27, 1, "steps of the process that takes the fewest"},
		{"uniform", fewest, 0.2, 0.26, "steps of the process that takes the fewest"},
		{"pos", restarts, 0.75, 1, "walks whose first three events have the restart"},
		{"uniform", restarts, 0, 0.7, "walks whose first three events have the restart"},
		{"swarm", wakes, 0, 0.9, "walks in which process 1 ever wakes"},
		{"uniform", wakes, 0.95, 1, "walks in which process 1 ever wakes"},
	} {
		s, err := model.New(numbering{}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID, Down: []int{0}, Faults: model.Faults{Restart: 1}})
		if err != nil {
			t.Fatal(err)
		}
		sum, total := 0, 0
		for seed := range uint64(200) {
			of, all := row.count(chosen(t, s, row.scheduler, seed))
			sum, total = sum+of, total+all
		}
		share := float64(sum) / float64(total)
		if share < row.least || share > row.most {
			t.Errorf("%s: %.2f are %s, want %.2f to %.2f", row.scheduler, share, row.reason, row.least, row.most)
		}
	}
}

// chosen returns the choices of a scheduler.
func chosen(t *testing.T, s *model.System, name string, seed uint64) []taken {
	t.Helper()
	scheduler, err := schedule.New(name, schedule.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	var list []taken
	for w := schedule.Start(s, model.Weak); len(list) < 18; {
		x := taken{Cause: scheduler.Next(w)}
		for _, y := range w.Enabled() {
			if y.Kind == model.Receive && x.Kind == model.Receive {
				x.older, x.younger = x.older || w.Sent(y) < w.Sent(x.Cause), x.younger || w.Sent(y) > w.Sent(x.Cause)
			}
		}
		w.Take(x.Cause, scheduler.Pick)
		list = append(list, x)
	}
	return list
}

// TestRunEnds says that a walk takes no event more than asked for.
func TestRunEnds(t *testing.T) {
	s, err := model.New(numbering{}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID})
	if err != nil {
		t.Fatal(err)
	}
	scheduler, err := schedule.New("uniform", schedule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := schedule.Start(s, model.Weak, judged()...)
	if schedule.Run(w, scheduler, 7); w.Len() != 7 {
		t.Errorf("%d events, want 7", w.Len())
	}
}
