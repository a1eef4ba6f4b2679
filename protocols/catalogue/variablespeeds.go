package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/variablespeeds"
)

func variablespeedsEntry() Entry {
	return Entry{
		Name:      "variablespeeds",
		Title:     "Variable speeds: synchronous unidirectional ring of unknown size, O(n) messages",
		Source:    "Misra, Lower bound for LE algorithm, which says that there is one; after Attiya and Welch 2004, section 3.4.1, and Lynch 1996, section 3.5.2",
		Additions: []Addition{{Lines: "3-13, 17-20", From: "Attiya and Welch 2004, Lynch 1996"}},
		Extreme:   properties.Least,
		Readings:  variablespeeds.Readings,
		Network:   inLockstep,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(variablespeeds.Algorithm{Readings: v.Readings}, net)
		},
		Claims:     variablespeedsClaims(),
		Counts:     variablespeedsCounts(),
		Quantities: variablespeedsQuantities(),
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toHundreds}},
		Curves: []Curve{
			{Of: Messages, Start: AnyStart, Name: "Attiya and Welch: at most 5n", At: variablespeedsGreatest().At},
			{Of: Time, Start: AllAwake, Name: "3n, for the least identity is 1", At: variablespeedsRounds().At},
		},
	}
}

func variablespeedsClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "only the least identity passes every process"}, nil),
		each(Claim{Readings: "R1=b", To: 5,
			Reason: "only the least identity passes every process"}, nil),
		variablespeedsApart(), variablespeedsMessages(),
		each(Claim{To: 5, Faults: model.Faults{Loss: 1},
			Reason: "even if messages are lost, only the least identity can come back to its process"},
			stuck("the least identity is sent once, and it or the termination message may be lost")),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1},
			Reason: "only the least identity can come back to its process, and no message passes a process that is down"},
			merge(stuck("no message passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

// variablespeedsApart makes claims about processes that do not start together.
func variablespeedsApart() []Claim {
	const participants = "only the least identity of those that take part passes every process"
	list := each(Claim{To: 5, Wake: apart(2), Reason: participants},
		map[string]string{"validity": "a process that is woken by a message only relays, even if it has the least identity"})
	for n := 3; n <= 4; n++ {
		list = append(list, without(each(Claim{From: n, To: 5, Wake: apart(n), Reason: participants}, nil), "validity")...)
	}
	for n := 2; n <= 3; n++ {
		list = append(list, each(Claim{Readings: "R1=b", From: n, To: 4, Wake: apart(n),
			Reason: "all take part, and only the least identity passes every process"}, nil)...)
	}
	return list
}

// variablespeedsMessages makes claims about the number of messages. Lynch's
// algorithm needs a common start for its bound. A claim that a bound fails names
// the variant, because no file can be named after a bound.
func variablespeedsMessages() []Claim {
	const (
		welch = "at most 4n identities (Attiya and Welch 2004, section 3.4.1), and n termination messages"
		lynch = "while the least identity goes around once, the next goes at most half of the way, and so on: 2n in all, and n termination messages"
		late  = "a great identity may have gone far before a lesser one starts: the bound needs a common start"
	)
	return []Claim{
		{Property: "messages<=5n", Bound: times(5), From: 2, To: 6, Reason: welch},
		{Property: "messages<=5n", Bound: times(5), From: 4, To: 5, Wake: apart(4), Reason: welch},
		{Property: "messages<=3n", Bound: times(3), From: 2, To: 6, Readings: "R1=b", Reason: lynch},
		{Property: "messages<=3n", Bound: times(3), From: 4, To: 4, Readings: "R1=b", Wake: apart(4), Fails: true, Reason: late},
	}
}

func variablespeedsCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 13, Events: 12, Depth: 12, Reason: "2 + (n-1)2^m rounds for the identity m, n for the news"},
		{Variant: "corrected", IDs: []model.ID{4, 5, 3}, Configurations: 22, Events: 21, Depth: 21, Reason: "the same, m = 3"},
		{Variant: "corrected", Readings: "R1=b", IDs: []model.ID{4, 5, 3}, Configurations: 29, Events: 28, Depth: 28, Reason: "1 + n*2^m rounds and n"},
	}
}

func variablespeedsQuantities() []Quantity {
	const lynch = "Lynch 1996, section 3.5.2, and n termination messages"
	least := Formula{Says: LeastIs, Text: "3n - 1", At: linear(3, -1), Source: ours}
	four := variablespeedsGreatest()
	two := Formula{Says: GreatestAtMost, Text: "2n + n", At: linear(3, 0), Source: lynch}
	late := two
	late.Refuted = "it is only for a common start, as the textbook says; otherwise a great identity may have gone far before a lesser one starts"
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{least, four}},
		{Of: "messages", Where: Claim{Wake: apart(4), From: 4, To: 4}, Formulas: []Formula{four}},
		{Of: "messages", Where: Claim{Readings: "R1=b", From: 2, To: 6}, Formulas: []Formula{{Says: LeastIs, Text: "2n", At: linear(2, 0), Source: ours}, two}},
		{Of: "messages", Where: Claim{Readings: "R1=b", Wake: apart(4), From: 4, To: 4}, Formulas: []Formula{late}},
		{Of: "rounds", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			variablespeedsRounds()},
			Remark: "The least identity m is 1 here; the number of rounds is exponential in it."},
		{Of: "rounds", Where: Claim{Readings: "R1=b", From: 2, To: 6}, Formulas: []Formula{
			{Says: AlwaysIs, Text: "1 + n * 2^m + n", At: linear(3, 1), Source: ours}}},
	}
}

func variablespeedsGreatest() Formula {
	return Formula{Says: GreatestAtMost, Text: "4n + n", At: linear(5, 0), Source: "Attiya and Welch 2004, section 3.4.1, and n termination messages"}
}

func variablespeedsRounds() Formula {
	return Formula{Says: AlwaysIs, Text: "2 + (n-1)2^m + n", At: linear(3, 0), Source: ours}
}
