package checker

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Reduction is a way to search fewer configurations with the same verdicts.
type Reduction uint8

// The reductions.
const (
	// AutoReduction searches every configuration of a small system. Of one with more than
	// 65,536 configurations it searches the Confluent reduction, if the system, the
	// properties and the engine suit that. Searches with and without the reduction then
	// take turns, within bounds that grow; from the second round on they visit one
	// configuration of those that differ by a renaming of processes, if there is a
	// renaming that changes nothing. Properties that the reduction leaves unknown are
	// searched without it. So verdicts are those of NoReduction, and Report.Reduction and
	// Report.Symmetry say which system the counts describe.
	AutoReduction Reduction = iota
	// NoReduction searches every configuration.
	NoReduction
	// Confluent takes at once, alone, each delivery that commutes with all that may
	// happen before it, and counts only the configurations in which there is none.
	// From these it takes only the events of one process, if there is one that has a
	// message on each link to it.
	// It preserves the terminal configurations, the changes that the properties see,
	// the observations of their monitors, and how many messages executions send, but
	// not the numbers of configurations and events. A counterexample is an execution of
	// the whole system, but not always a shortest one: see Verdict.Minimal. A liveness
	// property is unknown if too little can be left out of loops and no finite
	// execution refutes it. Only the explicit engine has this reduction.
	Confluent
)

var reductionNames = [...]string{"auto", "none", "confluent"}

func (r Reduction) String() string {
	if int(r) < len(reductionNames) {
		return reductionNames[r]
	}
	return fmt.Sprintf("reduction(%d)", uint8(r))
}

// ParseReduction returns the reduction of that name.
func ParseReduction(s string) (Reduction, error) {
	for i, name := range reductionNames {
		if name == s {
			return Reduction(i), nil
		}
	}
	return 0, fmt.Errorf("unknown reduction %q; allowed: auto, none, confluent", s)
}

// Suits returns an error if the reduction is not known to preserve the verdicts
// of the properties on s. The error says why.
func (r Reduction) Suits(s *model.System, list []properties.Property) error {
	if r == NoReduction || r == AutoReduction {
		return nil
	}
	if s.Network().Timing == model.Lockstep {
		return fmt.Errorf("%s: the reduction %v does not suit lockstep: a round delivers whatever is in flight; allowed: auto, none", s.Name(), r)
	}
	if k := s.Network().Capacity; k.Places > 0 {
		return fmt.Errorf("%s: the reduction %v does not suit capacity %v: whether a channel is full depends on which delivery comes first; allowed: auto, none", s.Name(), r, k)
	}
	if s.Network().Faults.Divide > 0 {
		return fmt.Errorf("%s: the reduction %v does not suit divisions of the network: whether what a delivery sends is lost depends on when the network divides and heals; allowed: auto, none", s.Name(), r)
	}
	if s.Network().Faults.Traitor > 0 {
		return fmt.Errorf("%s: the reduction %v does not suit traitors: a forged message may come between two deliveries; allowed: auto, none", s.Name(), r)
	}
	if s.Network().TimersInTurn {
		return fmt.Errorf("%s: the reduction %v does not suit timers in turn: a delivery waits for the timers of all processes; allowed: auto, none", s.Name(), r)
	}
	if s.Semantics().Defers() && s.Network().Order == model.Inbox {
		return fmt.Errorf("%s: the reduction %v does not suit deferred messages in an inbox: one that is passed may come before a delivery later; allowed: auto, none", s.Name(), r)
	}
	cases, _ := casesOf(s, list)
	for _, p := range cases {
		if _, ok := p.Seen(); !ok {
			return fmt.Errorf("%s: the reduction %v does not suit %s: its predicate %s; allowed: auto, none", s.Name(), r, p.Name, sees(p))
		}
		if p.Form.IsLiveness() && s.Network().Faults.Dup == model.Unbounded {
			return fmt.Errorf("%s: the reduction %v does not suit %s with unbounded duplication: it leaves out that a message without effect may be duplicated for ever; allowed: auto, none", s.Name(), r, p.Name)
		}
	}
	return nil
}

// sees describes the arguments of a predicate without a shape.
func sees(p properties.Property) string {
	switch m := p.Monitor(); {
	case p.HasAssumptions():
		return "has assumptions, and loops that satisfy them may be left out"
	case m == nil || !m.IsTold():
		return "is a function of the whole view, and no shape that says which processes it looks at"
	case m.SeesEvents():
		return "sees whole events, and so what is in flight"
	}
	return "sees whole configurations, and so what is in flight"
}

// suits reports whether the reduction in use suits the property of a verdict.
func (k *check) suits(i int) bool { return k.suitsIn(i, k.using) }

// suitsIn reports whether a reduction suits the property of a verdict.
func (k *check) suitsIn(i int, r Reduction) bool {
	return r.Suits(k.system, []properties.Property{k.verdicts[i].Property}) == nil
}

// reduce prepares the reduction in use for a question about properties.
func (k *check) reduce(list []properties.Property) engine.Reduction {
	r := engine.Reduction{Symmetry: k.renamings(list)}
	if k.using == Confluent && !k.whole {
		r.Confluent = k.deliveries(r.Symmetry, list)
	}
	return r
}

