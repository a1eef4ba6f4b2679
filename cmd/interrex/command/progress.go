package command

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// A progress shows the progress of a run on one line of a terminal. A nil
// progress shows nothing. It estimates how long the search of an instance takes, but not the run: the sizes of
// instances differ too much.
type progress struct {
	w         io.Writer
	instances int

	mu             sync.Mutex // guards all below
	shown          time.Time
	done           int                 // instances
	configurations int64               // of the instances that are done
	running        map[*instance]int64 // the greatest count of configurations of an instance so far
	courses        map[*instance]*course
}

// redraw is the shortest time between two lines of progress.
const redraw = 100 * time.Millisecond

// newProgress returns the progress of a run over this number of instances, nil unless
// w is a terminal.
func newProgress(w io.Writer, instances int) *progress {
	if terminalWidth(w) == 0 {
		return nil
	}
	return &progress{w: w, instances: instances, shown: time.Now(), running: map[*instance]int64{}, courses: map[*instance]*course{}}
}

// of returns a function that shows the progress of the search of an instance.
func (p *progress) of(i *instance) func(checker.Progress) {
	if p == nil {
		return nil
	}
	return func(now checker.Progress) { p.show(i, now) }
}

// show redraws the line, unless it has just been drawn.
func (p *progress) show(i *instance, now checker.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running[i] = max(p.running[i], now.Configurations)
	c := p.courses[i]
	if c == nil {
		c = &course{}
		p.courses[i] = c
	}
	c.see(now)
	if time.Since(p.shown) < redraw {
		return
	}
	p.shown = time.Now()
	fmt.Fprint(p.w, clearLine+text.Trim(p.line(i, now), max(terminalWidth(p.w)-1, 1)))
}

// line describes the progress of the run and of its instance i. A pass over an
// instance may begin again; the sum of configurations never falls.
func (p *progress) line(i *instance, now checker.Progress) string {
	all := p.configurations
	for _, k := range p.running {
		all += k
	}
	counted := ""
	if all > 0 {
		counted = fmt.Sprintf(", %s configurations", parts.Short(float64(all)))
	}
	line := fmt.Sprintf("%d/%d%s: %s %s n=%d: %s, ", p.done, p.instances, counted, i.group.entry.Name, i.group.variantText(), i.network.N, now.Phase)
	if now.Configurations == 0 { // the symbolic engine counts at the end
		return line + fmt.Sprintf("%s nodes, %sB", parts.Short(float64(now.Frontier)), parts.Short(float64(now.Bytes)))
	}
	rate := float64(now.Configurations) / now.Elapsed.Seconds()
	growth, left := "", ""
	if c := p.courses[i]; c != nil {
		if g := c.growth(); g > 0 {
			growth = fmt.Sprintf(" (times %.2f)", g)
		}
		if low, high, known := c.rest(); known && rate > 0 {
			left = ", " + leftText(time.Duration(low/rate*1e9), time.Duration(high/rate*1e9)) + " left of it"
		}
	}
	return line + fmt.Sprintf("%s/s, frontier %s%s, depth %d%s, %sB%s", parts.Short(rate),
		parts.Short(float64(now.Frontier)), growth, now.Depth, left, parts.Short(float64(now.Bytes)), memoryText(now))
}

// memoryText says how much memory of a search is for tables, visited configurations and levels, "" if that is not known.
func memoryText(now checker.Progress) string {
	if now.Tables+now.Visited == 0 {
		return ""
	}
	return fmt.Sprintf(": tables %sB, visited %sB, levels %sB", parts.Short(float64(now.Tables)), parts.Short(float64(now.Visited)), parts.Short(float64(now.Levels)))
}

// add counts an instance that has been searched.
func (p *progress) add(i *instance, configurations int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.configurations += max(configurations, p.running[i])
	delete(p.running, i)
	delete(p.courses, i)
}

// close removes the line.
func (p *progress) close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprint(p.w, clearLine)
	p.shown = time.Now().Add(time.Hour) // searches that still run show nothing from now on
}

// clearLine goes to the start of the line and clears it (ECMA-48).
const clearLine = "\r\x1b[K"
