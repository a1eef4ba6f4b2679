package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/interrex/interrex/checker"
)

// A progress shows on a terminal how far a run has come. A nil progress shows
// nothing.
type progress struct {
	bar *progressbar.ProgressBar
}

// newProgress returns the progress of a run over so many instances, nil unless
// w is a terminal.
func newProgress(w io.Writer, instances int) *progress {
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return &progress{progressbar.NewOptions(instances,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(false), // instances differ in size: an estimate would not be honest
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetMaxDetailRow(1),
		progressbar.OptionThrottle(100*time.Millisecond),
	)}
}

// start shows the instance that is searched next, after done others.
func (p *progress) start(i *instance, done int) {
	if p == nil {
		return
	}
	p.bar.Describe(fmt.Sprintf("%s %s n=%d", i.group.entry.Name, i.group.variantText(), i.system.Network().N))
	p.bar.Set(done)
}

// update shows how far the search of the instance has come.
func (p *progress) update(now checker.Progress) {
	if p == nil {
		return
	}
	rate := 0.0
	if s := now.Elapsed.Seconds(); s > 0 {
		rate = float64(now.Configurations) / s
	}
	p.bar.AddDetail(fmt.Sprintf("%s: %s configurations, %s/s, frontier %s, depth %d, %s",
		now.Phase, short(float64(now.Configurations)), short(rate), short(float64(now.Frontier)), now.Depth, short(float64(now.Bytes))+"B"))
}

// close removes the progress from the terminal.
func (p *progress) close() {
	if p != nil {
		p.bar.Finish()
	}
}

// short writes a number with three digits or so.
func short(x float64) string {
	for _, unit := range []string{"", "k", "M", "G"} {
		if x < 1000 {
			if unit == "" {
				return fmt.Sprintf("%.0f", x)
			}
			return fmt.Sprintf("%.3g%s", x, unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%.3gT", x)
}
