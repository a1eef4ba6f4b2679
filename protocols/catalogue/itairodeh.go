package catalogue

import (
	"math"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/itairodeh"
)

func itairodehEntry() Entry {
	identities := Limit{Name: "identities", Meaning: "identities from which a process chooses", Greatest: 9, Of: func(model.Network) int { return 3 }}
	return Entry{
		Name:   "itairodeh",
		Title:  "Itai and Rodeh: anonymous unidirectional ring of known size, randomised",
		Source: "Itai and Rodeh 1981, without round numbers (Fokkink and Pang 2006); escapes Misra, Impossibility: Leader Election in Anonymous Rings",
		Works: []Work{
			{Key: "Fokkink and Pang 2006", Authors: "Wan Fokkink, Jun Pang", Title: "Variations on Itai-Rodeh Leader Election for Anonymous Rings and their Analysis in PRISM", Venue: "Journal of Universal Computer Science 12(8)", Year: "2006"},
			{Key: "Itai and Rodeh 1981", Authors: "Alon Itai, Michael Rodeh", Title: "Symmetry Breaking in Distributive Networks", Venue: "Symposium on Foundations of Computer Science (FOCS), 150-158", Year: "1981"},
		},
		Additions: []Addition{{Lines: "1-21", From: "Itai and Rodeh 1981, Fokkink and Pang 2006"}},
		Network: func(n int) model.Network {
			return model.Network{Topology: model.UnidirectionalRing, N: n, Grants: model.KnowN}
		},
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(itairodeh.Algorithm{K: identities.On(net, v.Limits[0])}, net)
		},
		Limits:     []Limit{identities},
		Claims:     itairodehClaims(),
		Counts:     itairodehCounts(),
		Quantities: itairodehQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toHundreds, Repeats: 100}},
		Curves: []Curve{ // a third of the remaining processes have the greatest of three identities
			{Of: Messages, Start: AllAwake, Name: "n^2/3 + n^2/9 + ... = n^2/2", At: func(n int) float64 { return float64(n) * float64(n) / 2 }},
			{Of: Time, Start: AllAwake, Name: "n log3 n", At: func(n int) float64 { return float64(n) * math.Log2(float64(n)) / math.Log2(3) }},
		},
	}
}

func itairodehClaims() []Claim {
	return slices.Concat(
		nameless(each(Claim{To: 6,
			Reason: "the mark tells whether a token has met an equal identity, and sooner or later one process chooses a greater identity than all others"}, nil)),
		nameless(each(Claim{To: 4, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one: the coins break the symmetry that no deterministic algorithm breaks"}, nil)),
		nameless(each(Claim{To: 5, Order: model.Inbox,
			Reason: "one link leads to each process, so an inbox is like fifo"}, nil)),
		itairodehUnordered(), itairodehFaults())
}

// itairodehUnordered makes claims about channels that are not FIFO.
func itairodehUnordered() []Claim {
	const swallowed = "a process swallows the token that overtakes its own, then chooses a smaller identity: both tokens are gone"
	const safe = "a clean token at hop n has passed every process"
	claims := nameless(each(Claim{To: 3, Large: 4, Order: model.Bag, Reason: safe}, map[string]string{
		"elected": swallowed, "decided": swallowed,
		"quiescence": "a token that comes back to its sender with more than n hops travels for ever",
	}))
	i := slices.IndexFunc(claims, func(c Claim) bool { return c.Property == "quiescence" })
	claims[i].From = 3 // two processes do not need FIFO channels
	return append(claims, nameless(each(Claim{Limits: "identities=2", To: 4, Order: model.Bag,
		Reason: "a process chooses the greater identity or an equal one, so no token that overtakes its own is greater"}, nil))...)
}

func itairodehFaults() []Claim {
	const safe = "a clean token at hop n has passed every process"
	none := func(reason string) map[string]string { return map[string]string{"elected": reason, "decided": reason} }
	return slices.Concat(
		nameless(each(Claim{To: 4, Faults: model.Faults{Loss: 1}, Reason: safe}, none("no token is sent again"))),
		nameless(each(Claim{To: 4, Faults: model.Faults{Crash: 1}, Reason: safe}, none("no token passes a process that is down"))),
		nameless(each(Claim{To: 3, Large: 4, Faults: model.Faults{Dup: 1}, Reason: safe}, map[string]string{
			"elected":    "a process that gets its token back twice chooses twice, and its two tokens may make every process passive",
			"quiescence": "once all are passive, no process takes a token off the ring",
		})))
}

func itairodehCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(2), Configurations: 61, Events: 154, Depth: 4, Reason: "three identities to choose from"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 829, Events: 2325, Depth: 14, Reason: "the same"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 9105, Events: 29312, Depth: 28, Reason: "the same"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 92431, Events: 342790, Depth: 47, Reason: "the same"},
	}
}

// nameless drops the properties that an anonymous ring without a termination
// message cannot have, because no process knows the leader or the end, and those
// that are only about names, so that nothing could refute them.
func nameless(list []Claim) []Claim {
	about := []string{"known", "halted", "agreement", "validity"}
	return slices.DeleteFunc(list, func(c Claim) bool { return slices.Contains(about, c.Property) })
}

func itairodehQuantities() []Quantity {
	return []Quantity{{Of: "messages", Where: Claim{From: 2, To: 4},
		Remark: "All processes may choose the same identity again and again, so there is no greatest number of messages; the probability that this goes on for ever is zero."}}
}
