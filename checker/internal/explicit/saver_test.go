package explicit_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

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

// A process answers a question as a new process does, with a search that goes on on disk and is mostly saved at each level.
type process struct {
	files  *disktest.Files
	saving engine.Saving
	from   int64 // configurations from which on it is on disk
	ask    func() engine.Question
	stop   context.CancelFunc // interrupts the one that runs
}

func (p *process) run(t *testing.T) (engine.Answer, *engine.Budget, error) {
	t.Helper()
	within := threshold.Default()
	within.OnDisk, within.Buffered = p.from, 1
	if p.from == 1 {
		within.FullBut = 2 // the tables are emptied each other time
	}
	ctx, stop := context.WithCancel(threshold.With(t.Context(), within))
	defer stop()
	saving := p.saving
	saving.Broken = map[string]int{}
	b := engine.NewBudget(ctx, engine.Bounds{}, nil)
	b.Disk, b.Saving, p.stop = p.files, &saving, stop
	q := p.ask()
	for {
		a, err := explicit.Engine{}.Search(q, b)
		if err != engine.ErrBroken {
			return a, b, err
		}
		q.Reduction.Learn()
	}
}

var savedProperties = []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided(), properties.Quiescence(), properties.LeaderReachable()}

// saved returns the name of a checkpoint, "" if there is none.
func (p *process) saved() string {
	names, _ := p.files.List()
	i := slices.IndexFunc(names, func(name string) bool { return strings.HasSuffix(name, "-checkpoint") })
	if i < 0 {
		return ""
	}
	return names[i]
}

// drawn returns a process that searches a random system, whole or reduced, and the answer of one that is never killed; false if there are too many configurations.
func drawn(t *testing.T, seed uint64) (p *process, want engine.Answer, spent *engine.Budget, about string, ok bool) {
	t.Helper()
	const most = 600
	draw := []func(uint64) (*model.System, string){checkertest.Random, checkertest.Commuting, checkertest.RandomStarts, checkertest.Deferring}[seed%4]
	s, about := draw(seed / 2)
	reduces := seed%2 == 1 && seed%4 != 3 && s.Network().Timing != model.Lockstep
	if searched(t, question(s, savedProperties, reduces), most, 0).Stop.Cause == reason.MaxConfigurations {
		return nil, want, nil, about, false
	}
	p = &process{files: disktest.New(), from: []int64{1, 20}[seed/4%2], ask: func() engine.Question {
		q := question(s, savedProperties, reduces)
		q.Workers = 1 + int(seed/8%2)
		return q
	}}
	want, spent, err := p.run(t)
	if err != nil {
		t.Fatal(about, err)
	}
	p.saving.Resume = true
	return p, want, spent, about, true
}

