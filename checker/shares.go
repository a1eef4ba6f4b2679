package checker

import (
	"slices"
	"time"

	"github.com/interrex/interrex/checker/reason"
)

// firstRound says which part of the time the first round of questions has: one of so many.
const firstRound = 4

// explicit puts its questions to the explicit engine. If time is bounded, and there are several, each has
// its share of the time. In the first round that is an equal part of a quarter of all, so that easy
// questions are answered. Then each may have an equal part of the rest. A search that its share has cut
// short begins again as long as it may have twice as much.
func (k *check) explicit() error {
	open := k.questions(k.undecided())
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

// leavesToReduction reports whether the search for the properties that need none of their own has met too
// many configurations, and a turn with the reduction follows that suits all other properties. A
// search for one of them alone would meet as many configurations, or more.
func (k *check) leavesToReduction() bool {
	if !k.budget.Turn.Opens || k.stop.Cause != reason.MaxConfigurations {
		return false
	}
	others := slices.DeleteFunc(k.undecided(), func(i int) bool { return !k.isAlone(i) })
	if slices.ContainsFunc(others, func(i int) bool { return !k.suitsIn(i, Confluent) }) {
		return false
	}
	for _, i := range others {
		k.verdicts[i].Reason, k.open[i] = k.stop, k.stop
	}
	return true
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
		k.stop = reason.Reason{Cause: reason.AllDecided}
	}
	for _, i := range k.undecided() {
		switch why := k.open[i]; {
		case k.stop.Cause != reason.AllDecided || why == reason.Reason{}:
		case why.Cause.IsOfSearch():
			k.stop = why
		case k.using != Confluent || k.options.Search.Reduce == Confluent: // else the whole system has a turn
			return true
		}
	}
	return false
}
