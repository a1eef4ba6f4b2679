package checker

import (
	"slices"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// firstRound says which part of the time the first round of questions has: one of so many.
const firstRound = 4

// explicit puts its questions to the explicit engine. If time is bounded, and there are
// several, each has its share of the time. In the first round that is an equal part of a
// quarter of all, so that what is decided soon is decided. Then each may have an equal part of what is left.
// A search that its share has cut short begins again as long as it may have twice as much.
func (k *check) explicit() error {
	open := k.questions()
	onlyAlone := len(open) > 0 && k.isAlone(open[0][0])
	open, err := k.carry(open)
	share, rounds := k.firstShare(len(open)), 0
	for ; err == nil && len(open) > 0; rounds++ {
		var cut [][]int
		for i, which := range open {
			if k.begin(); rounds == 0 {
				k.share = share
			} else {
				k.share = k.part(len(open) - i)
			}
			if err = k.ask(engines[Explicit], which); err != nil {
				return err
			}
			if k.share = 0; i == 0 && !k.isAlone(which[0]) && k.leavesToReduction() {
				cut = nil
				break
			}
			if which = k.openOf(which); k.yielded && len(which) > 0 {
				cut = append(cut, which)
			}
		}
		if open = cut; share == 0 || len(cut) == 0 || k.part(len(cut)) < 2*share {
			break
		}
		share = k.part(len(cut))
	}
	if err == nil && k.lacksCounts(onlyAlone) {
		err = k.ask(engines[Explicit], nil)
	}
	return err
}

// firstShare returns the share of each of so many questions in the first round; 0: all that is left.
func (k *check) firstShare(questions int) time.Duration {
	if left, bounded := k.budget.Left(); bounded && questions > 1 {
		return max(left/firstRound/time.Duration(questions), 1)
	}
	return 0
}

// part returns an equal part of the time that is left, for so many searches.
func (k *check) part(searches int) time.Duration {
	left, _ := k.budget.Left()
	return max(left/time.Duration(searches), 1)
}

// openOf returns those of some properties that are not decided.
func (k *check) openOf(which []int) []int {
	return slices.DeleteFunc(slices.Clone(which), func(i int) bool { return k.verdicts[i].Result != Unknown })
}

// leavesToReduction reports whether the search for the properties that need none of their own has met too
// many configurations, and a turn with the reduction follows that suits all other properties. A
// search for one of them alone would meet as many configurations, or more.
func (k *check) leavesToReduction() bool {
	if !k.budget.Turn.Opens || k.stop.Cause != engine.MaxConfigurations {
		return false
	}
	others := slices.DeleteFunc(k.undecided(), func(i int) bool { return !k.isAlone(i) })
	if slices.ContainsFunc(others, func(i int) bool { return !k.suitsIn(i, Confluent) }) {
		return false
	}
	for _, i := range others {
		k.verdicts[i].Note, k.open[i] = sentence(k.stop), k.stop
	}
	return true
}

// questions returns the questions about what is not decided: the first is about all
// properties that need no search of their own. If nobody asked for the reduction by name, to
// compare how many configurations are left, it is about the first monitor too.
func (k *check) questions() [][]int {
	var plain []int
	var alone [][]int
	carried := -1
	for _, i := range k.undecided() {
		switch {
		case !k.suits(i):
		case !k.isAlone(i):
			plain = append(plain, i)
		case carried < 0 && k.using == Confluent && k.options.Reduce == AutoReduction && k.verdicts[i].Property.Form != properties.LeadsTo:
			carried = i
		case len(alone) > 0 && k.goTogether(alone[len(alone)-1][0], i):
			alone[len(alone)-1] = append(alone[len(alone)-1], i)
		default:
			alone = append(alone, []int{i})
		}
	}
	switch {
	case carried < 0:
	case len(plain) > 0:
		plain = append(plain, carried)
	default:
		alone = slices.Insert(alone, 0, []int{carried})
	}
	if len(plain) > 0 {
		alone = slices.Insert(alone, 0, plain)
	}
	return alone
}

// goTogether reports whether one search decides both of two properties, which need searches of their own: two cases of a
// leads-to, in the whole system. A reduced one sees less of it for one case, and keeps more renamings.
func (k *check) goTogether(i, j int) bool {
	p := k.verdicts[i].Property
	return k.caseOf[i] == k.caseOf[j] && p.Form == properties.LeadsTo && p.Monitor() == nil && k.using == NoReduction && k.group == nil
}

// lacksCounts reports whether all configurations are to be searched: unless a question that needs no search of its own has
// done so, or everything is decided. If that question ended early since everything that it was about is decided,
// the others may not be.
func (k *check) lacksCounts(onlyAlone bool) bool {
	violated := !slices.ContainsFunc(k.verdicts, func(v Verdict) bool { return v.Result != Violated })
	if !k.counted || onlyAlone && !violated {
		k.begin()
		return true
	}
	if onlyAlone {
		k.stop = engine.Reason{Cause: engine.AllDecided}
	}
	for _, i := range k.undecided() {
		switch why := k.open[i]; {
		case k.stop.Cause != engine.AllDecided || why == engine.Reason{}:
		case why.Cause.IsOfSearch():
			k.stop = why
		case k.using != Confluent || k.options.Reduce == Confluent: // else the whole system has a turn
			return true
		}
	}
	return false
}
