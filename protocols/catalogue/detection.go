package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Detection is what three texts of one document say in a single sentence: P[i]
// detects that the coordinator has crashed. Two fixes of each add to it: every
// process that is up detects the crash, and a process that is told of a new
// coordinator detects its crash too. Without them an election depends on the
// processes that wake.
type detection struct {
	everybody, successor string // the fixes, as in "E4"
	to, restartTo        int    // the greatest n, and that of claims about restarts
	large                int    // Claim.Large where most is to be searched: with restarts and losses, and with crashes if messages overtake each other
	// replaced, restart and loss are what fails besides that: without the fix of
	// successor if a process crashes, and without both under these faults.
	replaced, restart, loss map[string]string
}

// The reasons why claims fail without the fixes.
const (
	nobodyElse = "the only process that has detected the crash crashes, and no other has to detect anything"
	deadLeader = "the new coordinator crashes before all are told of it, and whoever is told does not detect that"
	silent     = "a process that comes back has heard of nothing, and does not have to detect anything"
	unheard    = "a message is lost, and a process that waits for it does not have to detect anything"
)

// claims makes the claims without either fix and without both; calm lists other
// conditions, under which one process that detects the crash is enough.
func (d detection) claims(calm ...Claim) []Claim {
	crash := model.Faults{Crash: 1}
	both := "-" + d.everybody + ",-" + d.successor
	lacks := map[string]string{"validity": deadLeader, "elected": nobodyElse}
	alone := neverHeard(nobodyElse)
	survives := "the processes that are told of an election by another one follow the text"
	var list []Claim
	for _, c := range append(calm, Claim{}) {
		c.Variant, c.To, c.Reason = both, d.to, "nobody crashes, so the election that one process begins comes to its end"
		list = append(list, ofCoordinators(c, nil)...)
	}
	for _, c := range []Claim{{}, {Order: model.Bag, Large: d.large}, {Timing: model.Lockstep, Fairness: model.Weak}} {
		c.Variant, c.Faults, c.From, c.To, c.Reason = both, crash, 3, d.to, survives
		list = append(list, ofCoordinators(c, merge(merge(lacks, alone), d.replaced))...)
	}
	return slices.Concat(
		ofCoordinators(Claim{Variant: "-" + d.everybody, From: 3, To: d.to, Faults: crash, Reason: survives},
			merge(alone, map[string]string{"uniqueness-ever": again})),
		ofCoordinators(Claim{Variant: "-" + d.successor, From: 3, To: d.to, Faults: crash, Reason: survives},
			merge(map[string]string{"validity": deadLeader, "elected": deadLeader}, d.replaced)),
		list,
		ofCoordinators(Claim{Variant: both, To: d.restartTo, Large: d.large, Faults: model.Faults{Restart: 1}, Reason: survives},
			merge(map[string]string{"decided": silent, "known": silent, "validity": silent}, d.restart)),
		ofCoordinators(Claim{Variant: both, From: 3, To: d.to, Large: d.large, Faults: model.Faults{Loss: 1}, Reason: survives},
			merge(map[string]string{"decided": unheard, "known": unheard}, d.loss)))
}
