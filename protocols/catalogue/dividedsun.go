package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/dividedsun"
)

func dividedSunEntry() Entry {
	return Entry{
		Name:    "divided-sun",
		Title:   "Divided(1) with Sun(1) in the subrings: a coordinator on a ring that an informer, process 0, divides",
		Source:  "Shirali et al. 2008, 6. Divided ring Algorithm, the combination of figure 7",
		Extreme: properties.Greatest,
		Errata:  dividedsun.Errata,
		Network: dividedsun.Network,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(dividedsun.Algorithm{Fixes: v.Fixes}, net)
		},
		Claims: without(dividedSunClaims(), "halted"), // no process terminates: the next coordinator may crash too
		Counts: dividedSunCounts(),
		Family: "divided",
		Sweeps: allAndOne(fromFourLess, 0, ""),
	}
}

// The claims start at three processes: with one process in the ring there is one
// point, and the ring is never divided. From five on a subring has a P_m inside.
func dividedSunClaims() []Claim {
	return slices.Concat(
		each(Claim{From: 3, To: 6,
			Reason: "each D_i gives the numbers that the sun before it has collected, and the informer waits for all of them"}, nil),
		each(Claim{From: 5, To: 5, Wake: starts(2),
			Reason: "M-coordinator brings the numbers that end at the P_m inside the subring to the next D_i"}, nil),
		each(Claim{From: 3, To: 5, Down: []int{0},
			Reason: "only the original ring algorithm remains: each message passes every process before its sender chooses"}, nil),
		[]Claim{
			{Property: "validity", Variant: "-E2", From: 4, To: 4, Wake: starts(1, 2), Fairness: model.Weak, Fails: true,
				Reason: "a message that was started inside a subring lacks the numbers before its starter"},
			{Property: "validity", Variant: "-E5", From: 5, To: 5, Wake: starts(2), Fairness: model.Weak, Fails: true,
				Reason: "the numbers that end at the P_m inside the subring are not collected"},
			failsAt(6, Claim{Property: "uniqueness", Variant: "printed", Wake: starts(2, 3, 4),
				Reason: "coordinators come out of two subrings, one from the informer and one of the original ring algorithm"}),
		},
		dividedSunPrinted(), dividedSunNetworks(), dividedSunFaults())
}

// dividedSunPrinted leaves out validity and agreement, which are about terminal
// configurations: without E4 coordinator travels for ever.
func dividedSunPrinted() []Claim {
	return without(each(Claim{Variant: "printed", From: 3, To: 4,
		Reason: "two D_i's do not choose two coordinators, and with no P_m inside the subrings nothing is left out",
		Ends:   "with P_m's inside, coordinators come out of two subrings (n = 6)"},
		merge(stuck("a D_i waits for an election message that has passed it already (E1)"),
			map[string]string{"quiescence": "coordinator goes round for ever (E4)"})),
		"validity", "agreement")
}

func dividedSunNetworks() []Claim {
	return slices.Concat(
		each(Claim{From: 3, To: 4, Order: model.Bag,
			Reason: "a process gives numbers only when it has all of them, whatever the order in which they come"}, nil),
		each(Claim{From: 3, To: 4, Order: model.Inbox,
			Reason: "the links into a process are independent"}, nil),
		each(Claim{From: 3, To: 4, Timing: model.Timely,
			Reason: "there are no timers, and no process is down"}, nil),
		each(Claim{From: 3, To: 3, Timing: model.Bounded,
			Reason: "every execution in bounded time is also an asynchronous one"}, nil),
		each(Claim{From: 3, To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func dividedSunFaults() []Claim {
	return slices.Concat(
		each(Claim{From: 3, To: 4, Faults: model.Faults{Loss: 1},
			Reason: "a process that chooses has been given all numbers"},
			stuck("each message is sent once, and some process waits for a lost one")),
		each(Claim{From: 3, To: 4, Faults: model.Faults{Dup: 1},
			Reason: "a second copy has the same contents, and ends where the first does"}, nil),
		each(Claim{From: 3, To: 4, Faults: model.Faults{Crash: 1},
			Reason: "a process that chooses has been given all numbers"},
			merge(stuck("no message passes a process that is down, and processes wait for an informer that crashes after divide"), map[string]string{
				"validity": "the greatest process may crash once its number has passed",
			})))
}

func dividedSunCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 2141, Events: 6216, Depth: 26, Reason: "both processes of the ring are points"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 17478, Events: 58814, Depth: 34, Reason: "a subring of two and one of one"},
		{Variant: "corrected", IDs: []model.ID{1, 2, 3, 4, 5}, Configurations: 366676, Events: 1577488, Depth: 57, Reason: "a P_m inside the subring of three"},
	}
}
