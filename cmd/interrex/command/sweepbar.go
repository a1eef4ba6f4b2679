package command

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A sweepBar shows on one line of a terminal the progress of a sweep, and how
// long it may still take. A nil sweepBar shows nothing.
type sweepBar struct {
	w         io.Writer
	name      string
	left      []runs // to be simulated, in order
	done, all int    // simulations
	now, last timing // of this size and of the one before
	begun     time.Time
	shown     time.Time
}

// runs are simulations of one size.
type runs struct{ n, number int }

// timing is the time that simulations of one size took.
type timing struct {
	runs
	took time.Duration
}

func (t timing) mean() float64 { return t.took.Seconds() / float64(t.number) }

// newSweepBar returns the bar for the simulations of s that are not in the file.
func newSweepBar(w io.Writer, s *sweep, file sampleStore) *sweepBar {
	if terminalWidth(w) == 0 {
		return nil
	}
	b := &sweepBar{w: w, name: s.name, begun: time.Now()}
	for _, n := range s.sizes {
		missing := runs{n: n}
		for r := range s.repeats {
			if !file.has(n, s.options.Seed+uint64(r)) {
				missing.number++
			}
		}
		b.all += missing.number
		b.left = append(b.left, missing)
	}
	return b
}

// add counts a simulation of n processes.
func (b *sweepBar) add(n int) {
	if b == nil {
		return
	}
	for b.left[0].n != n {
		b.left = b.left[1:]
	}
	if b.now.n != n {
		b.last, b.now = b.now, timing{runs: runs{n: n}}
	}
	b.left[0].number--
	b.done++
	b.now.number++
	b.now.took += time.Since(b.begun)
	b.begun = time.Now()
	if time.Since(b.shown) < redraw {
		return
	}
	b.shown = time.Now()
	line := fmt.Sprintf("%s: %d of %d simulations, n = %d, about %v left", b.name, b.done, b.all, n,
		time.Duration(b.estimate()*float64(time.Second)).Round(time.Second))
	fmt.Fprint(b.w, clearLine+text.Trim(line, max(terminalWidth(b.w)-1, 20)))
}

// estimate returns how many seconds the rest takes, if time continues to grow
// with the same power of n as between the last two sizes.
func (b *sweepBar) estimate() float64 {
	power := 1.0
	if b.last.number > 0 && b.last.took > 0 {
		power = math.Log(b.now.mean()/b.last.mean()) / math.Log(float64(b.now.n)/float64(b.last.n))
		power = min(max(power, 0), 3)
	}
	seconds := 0.0
	for _, r := range b.left {
		seconds += float64(r.number) * b.now.mean() * math.Pow(float64(r.n)/float64(b.now.n), power)
	}
	return seconds
}

func (b *sweepBar) close() {
	if b != nil {
		fmt.Fprint(b.w, clearLine)
	}
}
