package main

import (
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A sweepBar shows on one line of a terminal how far a sweep has come, and how
// long it may still take if a simulation takes time in proportion to n. A nil
// sweepBar shows nothing.
type sweepBar struct {
	w           io.Writer
	done, total int64 // processes simulated
	started     time.Time
	shown       time.Time
}

func newSweepBar(w io.Writer, sizes []int, repeats int) *sweepBar {
	if terminalWidth(w) == 0 {
		return nil
	}
	b := &sweepBar{w: w, started: time.Now()}
	for _, n := range sizes {
		b.total += int64(n) * int64(repeats)
	}
	return b
}

func (b *sweepBar) add(n int) {
	if b == nil {
		return
	}
	b.done += int64(n)
	if time.Since(b.shown) < redraw {
		return
	}
	b.shown = time.Now()
	share := float64(b.done) / float64(b.total)
	left := time.Duration(float64(time.Since(b.started)) * (1/share - 1)).Round(time.Second)
	fmt.Fprint(b.w, clearLine+text.Trim(fmt.Sprintf("%3.0f%%, n = %d, about %v left", 100*share, n, left), max(terminalWidth(b.w)-1, 20)))
}

func (b *sweepBar) close() {
	if b != nil {
		fmt.Fprint(b.w, clearLine)
	}
}
