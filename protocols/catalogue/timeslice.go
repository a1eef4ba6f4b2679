package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/timeslice"
)

func timesliceEntry() Entry {
	return Entry{
		Name:      "timeslice",
		Title:     "Time slice: synchronous unidirectional ring of known size, all start together, n messages",
		Source:    "Misra, Lower bound for LE algorithm, which says that there is one; after Attiya and Welch 2004, section 3.4.1, and Lynch 1996, section 3.5.1",
		Additions: []Addition{{Lines: "3-14", From: "Attiya and Welch 2004, Lynch 1996"}},
		Extreme:   properties.Least,
		Network:   inLockstep,
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(timeslice.Algorithm{}, net)
		},
		Claims:     timesliceClaims(),
		Counts:     timesliceCounts(),
		Quantities: timesliceQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toHundreds}},
		Curves: []Curve{
			{Of: Messages, Start: AnyStart, Name: "Attiya and Welch: n", At: timesliceMessages().At},
			{Of: Time, Start: AnyStart, Name: "n + 1, for the least identity is 1", At: timesliceRounds().At},
		},
	}
}

func timesliceClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "the least identity has come to all before the next phase"}, nil),
		[]Claim{{Property: "messages<=f(n)", From: 2, To: 6,
			Bound:  func(n int) int { return n },
			Reason: "only the leader sends, and its identity travels n links"}},
		each(Claim{To: 5, Wake: apart(2),
			Reason: "a process that counts to its own phase elects itself, and its message comes to all others"},
			spoilt("if processes do not start together, phases of two of them may coincide")),
		timesliceFaults())
}

func timesliceFaults() []Claim {
	const down = "nothing passes a process that is down, and the processes behind it elect another"
	return slices.Concat(
		each(Claim{To: 5, Faults: model.Faults{Loss: 1},
			Reason: "a process that receives no identity elects itself"},
			spoilt("the processes that do not receive the lost identity elect another")),
		each(Claim{To: 2, Faults: model.Faults{Crash: 1},
			Reason: "a process that receives no identity elects itself"},
			map[string]string{"validity": "the leader may crash once it is known"}),
		without(each(Claim{From: 3, To: 5, Faults: model.Faults{Crash: 1},
			Reason: "a process that receives no identity elects itself"}, spoilt(down)), "validity"))
}

func timesliceCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 5, Events: 4, Depth: 4, Reason: "one round, and n for the identity"},
		{Variant: "corrected", IDs: []model.ID{4, 5, 3}, Configurations: 11, Events: 10, Depth: 10, Reason: "two phases of three rounds more"},
	}
}

// spoilt returns one reason why there may be two leaders, or a leader that is not
// the least, for each property that this refutes.
func spoilt(reason string) map[string]string {
	return map[string]string{"uniqueness": reason, "uniqueness-ever": reason, "agreement": reason, "validity": reason}
}

func timesliceQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{timesliceMessages()}},
		{Of: "rounds", Where: Claim{From: 2, To: 6}, Formulas: []Formula{timesliceRounds()},
			Remark: "The least identity v is 1 here; the number of rounds grows with it."},
	}
}

func timesliceMessages() Formula {
	return Formula{Says: AlwaysIs, Text: "n", At: linear(1, 0), Source: "Attiya and Welch 2004, section 3.4.1"}
}

func timesliceRounds() Formula {
	return Formula{Says: AlwaysIs, Text: "n(v-1) + 1 + n", At: linear(1, 1), Source: ours}
}
