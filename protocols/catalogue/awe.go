package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/awe"
	"github.com/interrex/interrex/protocols/claims"
)

func aweEntry() Entry {
	return Entry{
		Name:      "awe",
		Title:     "All-Way-Around (All the Way): unidirectional ring, the least identity is elected, n^2 messages",
		Source:    "Troják, III. As-far-as possible, which names it; completed from Santoro 2007, section 3.3",
		Additions: []Addition{{Lines: "3-11", From: "Santoro 2007"}},
		Extreme:   properties.Least,
		Readings:  awe.Readings,
		Network:   func(n int) model.Network { return model.Network{Topology: model.UnidirectionalRing, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(awe.Algorithm{Readings: v.Readings}, net)
		},
		Claims:     aweClaims(),
		Counts:     aweCounts(),
		Quantities: aweQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toHundreds}},
		Curves: []Curve{
			{Of: Messages, Start: AnyStart, Name: "Santoro: n^2", At: aweMessages().At},
			{Of: Time, Start: AllAwake, Name: "n", At: linear(1, 0)},
		},
	}
}

func aweClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "each process has sent its identity ahead of any that it passes on, so its own is the last to come"}, nil),
		under(Claim{Property: "messages<=f(n)", From: 2, To: 5,
			Bound:  func(n int) int { return n * n },
			Reason: "n identities travel n links each"}, "R1=b", "R1=c", "R2=b"),
		aweReadings(), aweNetworks(), aweFaults())
}

func aweReadings() []Claim {
	const incomplete = "the identity of a process that has not started is not among those seen"
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 5,
			Reason: "each identity comes to each process once, so n of them are all identities"}, nil),
		each(Claim{Readings: "R1=c", To: 5,
			Reason: "each identity comes to each process once, so n of them are all identities"}, nil),
		each(Claim{Readings: "R2=b", To: 4,
			Reason: "a process that starts sees its own identity again"},
			map[string]string{
				"uniqueness": incomplete, "uniqueness-ever": incomplete, "agreement": incomplete, "validity": incomplete,
				"decided": "some processes never start", "known": "some processes never start", "halted": "some processes never start",
			}),
		each(Claim{Readings: "R1=b,R2=b", To: 4,
			Reason: "no process decides before all have started"},
			stuck("a process that never starts holds up all others")))
}

func aweNetworks() []Claim {
	const early = "a process whose own identity overtakes others decides before it has seen them"
	return slices.Concat(
		each(Claim{To: 5, Order: model.Bag,
			Reason: "every identity comes back to its process"},
			map[string]string{"uniqueness": early, "uniqueness-ever": early, "agreement": early, "validity": early}),
		each(Claim{Readings: "R1=b", To: 5, Order: model.Bag,
			Reason: "in any order, n identities are all identities"}, nil),
		each(Claim{Readings: "R1=c", To: 5, Order: model.Bag,
			Reason: "in any order, as many identities as links are all identities"}, nil),
		each(Claim{Readings: "R1=c", To: 5, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag"}, nil),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "one link leads to each process, so an inbox is like fifo"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func aweFaults() []Claim {
	return slices.Concat(
		each(Claim{To: 2, Faults: model.Faults{Loss: 1},
			Reason: "at most one of the two identities comes back"},
			merge(stuck("a lost identity does not come back to its process"), map[string]string{
				"validity": "the least identity may be lost, and those that have not seen it elect another",
			})),
		[]Claim{{Property: "agreement", From: 3, To: 3, Faults: model.Faults{Loss: 1}, Fairness: model.Weak, Fails: true,
			Reason: "some processes have seen the lost identity, and some have not"}},
		each(Claim{To: 5, Faults: model.Faults{Dup: 1},
			Reason: "a second copy brings no news"}, nil),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1},
			Reason: "no message passes a process that is down"},
			merge(stuck("no message passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

func aweCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 38, Events: 75, Depth: 10, Reason: "no termination message"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 152, Events: 380, Depth: 17, Reason: "all arrangements have the same state space"},
		{Variant: "corrected", IDs: []model.ID{4, 1, 2, 3}, Configurations: 152, Events: 380, Depth: 17, Reason: "the same, ascending"},
		{Variant: "corrected", Readings: "R1=c", IDs: claims.DescendingIDs(4), Configurations: 152, Events: 380, Depth: 17, Reason: "the number that an identity carries follows from its position"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 2572, Events: 9012, Depth: 37, Reason: "the same, larger"},
	}
}

func aweQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			aweMessages()}},
	}
}

func aweMessages() Formula {
	return Formula{Says: AlwaysIs, Text: "n^2", At: square(0), Source: "Santoro 2007, section 3.3"}
}
