package model

import "slices"

// A Path is a finite execution that grows by one event at a time. It keeps its
// events and its last step; [System.Replay] returns every configuration. A Path
// is for one goroutine at a time.
type Path struct {
	system *System
	events Schedule
	before Configuration // before the last step
	last   Successor     // the last step; Next is the last configuration
	causes []Cause       // that the last configuration enables, if known
	known  bool          // causes has been computed
	view   View          // of the configuration after viewed-1 events
	viewed int           // 0: view has not been computed
	given  bool          // Extend took the last step: it may change the status of any process
}

// Path returns the execution without events.
func (s *System) Path() *Path { return s.PathFrom(s.initial) }

// PathFrom returns the path without events that begins in c.
func (s *System) PathFrom(c Configuration) *Path {
	return &Path{system: s, last: Successor{Next: c}}
}

// System returns the system of the path.
func (p *Path) System() *System { return p.system }

// Len returns the number of events.
func (p *Path) Len() int { return len(p.events) }

// Schedule returns the events. They must not be modified.
func (p *Path) Schedule() Schedule { return slices.Clip(p.events) }

// Last returns the last configuration.
func (p *Path) Last() Configuration { return p.last.Next }

// Step returns the last step and the configuration before it. There must be
// one.
func (p *Path) Step() (before Configuration, step Successor) { return p.before, p.last }

// Enabled returns what [System.Causes] returns for the last configuration. The
// list must not be modified, and is valid until the path grows.
func (p *Path) Enabled() []Cause {
	if !p.known {
		p.causes, p.known = p.system.appendCauses(p.causes[:0], p.last.Next), true
	}
	return p.causes
}

// Enables reports whether the last configuration enables x.
func (p *Path) Enables(x Cause) bool {
	return slices.ContainsFunc(p.Enabled(), func(y Cause) bool {
		return y.Process == x.Process && y.Kind == x.Kind && y.Nth == x.Nth && y.Compare(x.Event) == 0
	})
}

// Follow takes the event of cause x that [System.Follow] returns. It reports
// false, and takes nothing, where that does.
func (p *Path) Follow(x Cause, pick func(outcomes int) int) bool {
	y, ok := p.system.Follow(p.last.Next, x, pick)
	if ok {
		p.take(y)
	}
	return ok
}

// Apply takes event e and returns its cause. It reports false, and takes
// nothing, if the last configuration does not enable e.
func (p *Path) Apply(e Event) (Cause, bool) {
	y, i := p.system.applyAmong(p.last.Next, p.Enabled(), e)
	if i < 0 {
		return Cause{}, false
	}
	x := p.causes[i]
	p.take(y)
	return x, true
}

// Extend takes step y, which the caller knows to be one of the last
// configuration. Its Next may differ from what [System.Successors] returns: the
// path goes on from there.
func (p *Path) Extend(y Successor) {
	p.take(y)
	p.given = true
}

func (p *Path) take(y Successor) {
	p.events, p.before, p.last = append(p.events, y.Event), p.last.Next, y
	p.known, p.given = false, false
}

// Terminal reports whether the last configuration is terminal, as
// [System.Terminal] does.
func (p *Path) Terminal() bool { return p.system.terminal(p.last.Next, p.Enabled()) }

// View returns what an observer sees of the last configuration. It is valid
// until the path grows.
func (p *Path) View() View {
	s, c := p.system, p.last.Next
	switch n := len(p.events); {
	case p.viewed == n+1:
		return p.view
	case p.viewed == 0:
		p.view = s.ViewOf(make([]Status, s.net.N))
		p.look()
	case p.viewed < n || p.given || p.last.Event.StepKind() == Round:
		p.look()
	default: // the event changes the status of its process only
		q := p.last.Event.Process
		p.view.Status[q] = s.Status(c, q)
	}
	p.view.Terminal, p.viewed = p.Terminal(), len(p.events)+1
	return p.view
}

// look observes every process.
func (p *Path) look() {
	for q := range p.view.Status {
		p.view.Status[q] = p.system.Status(p.last.Next, q)
	}
}
