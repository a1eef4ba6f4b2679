package symbolic

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Engine is the symbolic engine.
type Engine struct{}

// most is the largest number of levels of a diagram.
const most = 60_000

// Refuses says why the engine cannot search s; the zero Reason: it can.
func (Engine) Refuses(s *model.System) reason.Reason {
	net := s.Network()
	switch {
	case net.Timing == model.Lockstep:
		return reason.Reason{Cause: reason.Lockstep}
	case net.Capacity.Places > 0:
		return reason.Reason{Cause: reason.FullChannels}
	case net.Faults.Divide > 0:
		return reason.Reason{Cause: reason.Divisions}
	case net.Faults.Traitor > 0:
		return reason.Reason{Cause: reason.Traitors}
	case net.TimersInTurn:
		return reason.Reason{Cause: reason.TimersInTurn}
	case net.Timing == model.Bounded && s.Semantics().Defers():
		return reason.Reason{Cause: reason.BoundedDefers}
	case net.Order.PerReceiver() && net.Faults.Cut > 0:
		return reason.Reason{Cause: reason.InboxCut}
	case net.Timing == model.Timely && s.Semantics().Defers():
		return reason.Reason{Cause: reason.TimelyDefers}
	case len(s.Semantics().Channels())+net.N > most:
		return reason.Reason{Cause: reason.ManyChannels, Bound: most}
	}
	return reason.Reason{}
}

// Search answers q. Each Eventually, and each property with a monitor that some order of events may
// refute, needs a search of its own.
func (Engine) Search(q engine.Question, b *engine.Budget) (engine.Answer, error) {
	s := &search{question: q, budget: b, answer: &engine.Answer{Findings: make([]engine.Finding, len(q.Properties))}}
	b.Phase = "diagrams"
	cut, err := s.guard(s.run)
	if cut != (reason.Reason{}) {
		s.abandon(cut)
	}
	return *s.answer, err
}

// search is one call of the engine.
type search struct {
	question engine.Question
	budget   *engine.Budget
	answer   *engine.Answer
	open     []int // the properties that are not decided yet, as indices
}

// guard is [engine.Guard] for work on diagrams, which may run out of memory.
func (s *search) guard(f func() error) (reason.Reason, error) {
	return engine.Guard(func() error {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case diagram.ErrMemory:
				panic(engine.Cut(s.outgrown()))
			default:
				panic(r)
			}
		}()
		return f()
	})
}

// outgrown returns the reason why a search stops whose diagram became too large.
func (s *search) outgrown() reason.Reason {
	why, bounded := s.budget.Full()
	switch {
	case s.budget.Turn.Bytes > 0:
		return reason.Reason{Cause: reason.TurnMemory}
	case bounded:
		return why
	}
	return reason.Reason{Cause: reason.DiagramSize}
}

// abandon notes that the search was cut short: the properties that it has not
// decided are open.
func (s *search) abandon(cut reason.Reason) {
	a := s.answer
	a.Cut = cut
	if len(a.Searches) == 0 {
		a.Stop = cut
	}
	for _, i := range s.open {
		a.Findings[i] = engine.Finding{Reason: cut}
	}
}

// run finds all configurations, and decides the properties, those last that need a search
// of their own.
func (s *search) run() error {
	list := s.question.Properties
	for _, monitored := range []bool{false, true} {
		for i, p := range list {
			if (p.Monitor() != nil) == monitored {
				s.open = append(s.open, i)
			}
		}
	}
	all := s.explore(nil, nil)
	s.count(all)
	if err := s.findFailure(all); err != nil {
		return err
	}
	for len(s.open) > 0 {
		i := s.open[0]
		f, err := s.decide(list[i], all)
		if err != nil {
			return err
		}
		s.answer.Findings[i], s.open = f, s.open[1:]
	}
	return nil
}

// states are a system and the reachable configurations before which every step was
// well-formed.
type states struct {
	system *System
	all    diagram.Set
}

// explore lays the system out and finds its reachable configurations.
func (s *search) explore(m *properties.Monitor, avoid func(int, model.Status) bool) states {
	q := s.question
	x := New(q.System, q.Tables, Options{Monitor: m, Avoid: avoid})
	x.Sets.Limit, x.Sets.Room = s.budget.Turn.Bytes, s.budget.Room
	made := int64(0)
	x.Sets.Idle = func() {
		s.budget.Make(x.Sets.Made() - made)
		made = x.Sets.Made()
		s.poll(x)
	}
	all := x.Explore()
	x.Sets.Idle()
	return states{x, all}
}

// poll reports progress, and panics if the search must stop.
func (s *search) poll(x *System) {
	bytes := x.Bytes()
	s.budget.Raise(bytes + s.question.Tables.Bytes())
	live, _ := x.Sets.Live()
	s.budget.Report(engine.Progress{Frontier: int64(live)})
	s.budget.Poll()
	s.budget.Spend(bytes)
}

func (s *search) count(x states) {
	configurations, events := x.system.Sizes(x.all)
	_, peak := x.system.Sets.Live()
	s.answer.Exact = &engine.Exact{Configurations: configurations, Events: events, Final: x.system.DiagramSize(x.all), Peak: peak}
	s.answer.Searches = []engine.Counts{{Configurations: engine.Clipped(configurations), Events: engine.Clipped(events), Depth: -1}}
}

// findFailure finds the least path to a step that is not well-formed, if there is
// one.
func (s *search) findFailure(x states) error {
	f := &s.answer.Failure
	atStart := slices.IndexFunc(x.system.starts, func(s *model.System) bool { return s.Initial().Failed() })
	last := x.system.IllFormed(x.all)
	if atStart < 0 && last == diagram.Empty {
		return nil
	}
	f.Met = true
	if s.question.Failure {
		return nil
	}
	w := s.walk(properties.WellFormed(), x)
	if atStart >= 0 {
		w.begin(atStart)
	} else {
		if err := w.into(last); err != nil {
			return err
		}
		if err := w.follow(func(_, after model.Configuration, _ any) bool { return after.Failed() }); err != nil {
			return err
		}
	}
	*f = engine.Finding{Outcome: engine.Found, Start: w.start, Lasso: model.Lasso{Stem: w.path.Schedule()}}
	return nil
}

var errNowhere = fmt.Errorf("%w: a set of the symbolic search leads nowhere", engine.ErrInternal)
