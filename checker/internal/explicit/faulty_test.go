package explicit_test

import (
	"errors"
	"math/rand/v2"
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
)

// A fault of a disk begins at some access and stays until the process has ended.
type fault struct {
	reason string
	fails  []string                               // accesses that fail
	err    error                                  // with this error
	change func(r *rand.Rand, data []byte) []byte // of a file, now and then; nil: none
	keeps  bool                                   // the checkpoint: no file is damaged
}

// faults are those of disks that people have.
var faults = []fault{
	{reason: "the disk is full", fails: []string{"create", "write"}, err: syscall.ENOSPC, keeps: true},
	{reason: "what was written does not get to the disk", fails: []string{"sync"}, err: syscall.EIO, keeps: true},
	{reason: "the disk is read-only", fails: []string{"create", "write", "append", "sync", "rename", "remove"}, err: syscall.EROFS, keeps: true},
	{reason: "the disk cannot be read", fails: []string{"open", "read"}, err: syscall.EIO, keeps: true},
	{reason: "a file is cut", change: func(r *rand.Rand, data []byte) []byte { return data[:r.IntN(len(data)+1)] }},
	{reason: "a bit is flipped", change: func(r *rand.Rand, data []byte) []byte {
		if len(data) > 0 {
			data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		}
		return data
	}},
	{reason: "a file is missing", change: func(*rand.Rand, []byte) []byte { return nil }},
}

// pause is how many accesses lie between two changes of files, as a disk that has changed one file changes others too.
const pause = 9

// begin lets the fault begin after so many accesses.
func (f *fault) begin(files *disktest.Files, r *rand.Rand, after int) {
	files.Fails = func(access, _ string) error {
		if after--; after <= 0 && after%pause == 0 && f.change != nil {
			files.ChangeAny(r, f.change)
		}
		if after <= 0 && slices.Contains(f.fails, access) {
			return f.err
		}
		return nil
	}
}

// outcomes count how processes ended while the disk was faulty, and afterwards.
type outcomes struct{ failed, kept, answered, refused int }

// TestFaultyDisk lets the disk fail at a random moment of a search of a random system, which is saved at each level. The process ends with an error that
// names a file in one line, or with the findings of one on a good disk. If no file was damaged, the last checkpoint is there afterwards, and the next process
// goes on from it and finds the same; if one was, it finds the same or ends with an error that names a file. With INTERREX_LONG there are a hundred times as many searches.
func TestFaultyDisk(t *testing.T) {
	seeds := uint64(32)
	if checkertest.Long() {
		seeds = 2800
	}
	counts := make([]outcomes, len(faults))
	for seed := range seeds {
		p, want, _, about, ok := drawn(t, seed)
		if !ok {
			continue
		}
		for i, f := range faults {
			q := *p
			q.files = disktest.New()
			f.test(t, &q, want, f.reason+": "+about, rand.New(rand.NewPCG(seed, uint64(i))), &counts[i])
		}
	}
	for i, f := range faults {
		c := counts[i]
		t.Logf("%s: %d processes ended with an error, of which %d left a checkpoint; then %d had the answer and %d ended with an error", f.reason, c.failed, c.kept, c.answered, c.refused)
		if c.failed < 3 || c.kept < 2 || c.answered < 1 {
			t.Errorf("%s: too few to test anything", f.reason)
		}
	}
}

// test lets one process meet the fault, and another one go on on a good disk.
func (f *fault) test(t *testing.T, p *process, want engine.Answer, about string, r *rand.Rand, counts *outcomes) {
	t.Helper()
	if r.IntN(3) == 0 {
		savedSomewhere(t, p, r) // then the process that meets the fault goes on with a search, and does not save it again
		p.saving.Every = time.Hour
	}
	before := p.saved() // the name of the checkpoint, once it is there
	f.begin(p.files, r, 1+r.IntN(150))
	inner, failing := p.files.Fails, false
	p.files.Fails = func(access, name string) error {
		err := inner(access, name)
		switch {
		case err != nil:
			failing = true
		case failing:
		case access == "sync" && before == "":
			before = p.saved()
		case access == "remove" && name == before: // the search has ended
			before = ""
		}
		return err
	}
	got, _, err := p.run(t)
	p.files.Fails = nil
	if err == nil {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-good disk +faulty disk)\n%s", about, diff)
		}
		return
	}
	counts.failed++
	f.isSaid(t, err, about)
	if p.saved() != "" {
		counts.kept++
	} else if before != "" && f.keeps {
		t.Errorf("%s: the checkpoint is gone after %v", about, err)
	}
	got, _, err = p.run(t)
	switch {
	case err != nil && f.keeps:
		t.Errorf("%s: on a good disk again: %v", about, err)
	case err != nil:
		counts.refused++
		f.isSaid(t, err, about)
	default:
		counts.answered++
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-good disk +good disk again)\n%s", about, diff)
		}
	}
}

// isSaid says that an error is one line that names a file once, and the cause.
func (f *fault) isSaid(t *testing.T, err error, about string) {
	t.Helper()
	var failed *disk.Error
	if !errors.As(err, &failed) || strings.Contains(err.Error(), "\n") || strings.Count(err.Error(), "disktest/") != 1 {
		t.Errorf("%s: the error is %q", about, err)
	}
	if f.err != nil && !errors.Is(err, f.err) {
		t.Errorf("%s: the error is %q, not %v", about, err, f.err)
	}
}
