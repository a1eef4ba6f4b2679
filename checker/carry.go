package checker

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/properties"
)

// carry lets a small search of the whole system, for the properties that need no search of their
// own, carry a monitor. In most systems the state of the monitor follows from the configuration. Then there are as many
// configurations with it, and the search has decided all of these properties. If there are more, it
// has decided the property of the monitor. carry returns the questions that are left.
func (k *check) carry(questions [][]int) (left [][]int, err error) {
	at := slices.IndexFunc(questions, func(which []int) bool { return len(which) == 1 && k.isCarried(which[0]) })
	if at < 1 || k.isAlone(questions[0][0]) || !k.carries() {
		return questions, nil
	}
	plain, carried := questions[0], questions[at][0]
	which := append(slices.Clone(plain), carried)
	k.begin()
	a, err := k.find(engines[Explicit], engine.Question{Unmonitored: true}, which)
	if err != nil {
		return nil, err
	}
	left = slices.Delete(slices.Clone(questions), at, at+1)
	most := k.budget.Bounds.Configurations
	tooMany := reason.Reason{Cause: reason.MaxConfigurations, Bound: most}
	switch {
	case a.Stop == reason.Reason{} && a.Unmonitored == a.Searches[0].Configurations:
	case a.Stop == tooMany && a.Unmonitored > most && k.budget.Turn.Opens:
	default: // the others begin again, without it
		k.tell(a, false)
		return left, k.conclude(carried, a.Findings[len(plain)])
	}
	k.tell(a, true)
	if err := k.concludeAll(which, a); err != nil {
		return nil, err
	}
	if left = left[1:]; k.leavesToReduction() {
		left = nil
	}
	return left, nil
}

// isCarried reports whether the search for other properties may carry the monitor of this one. It may not if there
// are more configurations with it in nearly all systems.
func (k *check) isCarried(i int) bool {
	p := k.verdicts[i].Property
	m := p.Monitor()
	return m != nil && p.Form != properties.LeadsTo && !m.IsTold() && !m.CountsMessages()
}

// carries reports whether searches carry monitors: those of the whole system, while it is small.
func (k *check) carries() bool {
	most := k.budget.Bounds.Configurations
	_, bounded := k.budget.Left()
	return k.using == NoReduction && k.group == nil && !bounded && 0 < most && most <= moreInRound*k.budget.Thresholds.FirstTurn
}
