package interrextest

import (
	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// fails is [counterexamples.Fails], fast where there is no loop: it takes only
// the steps of the schedule.
func fails(s *model.System, p properties.Property, f model.Fairness) func(model.Lasso) bool {
	looping := counterexamples.Fails(s, p, f)
	return func(l model.Lasso) bool {
		if len(l.Loop) > 0 {
			return looping(l)
		}
		w := schedule.Start(s, f, p)
		for _, e := range l.Stem {
			if !w.Open() {
				break
			}
			w.Repeat(e)
		}
		return !w.Open()
	}
}