// TestGoesOn ends searches of random systems on disk at a random access to a file, mostly several times, and lets another process go on. They are killed, and what was
// written is there, or no more than was made safe; or they are interrupted. Counts, findings, and their executions, are those of a search that was not.
func TestGoesOn(t *testing.T) {
	kills, interrupts, saves, wentOn, found := 0, 0, 0, 0, 0
	for seed := range uint64(60) {
		p, want, spent, about, ok := drawn(t, seed)
		if !ok {
			continue
		}
		r, left, dies := rand.New(rand.NewPCG(seed, 5)), 0, false
		p.files.Fails = func(string, string) error {
			if left--; left < 0 && dies {
				return syscall.EIO // also when the process that was killed cleans up
			} else if left == 0 {
				p.stop()
			}
			return nil
		}
		for n := 0; ; n++ {
			left, dies, p.saving.Every = 5+r.IntN(120), r.IntN(3) > 0, time.Duration(r.IntN(2))*time.Hour
			if n == 8 {
				left = 1 << 30
			}
			saved := p.saved() != ""
			got, b, err := p.run(t)
			var failed *disk.Error
			if errors.As(err, &failed) && left < 0 && dies {
				if kills++; r.IntN(2) == 0 {
					p.files.Crash()
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if b.Reason().Cause == reason.Interrupted {
				if interrupts++; p.saving.Every > 0 && !saved && p.saved() != "" {
					saves++ // what no level had saved
				}
				continue
			}
			if saved {
				wentOn++
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, ended %d times: (-not killed +killed)\n%s", about, n, diff)
			}
			if b.Expanded() != spent.Expanded() || b.MostOnDisk() != spent.MostOnDisk() {
				t.Errorf("%s: %d expanded and %d bytes of files, not %d and %d", about, b.Expanded(), b.MostOnDisk(), spent.Expanded(), spent.MostOnDisk())
			}
			for _, f := range got.Findings {
				if saved && f.Outcome == engine.Found {
					found++
				}
			}
			if names, _ := p.files.List(); len(names) > 0 {
				t.Errorf("%s: %s are left", about, strings.Join(names, ", "))
			}
			break
		}
	}
	t.Logf("%d kills, %d interrupts, of which %d saved; %d searches went on at the end, with %d executions found", kills, interrupts, saves, wentOn, found)
	if kills < 30 || interrupts < 10 || saves < 2 || wentOn < 5 || found < 5 {
		t.Error("too few to test anything")
	}
}

// savedSomewhere kills a process at random accesses until it has saved its search; false if it never did.
func savedSomewhere(t *testing.T, p *process, r *rand.Rand) bool {
	for range 4 {
		left := 20 + r.IntN(100)
		p.files.Fails = func(string, string) error {
			if left--; left < 0 {
				return syscall.EIO
			}
			return nil
		}
		_, _, err := p.run(t)
		p.files.Fails = nil
		if err != nil && p.saved() != "" {
			return true
		}
	}
	return false
}

// TestDamageIsSeen damages a file of a search that was saved: bits are flipped, the end or all of it is lost. The next process ends with an error that names a file, or finds what one
// finds that was never killed.
func TestDamageIsSeen(t *testing.T) {
	refused, kept := 0, 0
	for seed := range uint64(90) {
		p, want, _, about, ok := drawn(t, seed)
		r := rand.New(rand.NewPCG(seed, 6))
		if !ok || !savedSomewhere(t, p, r) {
			continue
		}
		p.files.ChangeAny(r, func(r *rand.Rand, data []byte) []byte {
			if len(data) == 0 || r.IntN(4) == 0 {
				return nil
			}
			at := r.IntN(len(data))
			data[at] ^= 1 << r.IntN(8)
			return data[:len(data)-r.IntN(2)*(len(data)-at)]
		})
		got, _, err := p.run(t)
		var failed *disk.Error
		switch {
		case errors.As(err, &failed) && !strings.Contains(err.Error(), "\n"):
			refused++
		case err != nil:
			t.Errorf("%s: %v", about, err)
		default:
			kept++ // the file was of the level after the checkpoint, or without the checkpoint it begins again
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: (-not damaged +damaged)\n%s", about, diff)
			}
		}
	}
	t.Logf("%d searches were refused, %d had an answer", refused, kept)
	if refused < 5 || kept < 2 {
		t.Error("too few to test anything")
	}
}

// savedOne returns a process whose search was saved.
func savedOne(t *testing.T) *process {
	t.Helper()
	for seed := uint64(0); ; seed++ {
		if p, _, _, _, ok := drawn(t, 2*seed); ok {
			p.saving.Request, p.saving.Name = []string{"program 1", "check"}, "this"
			if savedSomewhere(t, p, rand.New(rand.NewPCG(seed, 7))) {
				return p
			}
		}
	}
}

// TestOtherTablesAreRefused says that a search does not go on if the tables get other states than they had, which the sum over them tells.
func TestOtherTablesAreRefused(t *testing.T) {
	p := savedOne(t)
	data, err := disk.Get(p.files, p.saved())
	if err != nil {
		t.Fatal(err)
	}
	other := regexp.MustCompile(`"Sum":\d+`).ReplaceAll(data, []byte(`"Sum":1`))
	if err := disk.Put(p.files, p.saved(), other); err != nil || string(other) == string(data) {
		t.Fatalf("%s, error %v", data, err)
	}
	if _, _, err := p.run(t); err == nil || !strings.Contains(err.Error(), "the states of its tables do not get the same numbers again; allowed: ") {
		t.Errorf("error %v", err)
	}
}

// TestAnotherIsRefused says that a search that was saved is not taken for another one, and that the line says what differs.
func TestAnotherIsRefused(t *testing.T) {
	p := savedOne(t)
	whole := p.saving
	for _, row := range []struct {
		reason, want string
		change       func()
	}{
		{"another version of the program", `another program or request has saved it: ["program 1" "check"] there, ["program 2" "check"] here`, func() { p.saving.Request = []string{"program 2", "check"} }},
		{"another option", `["program 1" "check"] there, ["program 1" "check" "--symmetry"] here`, func() { p.saving.Request = []string{"program 1", "check", "--symmetry"} }},
		{"another system", "it is of this, not of that", func() { p.saving.Name = "that" }},
		{"nobody wants to go on", "was saved there", func() { p.saving.Resume = false }},
	} {
		t.Run(row.reason, func(t *testing.T) {
			p.saving = whole
			row.change()
			_, _, err := p.run(t)
			var failed *disk.Error
			if !errors.As(err, &failed) || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v; want %s", err, row.want)
			}
			if p.saved() == "" {
				t.Error("the checkpoint is gone")
			}
		})
	}
}
