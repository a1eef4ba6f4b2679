package certificate

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// sight holds the views and the judgements of a configuration.
type sight struct {
	view   model.View // not said to be terminal
	views  []any      // by view of the certificate
	judged []any      // by function of Seen.Judged; nil: not known yet
}

// sightOf returns the sight of v.
func (a *audit) sightOf(v *vertex) *sight {
	if v.sight == nil {
		statuses := make([]model.Status, len(v.Locals))
		for p := range statuses {
			statuses[p] = a.system.Status(v.Configuration, p)
		}
		s := &sight{view: a.system.Semantics().ViewOf(statuses)}
		for _, view := range a.certificate.Seen.Views {
			s.views = append(s.views, view(s.view))
		}
		v.sight = s
	}
	return v.sight
}

// judged returns the judgements of v.
func (a *audit) judged(v *vertex) []any {
	s := a.sightOf(v)
	if s.judged == nil {
		view := s.view
		view.Terminal = v.Started && !slices.ContainsFunc(a.next(v), func(e edge) bool { return e.obligatory })
		for _, judged := range a.certificate.Seen.Judged {
			s.judged = append(s.judged, judged(view, v.monitor))
		}
	}
	return s.judged
}

// unseen returns the flaw of a task if properties see its delivery, which leads to done.
func (a *audit) unseen(t task, done *vertex) error {
	a.countSeen(t.early)
	if how := a.sees(t.at, done); how != "" {
		return t.flaw("%s", how)
	}
	return nil
}

func (a *audit) countSeen(early bool) {
	if early {
		a.result.Overtaking++
	} else {
		a.result.Deliveries++
	}
}

// sees says which property sees the difference between two configurations, "" if none does.
func (a *audit) sees(before, after *vertex) string {
	seen := a.certificate.Seen
	if m := seen.Monitor; m != nil && !m.Counts && before.monitor != after.monitor {
		return fmt.Sprintf("the monitor notices it: %v, then %v", before.monitor, after.monitor)
	}
	if len(seen.Views)+len(seen.Steps) == 0 {
		return ""
	}
	b, then := a.sightOf(before), a.sightOf(after)
	for i, x := range b.views {
		if y := then.views[i]; x != y {
			return fmt.Sprintf("it is seen (%d): %v, then %v", i, x, y)
		}
	}
	for i, holds := range seen.Steps {
		if !holds(b.view, then.view) {
			return fmt.Sprintf("it refutes a property of events (%d)", i)
		}
	}
	return ""
}

// holds returns the flaw of an event of v that refutes a predicate in Held.
func (a *audit) holds(v *vertex) error {
	if len(a.certificate.Seen.Held) == 0 {
		return nil
	}
	for _, e := range a.next(v) {
		for i, holds := range a.certificate.Seen.Held {
			if !e.to.Failed() && !holds(a.sightOf(v).view, a.sightOf(e.to).view) {
				return v.flaw(fmt.Sprintf("a property of events (%d)", i), "%v refutes it", e.event)
			}
		}
	}
	return nil
}

// stepsDiffer says that a property of events tells an event from before to after and the same
// event elsewhere apart, "" if none does.
func (a *audit) stepsDiffer(before, after, elsewhere, then *vertex) string {
	if after.Failed() {
		return ""
	}
	for i, holds := range a.certificate.Seen.Steps {
		if holds(a.sightOf(before).view, a.sightOf(after).view) != holds(a.sightOf(elsewhere).view, a.sightOf(then).view) {
			return fmt.Sprintf("a property of events (%d) tells both orders apart", i)
		}
	}
	return ""
}
