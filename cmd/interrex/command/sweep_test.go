package command

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// untilAsked is a context that is cancelled once it has been asked so often.
type untilAsked struct {
	context.Context
	left atomic.Int64
}

func (c *untilAsked) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterruptedSweep interrupts a sweep after each simulation and in it, and
// says that the measured samples are kept and that the same command goes on from
// there to the same end.
func TestInterruptedSweep(t *testing.T) {
	sizes, err := parseSweep("2..4")
	if err != nil {
		t.Fatal(err)
	}
	c := &measureCommand{request: request{known: ours()}, sweep: sweepFlags{sizes: sizes, repeats: 2, name: "x"}}
	c.algorithms = []string{"lcr"}
	sweeps, err := c.requestedSweeps()
	if err != nil {
		t.Fatal(err)
	}
	run := func(ctx context.Context, folder string) error {
		_, err := sweeps[0].run(ctx, folder, &bytes.Buffer{})
		return err
	}
	whole := t.TempDir()
	if err := run(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	want := readText(t, filepath.Join(whole, "x.csv"))
	interrupted := 0
	for asked := 0; ; asked++ {
		folder := t.TempDir()
		ctx := &untilAsked{Context: t.Context()}
		ctx.left.Store(int64(asked))
		err := run(ctx, folder)
		if err == nil {
			break
		}
		interrupted++
		got := readText(t, filepath.Join(folder, "x.csv"))
		if got == want || want[:len(got)] != got {
			t.Errorf("interrupted after %d questions it keeps\n%s", asked, got)
		}
		if err := run(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, readText(t, filepath.Join(folder, "x.csv"))); diff != "" {
			t.Errorf("interrupted after %d questions and taken up again (-want +got):\n%s", asked, diff)
		}
	}
	if interrupted < len(sizes)*2 {
		t.Errorf("interrupted %d times only", interrupted)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEstimate says that the time left is estimated from how time has grown.
func TestEstimate(t *testing.T) {
	b := &sweepBar{left: []runs{{100, 5}, {200, 10}}, now: timing{runs{100, 5}, 20 * time.Second}}
	if got, want := b.estimate(), 5*4+10*8.0; math.Abs(got-want) > 1e-9*want {
		t.Errorf("after one size %v s are left, want %v: in proportion to n", got, want)
	}
	b.last = timing{runs{50, 10}, 10 * time.Second}
	if got, want := b.estimate(), 5*4+10*16.0; math.Abs(got-want) > 1e-9*want {
		t.Errorf("after two sizes %v s are left, want %v: twice n takes four times as long", got, want)
	}
}

// TestUnplannedSweeps says that an algorithm without a sweep in
// docs/experiments.md is an error, and not skipped silently.
func TestUnplannedSweeps(t *testing.T) {
	if err := arePlanned([]claims.Entry{{Name: "lcr", Sweeps: []claims.Sweep{{}}}, {Name: "three"}}); err == nil || !strings.Contains(err.Error(), "docs/experiments.md does not measure three") {
		t.Errorf("error %v, want one that names the algorithm", err)
	}
	if err := arePlanned(catalogue.All()[:2]); err != nil {
		t.Error(err)
	}
}
