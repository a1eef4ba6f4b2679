package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/peterson"
)

func petersonEntry() Entry {
	return Entry{
		Name:   "peterson",
		Title:  "Peterson: unidirectional ring, O(n log n) messages",
		Source: "Peterson 1982, the first algorithm; one direction less than Misra, O(n log n) Messages LE Algorithm",
		Works: []Work{
			{Key: "Peterson 1982", Authors: "Gary L. Peterson", Title: "An O(n log n) Unidirectional Algorithm for the Circular Extrema Problem", Venue: "ACM Transactions on Programming Languages and Systems 4(4), 758-762", Year: "1982", Link: "https://doi.org/10.1145/69622.357194"},
		},
		Additions: []Addition{{Lines: "1-17", From: "Peterson 1982"}},
		Extreme:   properties.Greatest,
		Network:   func(n int) model.Network { return model.Network{Topology: model.UnidirectionalRing, N: n} },
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(peterson.Algorithm{}, net)
		},
		Claims:     petersonClaims(),
		Counts:     petersonCounts(),
		Quantities: petersonQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toThousands, Figures: []Measure{Messages}}},
		Curves:     []Curve{{Of: Messages, Start: AllAwake, Name: "2n floor(log2 n) + n at most", At: byPhases(2, 1)}},
	}
}

// petersonClaims makes no claim of decided: a passive process may still be
// elected, and nobody tells it that another was.
func petersonClaims() []Claim {
	const safe = "the greatest value is a local maximum in each phase, so only it goes all around the ring"
	return without(untold(slices.Concat(
		each(Claim{To: 6, Reason: safe}, nil),
		each(Claim{To: 5, Order: model.Inbox, Reason: "one link leads to each process: as in fifo"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep, Reason: "rounds are some of the asynchronous executions"}, nil),
		petersonUnordered(), petersonFaults())), "decided")
}

// petersonUnordered returns the claims that show why the algorithm needs FIFO links.
func petersonUnordered() []Claim {
	const lost = "a link holds both values of a phase as one where they are the same"
	const stale = "a value of one phase is overtaken and compared in the next: both of the last two candidates become passive"
	return slices.Concat(
		petersonOvertaken(model.Bag), petersonOvertaken(model.Set),
		fromThreeOn(only(each(Claim{To: 5, Order: model.Set}, map[string]string{"elected": lost}), "elected")),
		ended(only(each(Claim{To: 4, Order: model.Bag, Reason: "of the last two candidates one goes on, whatever values they compare"}, nil), "elected"),
			failsAt(5, Claim{Property: "elected", Order: model.Bag, Reason: stale})))
}

// petersonOvertaken claims what four values are enough for, and what does not depend on how
// many there are.
func petersonOvertaken(order model.Order) []Claim {
	const two = "a value that overtakes another comes home although it is not the greatest"
	twice := []string{"uniqueness", "uniqueness-ever", "agreement", "validity"}
	return slices.Concat(
		without(each(Claim{To: 5, Order: order, Reason: "messages that do not overtake each other let the greatest value win"}, nil), append(twice, "elected")...),
		only(each(Claim{To: 3, Order: order, Reason: "three values are not enough for two leaders"}, nil), twice...),
		only(each(Claim{From: 4, To: 5, Order: order}, map[string]string{
			"uniqueness": two, "uniqueness-ever": two, "agreement": two, "validity": two,
		}), twice...))
}

func petersonFaults() []Claim {
	const safe, copied = "only the greatest value goes all around the ring", "a copy of the first value is taken for the second, and a value that is not the greatest comes home"
	return slices.Concat(
		each(Claim{To: 5, Faults: model.Faults{Loss: 1}, Reason: safe},
			map[string]string{"elected": "no value is sent again"}),
		fromThreeOn(each(Claim{To: 5, Faults: model.Faults{Dup: 1}, Reason: "a copy is one more value to compare with"},
			map[string]string{"uniqueness": copied, "uniqueness-ever": copied, "agreement": copied, "validity": copied})),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1}, Reason: safe},
			map[string]string{"elected": "nothing passes a process that is down"}))
}

// fromThreeOn returns the claims with those that fail made for three processes
// or more: two do without.
func fromThreeOn(claims []Claim) []Claim {
	for i := range claims {
		if claims[i].Fails {
			claims[i].From = 3
		}
	}
	return claims
}

func petersonCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 90, Events: 234, Depth: 12, Reason: "any process may start"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 793, Events: 3103, Depth: 18, Reason: "the same"},
	}
}

func petersonQuantities() []Quantity {
	formulas := []Formula{
		{Says: LeastIs, Text: "3n - 1", At: linear(3, -1), Source: ours},
		{Says: GreatestAtMost, Text: "2n floor(log2 n) + n", At: byPhases(2, 1), Source: ours},
	}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: formulas,
			Remark: "Who starts when makes no difference. The second message of a phase carries the greater of two values, so the last phase ends early."},
		{Of: "messages", Where: together(Claim{From: 2, To: 7}), Formulas: formulas},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{Says: LeastIs, Text: "n + 1", At: linear(1, 1), Source: ours}}},
	}
}
