package explicit_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// process answers a question as a new process does, with a search that goes on on disk after so many configurations and is saved at each level.
func process(t *testing.T, files disk.Files, saving engine.Saving, from int64, ask func() engine.Question) (engine.Answer, *engine.Budget, error) {
	t.Helper()
	within := threshold.Default()
	within.OnDisk, within.Buffered = from, 1
	b := engine.NewBudget(threshold.With(t.Context(), within), engine.Bounds{}, nil)
	b.Disk, b.Saving = files, &saving
	q := ask()
	for {
		a, err := explicit.Engine{}.Search(q, b)
		if err != engine.ErrBroken {
			return a, b, err
		}
		q.Reduction.Learn()
	}
}

var savedProperties = []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided(), properties.Quiescence(), properties.LeaderReachable()}

// TestGoesOn kills searches of random systems on disk at a random access to a file, mostly several times, and lets another process go on: with what
// was written, or with no more than what was made safe. Counts, findings, and their executions, are those of a search that was not killed.
func TestGoesOn(t *testing.T) {
	const most = 600
	kills, wentOn, found := 0, 0, 0
	for seed := range uint64(60) {
		draw := []func(uint64) (*model.System, string){checkertest.Random, checkertest.Commuting, checkertest.RandomStarts, checkertest.Deferring}[seed%4]
		s, about := draw(seed / 2)
		reduces := seed%2 == 1 && seed%4 != 3 && s.Network().Timing != model.Lockstep
		if searched(t, question(s, savedProperties, reduces), most, 0).Stop.Cause == engine.MaxConfigurations {
			continue
		}
		r, from := rand.New(rand.NewPCG(seed, 5)), []int64{1, 20}[seed/4%2]
		ask := func() engine.Question {
			q := question(s, savedProperties, reduces)
			q.Workers = 1 + int(seed/8%2)
			return q
		}
		want, spent, err := process(t, disktest.New(), engine.Saving{}, from, ask)
		if err != nil {
			t.Fatal(about, err)
		}
		files, left := disktest.New(), 0
		files.Fails = func(string, string) error {
			if left--; left < 0 {
				return syscall.EIO // also when the process that was killed cleans up
			}
			return nil
		}
		for n := 0; ; n++ {
			if left = 5 + r.IntN(120); n == 6 {
				left = 1 << 30
			}
			saved := files.Has("1-checkpoint")
			got, b, err := process(t, files, engine.Saving{Resume: true}, from, ask)
			var failed *disk.Error
			if errors.As(err, &failed) && left < 0 {
				if kills++; r.IntN(2) == 0 {
					files.Crash()
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if saved {
				wentOn++
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, reduced %t, killed %d times: (-not killed +killed)\n%s", about, reduces, n, diff)
			}
			if b.Expanded() != spent.Expanded() || b.MostOnDisk() != spent.MostOnDisk() {
				t.Errorf("%s: %d expanded and %d bytes of files, not %d and %d", about, b.Expanded(), b.MostOnDisk(), spent.Expanded(), spent.MostOnDisk())
			}
			for _, f := range got.Findings {
				if saved && f.Outcome == engine.Found {
					found++
				}
			}
			if names, _ := files.List(); len(names) > 0 {
				t.Errorf("%s: %s are left", about, strings.Join(names, ", "))
			}
			break
		}
	}
	t.Logf("%d kills; %d searches went on at the end, with %d executions found", kills, wentOn, found)
	if kills < 60 || wentOn < 10 || found < 10 {
		t.Error("too few to test anything")
	}
}
