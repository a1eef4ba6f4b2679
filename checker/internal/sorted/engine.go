package sorted

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/statuses"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Engine is the engine of sorted searches.
type Engine struct{}

// Refuses says why the engine cannot search s; the zero Reason: it can.
func (Engine) Refuses(s *model.System) reason.Reason {
	net := s.Network()
	switch {
	case net.Timing == model.Lockstep:
		return reason.Reason{Cause: reason.Lockstep}
	case net.Capacity.Places > 0:
		return reason.Reason{Cause: reason.FullChannels}
	case net.Faults.Traitor > 0:
		return reason.Reason{Cause: reason.Traitors}
	}
	return reason.Reason{}
}

// Suits reports whether a sorted search may decide a property.
func Suits(p properties.Property) bool {
	if _, seen := p.Seen(); !seen {
		return false
	}
	switch p.Form {
	case properties.Always, properties.AtEnd:
		return true
	case properties.AlwaysStep:
		return p.Monitor() == nil
	}
	return false
}

// Measure measures nothing.
func (Engine) Measure(engine.Question, engine.Quantity, *engine.Budget) (engine.Extremes, error) {
	return engine.Extremes{Reason: reason.Reason{Cause: reason.OnlySorted}}, nil
}

// Search finds out which properties hold. Its findings are Absent or Open.
func (Engine) Search(q engine.Question, b *engine.Budget) (engine.Answer, error) {
	s := &search{question: q, budget: b, answer: engine.Answer{Findings: make([]engine.Finding, len(q.Properties))}}
	for i := range q.Properties {
		s.answer.Findings[i].Reason.Cause = reason.OnlySorted
	}
	b.Phase = "sorted"
	cut, err := engine.Guard(func() error {
		defer func() {
			if r := recover(); r == (diagram.ErrMemory{}) {
				panic(engine.Cut(reason.Reason{Cause: reason.TurnMemory}))
			} else if r != nil {
				panic(r)
			}
		}()
		s.run()
		return nil
	})
	if cut != (reason.Reason{}) {
		s.answer.Stop = cut
		for i := range s.answer.Findings {
			s.answer.Findings[i] = engine.Finding{Reason: cut}
		}
	}
	return s.answer, err
}

// search is one call of the engine.
type search struct {
	question engine.Question
	budget   *engine.Budget
	answer   engine.Answer
	polls    int
	stage    int // about how many events each stage takes; 0: the search chooses. For tests
	space    *space
	pass     *pass
}

func (s *search) run() {
	watched := false
	for _, p := range s.question.Properties {
		watched = watched || Suits(p) && p.Monitor() != nil
	}
	s.space = newSpace(s.question.System, s.question.Tables, watched, s.poll)
	s.space.close()
	if s.space.unfit {
		s.answer.Failure.Met = true
		return
	}
	s.space.measure()
	watches := map[int]int{} // by property
	var list []*watch
	for i, p := range s.question.Properties {
		if Suits(p) && p.Monitor() != nil {
			if w := s.space.newWatch(p.Monitor(), s.budget.Thresholds.Told); w != nil {
				watches[i] = len(list)
				list = append(list, w)
			}
		}
	}
	s.passThrough(list)
	s.judge(watches)
	s.answer.Sorted = s.certify
}

// passThrough goes through all events.
func (s *search) passThrough(watches []*watch) {
	accounts := newAccounts(watches)
	accounts.enter(s.space)
	w := &pass{space: s.space, layout: s.space.lay(len(watches) > 0 || s.question.System.Network().Faults != (model.Faults{})), accounts: accounts}
	w.fixed = s.stage
	w.idle = func(work int64) {
		s.budget.Make(work)
		s.report()
	}
	w.limit = func(sets *diagram.Reach) { sets.Limit, sets.Room = s.budget.Turn.Bytes, s.budget.Room }
	w.doubts = s.doubts
	s.pass = w
	w.run()
	configurations := w.sets.Size(w.all)
	s.answer.Exact = &engine.Exact{Configurations: configurations, Final: w.size(), Peak: w.peak}
	s.answer.Searches = []engine.Counts{{Configurations: engine.Clipped(configurations), Depth: -1}}
}

// poll counts effort, and stops the search when it must. A step takes as long as making several vertices of a diagram.
func (s *search) poll() {
	const often, perStep = 1 << 8, 16
	if s.polls++; s.polls%often == 0 {
		s.budget.Make(often * perStep)
		s.report()
	}
}

func (s *search) report() {
	bytes := s.space.bytes + s.question.Tables.Bytes()
	if s.pass != nil && s.pass.sets != nil {
		bytes += s.pass.sets.Bytes()
	}
	s.budget.Raise(bytes)
	s.budget.Report(engine.Progress{})
	s.budget.Poll()
	s.budget.Spend(bytes)
}

// judge decides the properties.
func (s *search) judge(watches map[int]int) {
	tuples := s.pass.tuples()
	for i, p := range s.question.Properties {
		if Suits(p) && s.holds(p, tuples, watches, i) {
			s.answer.Findings[i] = engine.Finding{Outcome: engine.Absent}
		}
	}
}

// holds reports whether a property holds in all configurations, or of all events, that the search has met.
func (s *search) holds(p properties.Property, tuples *statuses.Tuples, watches map[int]int, i int) bool {
	for _, start := range s.space.starts {
		if p.RefutedAtStart(start) {
			return false
		}
	}
	h := p.Shape()
	watch, watched := watches[i]
	switch {
	case p.Form == properties.AlwaysStep:
		return s.satisfy(h)
	case p.Monitor() == nil: // of an AtEnd too: all configurations are more than those at ends
		return tuples.Satisfy(s.question.System.Network(), h)
	}
	return watched && s.pass.watch(watch, h)
}

// tuples returns the statuses in the configurations that the search has met.
func (w *pass) tuples() *statuses.Tuples {
	return statuses.Of(w.sets, w.all, w.process, func(p int, value uint32) model.Status { return w.processes[p].status[value] })
}

// doubts reports whether some property is not satisfied by a change of a status.
func (s *search) doubts(before, after model.Status) bool {
	for _, p := range s.question.Properties {
		if Suits(p) && p.Form == properties.AlwaysStep && !p.Shape().Step(before, after) {
			return true
		}
	}
	return false
}

// satisfy reports whether all events satisfy the part Step of a shape: those that the search has met, and those that it leaves out
// since they change no local state.
func (s *search) satisfy(h *properties.Shape) bool {
	for _, q := range s.space.processes {
		for _, status := range q.status {
			if !h.Step(status, status) {
				return false
			}
		}
	}
	for x := range s.pass.doubtful {
		if !h.Step(x.before, x.after) {
			return false
		}
	}
	return true
}

// watch reports whether the states of a monitor satisfy a shape in all configurations.
func (w *pass) watch(number int, h *properties.Shape) bool {
	holds := true
	w.sets.Walk(w.all, func(n diagram.Set) {
		if w.sets.Level(n) != w.account {
			return
		}
		for _, pair := range w.sets.Pairs(n) {
			states := w.accounts.vectors.of(w.accounts.All[pair.Value].states)
			holds = holds && h.Watch(w.accounts.watches[number].states.All[states[number]])
		}
	})
	return holds
}
