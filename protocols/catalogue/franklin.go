package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/franklin"
)

func franklinEntry() Entry {
	return Entry{
		Name:   "franklin",
		Title:  "Franklin: bidirectional ring, O(n log n) messages",
		Source: "Franklin 1982; a simpler answer to the question of Misra, The HS Algorithm",
		Works: []Work{
			{Key: "Franklin 1982", Authors: "Randolph Franklin", Title: "On an Improved Algorithm for Decentralized Extrema Finding in Circular Configurations of Processors", Venue: "Communications of the ACM 25(5), 336-337", Year: "1982", Link: "https://doi.org/10.1145/358506.358517"},
		},
		Additions: []Addition{{Lines: "1-13", From: "Franklin 1982"}},
		Extreme:   properties.Greatest,
		Network:   func(n int) model.Network { return model.Network{Topology: model.Ring, N: n} },
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(franklin.Algorithm{}, net)
		},
		Claims:     franklinClaims(),
		Counts:     franklinCounts(),
		Quantities: franklinQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toThousands, Figures: []Measure{Messages}}},
		Curves:     []Curve{{Of: Messages, Start: AllAwake, Name: "2n(floor(log2 n) + 1) at most", At: byPhases(2, 2)}},
	}
}

// untold drops the claims that an algorithm without a termination message does
// not make: nobody but the leader knows who it is, and nobody terminates.
func untold(list []Claim) []Claim { return without(list, "known", "halted") }

func franklinClaims() []Claim {
	const safe = "the greatest identity wins each comparison, and its identity comes home once all others are passive"
	return untold(slices.Concat(
		each(Claim{To: 6, Reason: safe}, nil),
		each(Claim{To: 5, Order: model.Bag,
			Reason: "a message that overtakes has the identity of the same neighbour, or a greater one"}, nil),
		each(Claim{To: 5, Order: model.Set, Reason: safe},
			franklinStuck("an identity of the next phase vanishes in the link that still holds the same identity")),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "the two directions are independent of each other"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "rounds are some of the asynchronous executions"}, nil),
		franklinFaults()))
}

func franklinStuck(reason string) map[string]string {
	return map[string]string{"elected": reason, "decided": reason}
}

func franklinFaults() []Claim {
	const safe = "only the greatest identity can come home"
	return slices.Concat(
		each(Claim{To: 5, Faults: model.Faults{Loss: 1}, Reason: safe},
			franklinStuck("no identity is sent again")),
		without(each(Claim{To: 5, Faults: model.Faults{Dup: 1}, Reason: "a copy is compared like the first, and is no greater"},
			map[string]string{"quiescence": "a copy that no active process takes off the ring travels for ever"}), "elected", "decided"),
		only(each(Claim{To: 3, Faults: model.Faults{Dup: 1}, Reason: "a copy is compared like the first, and is no greater"}, nil), "elected", "decided"),
		only(each(Claim{From: 4, To: 5, Faults: model.Faults{Dup: 1}},
			franklinStuck("a copy is taken for a message of the next phase, and the last candidate waits for ever for another")), "elected", "decided"),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1}, Reason: safe},
			franklinStuck("nothing passes a process that is down")))
}

func franklinCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 471, Events: 1869, Depth: 17, Reason: "any process may start"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 8537, Events: 52312, Depth: 25, Reason: "the same"},
	}
}

func franklinQuantities() []Quantity {
	formulas := []Formula{
		{Says: LeastIs, Text: "4n", At: linear(4, 0), Source: ours},
		{Says: GreatestIs, Text: "2n(floor(log2 n) + 1)", At: byPhases(2, 2), Source: "Franklin 1982, as quoted"},
	}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: formulas,
			Remark: "Who starts when makes no difference: each phase takes 2n messages."},
		{Of: "messages", Where: together(Claim{From: 2, To: 7}), Formulas: formulas},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{Says: LeastIs, Text: "n + 1", At: linear(1, 1), Source: ours}}},
	}
}
