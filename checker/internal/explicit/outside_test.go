package explicit_test

import (
	"errors"
	"math/rand/v2"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestDiskAgreesWithMemory compares searches of random systems, whole and reduced, that go on on disk at once or
// later, mostly with a buffer that is full at once, with searches in memory. Counts and
// findings are the same, with the same executions, except that something may be open if there may be a
// cycle: a liveness property, or any if the search is reduced. No file is left.
func TestDiskAgreesWithMemory(t *testing.T) {
	const most = 600
	list := []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided(), properties.Quiescence(), properties.LeaderReachable()}
	outside, found, open, stopped := 0, 0, 0, 0
	for seed := range uint64(72) {
		draw := []func(uint64) (*model.System, string){checkertest.Random, checkertest.Commuting, checkertest.RandomStarts, checkertest.Deferring}[seed%4]
		s, about := draw(seed)
		for _, reduces := range []bool{false, true} {
			if net := s.Network(); reduces && (net.Timing == model.Lockstep || seed%4 == 3) {
				continue
			}
			q := question(s, list, reduces)
			want := searched(t, q, most, 0)
			if want.Stop.Cause == reason.MaxConfigurations {
				continue
			}
			q = question(s, list, reduces)
			q.Workers = 1 + int(seed/4%2)
			got, bytes := searchedOnDisk(t, q, []int64{1, 1, 40}[seed%3], []int64{1, 1 << 30}[seed/12%2])
			if bytes > 0 {
				outside++
			}
			cut := got.Stop.Cause == reason.OnDisk
			if diff := cmp.Diff(want.Searches[0], got.Searches[0]); diff != "" {
				t.Errorf("%s, reduced %t: (-in memory +on disk)\n%s", about, reduces, diff)
			}
			if cut {
				stopped++
			}
			for i, p := range list {
				a, b := got.Findings[i], want.Findings[i]
				switch {
				case a.Outcome == engine.Open && a.Reason.Cause == reason.OnDisk && (p.Form.IsLiveness() || cut):
					open++
				case a.Outcome == b.Outcome:
					if diff := cmp.Diff(b, a); diff != "" {
						t.Errorf("%s, reduced %t, %s: (-in memory +on disk)\n%s", about, reduces, p.Name, diff)
					}
					if a.Outcome == engine.Found && bytes > 0 {
						found++
					}
				default:
					t.Errorf("%s, reduced %t, %s: %v, %v in memory", about, reduces, p.Name, a, b)
				}
			}
		}
	}
	t.Logf("%d searches went on on disk, with %d executions found; %d findings are open, %d searches were cut short", outside, found, open, stopped)
	if outside < 40 || found < 30 || open < 10 || stopped == 0 {
		t.Error("too few to test anything")
	}
}

// TestDiskFails lets an access to the disk fail, or damages a file, in searches of random systems. Each ends with an error of the disk,
// or has the findings of one in memory.
func TestDiskFails(t *testing.T) {
	const most = 300
	list := []properties.Property{properties.Uniqueness(), properties.LeaderReachable()}
	failures := map[bool]int{}
	for seed := range uint64(120) {
		s, about := checkertest.Random(seed / 4)
		want := searched(t, question(s, list, false), most, 0)
		if want.Stop.Cause == reason.MaxConfigurations {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 9))
		damages := seed%2 == 1
		files, left := disktest.New(), 1+r.IntN(60)
		files.Fails = func(access, _ string) error {
			if left--; left == 0 && damages {
				files.ChangeAny(r, func(r *rand.Rand, data []byte) []byte {
					if len(data) == 0 || r.IntN(3) == 0 {
						return nil
					}
					at := r.IntN(len(data))
					data[at] ^= 1 << r.IntN(8)
					return data[:len(data)-r.IntN(2)*(len(data)-at)]
				})
			} else if left == 0 {
				return syscall.EIO
			}
			return nil
		}
		got, err := searchOnDisk(t, question(s, list, false), files, 1, 1)
		var failed *disk.Error
		switch {
		case errors.As(err, &failed):
			failures[damages]++
		case err != nil:
			t.Errorf("%s: %v", about, err)
		default:
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: (-in memory +on disk)\n%s", about, diff)
			}
		}
	}
	t.Logf("searches that ended with an error, by whether a file was damaged: %v", failures)
	if failures[true] < 10 || failures[false] < 20 {
		t.Error("too few to test anything")
	}
}

// searchOnDisk lets the engine answer a question on disk, from so many configurations on, with so many bytes of buffer.
func searchOnDisk(t *testing.T, q engine.Question, files disk.Files, from, buffer int64) (engine.Answer, error) {
	within := threshold.Default()
	within.OnDisk, within.Buffered = from, buffer
	b := engine.NewBudget(threshold.With(t.Context(), within), engine.Bounds{}, nil)
	b.Disk = files
	return explicit.Engine{}.Search(q, b)
}

// searchedOnDisk lets the engine answer a question on disk, from so many configurations on, with so many bytes of buffer. It
// returns how many bytes there were in files.
func searchedOnDisk(t *testing.T, q engine.Question, from, buffer int64) (engine.Answer, int64) {
	t.Helper()
	within := threshold.Default()
	within.OnDisk, within.Buffered = from, buffer
	if from == 1 && buffer == 1 {
		within.FullBut = 2 // the tables are emptied each other time
	}
	files := disktest.New()
	for {
		b := engine.NewBudget(threshold.With(t.Context(), within), engine.Bounds{}, nil)
		b.Disk = files
		a, err := explicit.Engine{}.Search(q, b)
		if files.Len() > 0 {
			t.Errorf("%d files are left", files.Len())
		}
		if err != engine.ErrBroken {
			if err != nil {
				t.Fatal(err)
			}
			return a, b.MostOnDisk()
		}
		q.Reduction.Learn()
	}
}
