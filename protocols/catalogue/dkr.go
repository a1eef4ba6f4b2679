package catalogue

import (
	"maps"
	"math"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/dkr"
)

func dkrEntry() Entry {
	return Entry{
		Name:   "dkr",
		Title:  "Dolev, Klawe and Rodeh: unidirectional ring, O(n log n) messages",
		Source: "Dolev, Klawe and Rodeh 1982; one direction less than Misra, O(n log n) Messages LE Algorithm",
		Works: []Work{
			{Key: "Dolev, Klawe and Rodeh 1982", Authors: "Danny Dolev, Maria Klawe, Michael Rodeh", Title: "An O(n log n) Unidirectional Distributed Algorithm for Extrema Finding in a Circle", Venue: "Journal of Algorithms 3(3), 245-260", Year: "1982", Link: "https://doi.org/10.1016/0196-6774(82)90023-2"},
		},
		Additions: []Addition{{Lines: "1-23", From: "Dolev, Klawe and Rodeh 1982"}},
		Extreme:   properties.Greatest,
		Network:   func(n int) model.Network { return model.Network{Topology: model.UnidirectionalRing, N: n} },
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(dkr.Algorithm{}, net)
		},
		Claims:     dkrClaims(),
		Counts:     dkrCounts(),
		Quantities: dkrQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toThousands, Figures: []Measure{Messages}}},
		Curves:     []Curve{{Of: Messages, Start: AllAwake, Name: "2n(floor(log2 n) + 1) at most", At: byPhases(2, 2)}},
	}
}

func dkrClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "the greatest value is a local maximum in each phase, and the winner message passes every process"}, nil),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "one link leads to each process: as in fifo"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "rounds are some of the asynchronous executions"}, nil),
		dkrUnordered(model.Bag), dkrUnordered(model.Set), dkrFaults())
}

// dkrUnordered returns the claims that show why the algorithm needs FIFO links.
func dkrUnordered(order model.Order) []Claim {
	stranded := slices.Sorted(maps.Keys(stuck("")))
	const two, early = "two processes with the same value both find the winner", "the winner message overtakes a value, and a process that has terminated passes that on"
	twice := []string{"uniqueness", "uniqueness-ever", "agreement", "irrevocability"}
	return slices.Concat(
		fromThreeOn(only(each(Claim{To: 5, Order: order},
			stuck("<two, j> overtakes <one, j'>, and every process becomes passive")), stranded...)),
		without(each(Claim{To: 5, Order: order, Reason: "messages that do not overtake each other let the greatest value win"}, map[string]string{
			"validity":   early,
			"quiescence": "a value that no active process takes off the ring travels for ever",
		}), append(twice, stranded...)...),
		only(each(Claim{To: 3, Order: order, Reason: "three values are not enough for two winners"}, nil), twice...),
		only(each(Claim{From: 4, To: 5, Order: order}, map[string]string{
			"uniqueness": two, "uniqueness-ever": two, "agreement": two,
			"irrevocability": "the second winner message changes who has won",
		}), twice...))
}

// dkrValidity returns the claim that the greatest value wins among three processes, and need
// not with more.
func dkrValidity(c Claim, reason string) []Claim {
	few, more := c, c
	few.To, few.Reason = 3, "three values are not enough for another to come home"
	more.From, more.To = 4, 5
	return slices.Concat(only(each(few, nil), "validity"), only(each(more, map[string]string{"validity": reason}), "validity"))
}

func dkrFaults() []Claim {
	const safe = "only the greatest value can come to a process that stands for it already"
	return slices.Concat(
		without(each(Claim{To: 5, Faults: model.Faults{Loss: 1}, Reason: "only one value can come to a process that stands for it already"},
			stuck("no value is sent again")), "validity"),
		dkrValidity(Claim{Faults: model.Faults{Loss: 1}}, "the greatest value is lost, and the process that stood for it passes on another one, which comes home"),
		without(each(Claim{To: 5, Faults: model.Faults{Dup: 1}, Reason: "two winners need a second copy"},
			merge(stuck("a process takes a copy of the first value for the second, and every process becomes passive"), map[string]string{
				"quiescence": "a value that no active process takes off the ring travels for ever",
			})), "validity"),
		dkrValidity(Claim{Faults: model.Faults{Dup: 1}}, "a process takes a copy of the first value for the second, and gives up the greatest"),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1}, Reason: safe},
			merge(stuck("nothing passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

func dkrCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 95, Events: 239, Depth: 17, Reason: "any process may start"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 800, Events: 3110, Depth: 25, Reason: "the same"},
	}
}

func dkrQuantities() []Quantity {
	formulas := []Formula{
		{Says: LeastIs, Text: "4n", At: linear(4, 0), Source: ours},
		{Says: GreatestIs, Text: "2n(floor(log2 n) + 1)", At: byPhases(2, 2), Source: ours},
	}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: formulas,
			Remark: "Who starts when makes no difference. Each phase but the last takes 2n messages, the last n, and the winner message n."},
		{Of: "messages", Where: together(Claim{From: 2, To: 7}), Formulas: formulas},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{Says: LeastIs, Text: "2n + 2", At: linear(2, 2), Source: ours}}},
	}
}

// byPhases returns a*n*floor(log2 n) + b*n, the form of the bound for algorithms
// that halve the number of active processes in each phase.
func byPhases(a, b float64) func(n int) float64 {
	return func(n int) float64 { return float64(n) * (a*math.Floor(math.Log2(float64(n))) + b) }
}
