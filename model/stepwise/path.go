package stepwise

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A Path is a finite execution that grows by one event at a time. It keeps its
// events and its last step; [model.System.Replay] returns every configuration. A Path
// is for one goroutine at a time.
type Path struct {
	system *model.System
	events model.Schedule
	before model.Configuration // before the last step
	last   model.Successor     // the last step; Next is the last configuration
	own    bool                // Advance has made the last configuration, and may overwrite it
	causes *enabled            // in the last configuration
	view   model.View          // of the configuration after viewed-1 events
	viewed int                 // 0: view has not been computed
	given  bool                // Extend took the last step: it may change the status of any process
}

// NewPath returns the path of s without events.
func NewPath(s *model.System) *Path { return PathFrom(s, s.Initial()) }

// PathFrom returns the path of s without events that begins in c.
func PathFrom(s *model.System, c model.Configuration) *Path {
	return &Path{system: s, last: model.Successor{Next: c}, causes: newEnabled(s)}
}

// System returns the system of the path.
func (p *Path) System() *model.System { return p.system }

// Len returns the number of events.
func (p *Path) Len() int { return len(p.events) }

// Schedule returns the events. They must not be modified.
func (p *Path) Schedule() model.Schedule { return slices.Clip(p.events) }

// Last returns the last configuration. It is valid until [Path.Advance] is called.
func (p *Path) Last() model.Configuration { return p.last.Next }

// Step returns the last step and the configuration before it. There must be
// one. If [Path.Advance] has taken it, it has overwritten that configuration, and
// Step returns the zero one.
func (p *Path) Step() (before model.Configuration, step model.Successor) { return p.before, p.last }

// Enabled returns the result of [Causes] for the last configuration. The list
// must not be modified, and is valid until the path grows.
func (p *Path) Enabled() []Cause {
	return p.causes.in(p.last.Next)
}

// Enables reports whether the last configuration enables x.
func (p *Path) Enables(x Cause) bool {
	p.Enabled()
	return slices.ContainsFunc(p.causes.of(x), func(y Cause) bool {
		return y.Process == x.Process && y.Kind == x.Kind && y.Nth == x.Nth && y.Compare(x.Event) == 0
	})
}

// Follow takes the event of cause x that [Follow] returns. It reports
// false, and takes nothing, where that does.
func (p *Path) Follow(x Cause, pick func(outcomes int) int) bool {
	y, ok := Follow(p.system, p.last.Next, x, pick)
	if ok {
		p.take(y)
	}
	return ok
}

// Advance is [Path.Follow], but overwrites the last configuration, which no caller may
// use any more. So the cost of a step does not grow with the network.
func (p *Path) Advance(x Cause, pick func(outcomes int) int) bool {
	means := p.system.Semantics()
	if !p.own {
		p.last.Next, p.own = means.Copy(p.last.Next), true
	}
	left := p.last.Next.Left
	y, ok := means.Advance(p.last.Next, x.Event, x.Nth, pick)
	if ok {
		p.grow(left, y)
		p.before = model.Configuration{}
	}
	return ok
}

// Apply takes event e and returns its cause. It reports false, and takes
// nothing, if the last configuration does not enable e.
func (p *Path) Apply(e model.Event) (Cause, bool) {
	means, c := p.system.Semantics(), p.last.Next
	for _, x := range p.Enabled() {
		if !means.IsCauseOf(c, x.Event, x.Nth, e) {
			continue
		}
		for _, y := range means.Outcomes(c, x.Event, x.Nth) {
			if y.Event.Compare(e) == 0 {
				p.take(y)
				return x, true
			}
		}
		break
	}
	return Cause{}, false
}

// Extend takes step y, which the caller knows to be one of the last configuration.
// Its Next may differ from that of [model.System.Successors]: the path goes on from
// there.
func (p *Path) Extend(y model.Successor) {
	p.take(y)
	p.given, p.causes.rebuild = true, true
}

func (p *Path) take(y model.Successor) {
	p.before, p.own = p.last.Next, false
	p.grow(p.before.Left, y)
}

// grow appends step y, before which the faults left were left.
func (p *Path) grow(left model.Faults, y model.Successor) {
	if len(p.events) == cap(p.events) {
		p.events = slices.Grow(p.events, max(16, len(p.events))) // append would copy long lists more often
	}
	p.events, p.last, p.given = append(p.events, y.Event), y, false
	p.causes.stepped(left, y)
}

// Terminal reports whether the last configuration is terminal, as
// [model.System.Terminal] does.
func (p *Path) Terminal() bool {
	p.Enabled()
	return p.last.Next.Started && !p.last.Next.Failed() && p.causes.obliged == 0
}

// View returns the view of the last configuration. It is valid until the path
// grows.
func (p *Path) View() model.View {
	s, c := p.system, p.last.Next
	switch n := len(p.events); {
	case p.viewed == n+1:
		return p.view
	case p.viewed == 0:
		p.view = s.Semantics().ViewOf(make([]model.Status, s.Network().N))
		p.look()
	case p.viewed < n:
		p.look()
	default:
		if q, ok := p.Moved(); ok {
			p.view.Status[q] = s.Status(c, q)
		} else {
			p.look()
		}
	}
	p.view.Terminal, p.viewed = p.Terminal(), len(p.events)+1
	return p.view
}

// Moved returns the only process whose status the last step may have changed. It
// reports false if there may be others. There must be a step.
func (p *Path) Moved() (q int, ok bool) {
	return p.last.Event.Process, !p.given && !p.last.Event.StepKind().IsOfAll()
}

// look observes every process.
func (p *Path) look() {
	for q := range p.view.Status {
		p.view.Status[q] = p.system.Status(p.last.Next, q)
	}
}