// deliveries returns the confluent deliveries for a search up to the renamings of a group,
// unless that is nil. If there is no group, they recall the steps that earlier searches
// met.
func (k *check) deliveries(g *symmetry.Group, list []properties.Property) *confluent.Deliveries {
	tables := k.tables
	if g != nil {
		tables = g.Tables()
	}
	d := confluent.New(k.system, tables, k.sightOf(list)).Within(k.budget.Thresholds)
	if k.options.Audit {
		d.Record()
	}
	if g == nil {
		if k.met != nil {
			d.Recall(k.met)
		}
		k.met = d
		return d
	}
	var renamings []confluent.Renaming
	for _, r := range g.Generators() {
		renamings = append(renamings, r)
	}
	d.Share(renamings)
	return d
}

// sightOf returns the predicates and the monitor that a search must see to judge
// properties. A property of the end is judged where nothing is confluent; but
// whether a bound of the instance is reachable matters to liveness.
func (k *check) sightOf(list []properties.Property) confluent.Sight {
	sight := confluent.Sight{Loops: k.about == loops}
	for _, p := range list {
		if m := p.Monitor(); m != nil && !m.CountsMessages() { // a reduced search sends as many
			sight.Monitor = m
		}
		if k.seesOnTheWay(p) {
			list := &sight.Shapes
			if p.Form == properties.AlwaysStep {
				list = &sight.Steps
			}
			shapes, _ := p.Seen()
			*list = append(*list, slices.DeleteFunc(shapes, isOfMonitor)...)
		}
		if k.about == triggers && hidesTrigger(p) {
			sight.Shapes = append(sight.Shapes, p.TriggerShape())
		}
		sight.Bounded = sight.Bounded || p.Form.IsLiveness()
	}
	return sight
}

// seesOnTheWay reports whether the search must see the predicates of a property in every
// configuration.
func (k *check) seesOnTheWay(p properties.Property) bool {
	return !judgedAtEnd(p.Form) || k.options.Fairness == model.Unfair && p.Form.IsLiveness()
}

// hidesTrigger reports whether a reduced search may pass over all configurations in which the
// trigger of a property holds, unless it is told to see it. It passes over no terminal one,
// and sees the trigger of a LeadsTo.
func hidesTrigger(p properties.Property) bool { return p.HasTrigger() && p.Form != properties.AtEnd }

// isOfMonitor reports whether a predicate sees only the state of a monitor. The monitor
// notices each event that may change it. The other predicate of a LeadsTo may see the
// view.
func isOfMonitor(s *properties.Shape) bool { return s.Watch != nil }

// judgedAtEnd reports whether a reduced search judges the form in terminal
// configurations and in fair loops only.
func judgedAtEnd(f properties.Form) bool {
	return f == properties.AtEnd || f == properties.Recurs || f == properties.Stabilises || f == properties.Terminates
}

// mayInvent reports whether a search with a reduction that is not right may meet
// configurations that no execution leads to. If it only takes events at once that are
// enabled, it does not.
func mayInvent(r engine.Reduction) bool { return r.Symmetry != nil || r.Confluent.Overtaking() }

// stopReducing lets all searches that follow visit every configuration, and forgets the counts of those before.
func (k *check) stopReducing() {
	k.whole, k.using, k.reduction = true, NoReduction, engine.Reduction{}
	k.report, k.stop, k.counted = Report{Reduction: NoReduction}, reason.Reason{}, false
	k.polled()
}

// claimWork is how many configurations take as long as the conclusions from a claim that
// a delivery is confluent.
const claimWork = 16

// again reports whether a search for q, which began with so many claims and ended with an error, is to begin again,
// because an assumption of the reduction was wrong. If a limit is reached before, it returns the reason.
func (k *check) again(q *engine.Question, claims int64, err error) (bool, reason.Reason) {
	switch {
	case errors.Is(err, engine.ErrBroken), refuses(q.Reduction.Symmetry, err):
	case mayInvent(q.Reduction) && engine.Blames(err):
		k.stopReducing()
		q.Reduction = k.reduction
		return true, reason.Reason{}
	default:
		return false, reason.Reason{}
	}
	if why := k.budget.Reached(); why != (reason.Reason{}) {
		return false, why
	}
	if k.budget.Make(claimWork * (q.Reduction.Confluent.Checked() - claims)); k.budget.Spent() {
		return false, reason.Reason{Cause: reason.TurnEffort}
	}
	k.learn(q)
	return true, reason.Reason{}
}

// abandoned returns the answer of a search that found nothing.
func abandoned(q engine.Question, why reason.Reason) engine.Answer {
	a := engine.Answer{Stop: why, Cut: why}
	for range q.Properties {
		a.Findings = append(a.Findings, engine.Finding{Reason: why})
	}
	return a
}

// unpolled lets the tables be used without a limit, until the function that it
// returns is called: a replay takes no longer than its schedule is.
func (k *check) unpolled() (poll func()) {
	k.tables.Poll = nil
	k.reduction.Polls(nil)
	return k.polled
}

// polled lets whoever uses the tables stop at the limits of the check.
func (k *check) polled() {
	k.tables.Poll = k.budget.Poll
	k.reduction.Polls(k.budget.Poll)
}
