package counterexamples

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// Fails returns the usual question for [Minimise]: whether l refutes (or
// witnesses) p on s. It is generous, so that [Minimise] can drop an event
// together with those that depend on it: it skips events that are not enabled,
// and ignores events after the refutation. The result of Minimise has neither.
func Fails(s *model.System, p properties.Property, f model.Fairness) func(model.Lasso) bool {
	return func(l model.Lasso) bool {
		path := stepwise.NewPath(s)
		if len(l.Loop) == 0 {
			return refutes(properties.NewJudge(path, p), path, l.Stem)
		}
		stem := follow(path, l.Stem)
		start := path.Last().Key()
		loop := follow(path, l.Loop)
		if len(loop) == 0 || path.Last().Key() != start {
			return false
		}
		x, err := s.Replay(model.Lasso{Stem: stem, Loop: loop})
		return err == nil && p.Judge(x, f) == nil
	}
}

// refutes reports whether path, which extends to the events of s that are
// enabled, refutes the property of j on the way.
func refutes(j *properties.Judge, path *stepwise.Path, s model.Schedule) bool {
	for _, e := range s {
		if j.Open() == 0 {
			break
		}
		if _, ok := path.Apply(e); ok {
			j.Step()
		}
	}
	return j.Open() == 0
}

// follow takes the events of s that are enabled, and returns them.
func follow(path *stepwise.Path, s model.Schedule) model.Schedule {
	var taken model.Schedule
	for _, e := range s {
		if _, ok := path.Apply(e); ok {
			taken = append(taken, e)
		}
	}
	return taken
}
