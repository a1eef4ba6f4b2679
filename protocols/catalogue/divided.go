package catalogue

import (
	"math"
	"math/bits"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/divided"
)

func dividedEntry() Entry {
	return Entry{
		Name:     "divided",
		Title:    "Divided(n): a coordinator on a ring that an informer, process 0, divides; Divided(1) up to n = 4, Divided(2) from 5 on",
		Source:   "Shirali et al. 2008, 6. Divided ring Algorithm, and steps b and c of 3. Token Ring Algorithm",
		Extreme:  properties.Greatest,
		Errata:   divided.Errata,
		Readings: divided.Readings,
		Network:  divided.Network,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(divided.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Quantities: dividedQuantities(),
		Claims:     without(dividedClaims(), "halted"), // no process terminates: the next coordinator may crash too
		Counts:     dividedCounts(),
		Family:     "divided",
		Sweeps:     allAndOne(fromFour, 0, ""),
		Curves: []Curve{
			{Of: Messages, Start: OneAwake, Name: "Shirali et al. 2008: 2 L1 + 3 u^m", At: func(n int) float64 { return dividedMessages(n-1, 1<<divisions(n)) }},
			{Of: Time, Start: OneAwake, Name: "Shirali et al. 2008: 3m + 2 L1/u^m", At: func(n int) float64 { return dividedTime(n-1, divisions(n), 2) }},
		},
		Figures: dividedFigures(), Supplement: collisions,
	}
}

// The claims start at three processes: with one process in the ring there is one
// point, and the ring is never divided.
func dividedClaims() []Claim {
	return slices.Concat(
		each(Claim{From: 3, To: 6,
			Reason: "each D_i gives the numbers of the whole subring before it, and the informer waits for all of them"}, nil),
		each(Claim{From: 5, To: 5, Wake: starts(2),
			Reason: "a point gives its informer the numbers that its own points have given to it"}, nil),
		each(Claim{From: 3, To: 5, Down: []int{0},
			Reason: "only the original ring algorithm remains: each message passes every process before its sender chooses"}, nil),
		[]Claim{
			{Property: "validity", Variant: "-E2", From: 4, To: 4, Wake: starts(1, 2), Fairness: model.Weak, Fails: true,
				Reason: "a message that was started inside a subring lacks the numbers before its starter"},
		},
		each(Claim{From: 3, To: 4, Wake: starts(1),
			Reason: "one process that detects the crash is one of those that may"}, nil),
		under(Claim{Property: "messages<=f(n)", From: 3, To: 4, Wake: starts(1), Fairness: model.Weak,
			Bound:  func(n int) int { return 6*2 + 4*(n-1) },
			Reason: "3D + 2 L1 after divide, as printed in line 19; 3D before; and 2 L1 for the original ring algorithm, if it ends",
			Ends:   "the formula is that of Divided(1), and five processes run Divided(2)"}, "R1=b", "R1=c", "R1=d", "R2=b", "R3=b", "R3=c"),
		dividedPrinted(), dividedReadings(), dividedPoints(), dividedNetworks(), dividedFaults())
}

// dividedPoints makes the claims about an informer with more points than the two
// of the entry's network: the four of figure 5, and three, with which the options
// of R3 already differ.
func dividedPoints() []Claim {
	points := func(name string, u int) Layout {
		return Layout{Name: name, Network: func(n int) model.Network { return divided.Divisions(n, u, 1) }}
	}
	twice := Layout{Name: "parts=2x2", Network: func(n int) model.Network { return divided.Divisions(n, 2, 2) }}
	untold := "the informer tells two points to divide; the third keeps the messages that come out of the part before it (E3), and the next D_i waits for it"
	return slices.Concat(
		each(Claim{Layout: points("points=4", 4), From: 5, To: 5, Wake: starts(1),
			Reason: "the informer waits for all points that are up, so each part ends at the next of them"}, nil),
		each(Claim{Layout: twice, From: 5, To: 5, Wake: starts(1),
			Reason: "each point of the informer gives it the numbers that its own points have given"}, nil),
		each(Claim{Layout: twice, From: 4, To: 4, Wake: starts(1), Faults: model.Faults{Crash: 1},
			Reason: "a point whose own point is down does not divide its subring, and gives the numbers before it"},
			merge(stuck("no message passes a process that is down, and processes wait for an informer that crashes after divide"), map[string]string{
				"validity": "the greatest process may crash once its number has passed",
			})),
		each(Claim{Layout: points("points=3", 3), Readings: "R3=b", From: 4, To: 4, Wake: starts(1),
			Reason: "a process that chooses has been given all numbers"}, stuck(untold)),
		each(Claim{Layout: points("points=3", 3), Readings: "R3=c", From: 4, To: 4, Wake: starts(1),
			Reason: "a point that replies late divides late, and gives the messages that it has kept (E3)"}, nil))
}

// dividedPrinted leaves out validity and agreement, which are about terminal
// configurations: without E4 coordinator travels for ever.
func dividedPrinted() []Claim {
	return without(each(Claim{Variant: "printed", From: 3, To: 4,
		Reason: "two D_i's do not choose two coordinators, and no process changes its mind"},
		merge(stuck("a D_i waits for an election message that has passed it already (E1)"),
			map[string]string{"quiescence": "coordinator goes round for ever (E4)"})),
		"validity", "agreement")
}

func dividedReadings() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R1=b", From: 3, To: 3,
			Reason: "both processes of the ring are points: no message of one passes the other"}, nil),
		each(Claim{Readings: "R1=b", From: 4, To: 4,
			Reason: "a process that chooses has been given all numbers"},
			stuck("a process that has detected the crash kills the message of a D_i with a smaller number")),
		each(Claim{Readings: "R1=c", From: 3, To: 3,
			Reason: "both processes of the ring are points: a message of one comes from it"}, nil),
		each(Claim{Readings: "R1=c", From: 4, To: 4,
			Reason: "a process that chooses has been given all numbers"},
			stuck("a process that has detected the crash kills the message of a D_i that comes from a smaller process")),
		each(Claim{Readings: "R1=d", From: 3, To: 4,
			Reason: "a message that a D_i wheels comes to the next one, whichever process has detected the crash"}, nil),
		each(Claim{Readings: "R2=b", From: 3, To: 3,
			Reason: "one more election message, which a D_i kills, or its sender when it is back"}, nil),
		each(Claim{Readings: "R3=b", From: 3, To: 4,
			Reason: "the informer has two points, so the second reply is the last"}, nil),
		each(Claim{Readings: "R3=c", From: 3, To: 4,
			Reason: "the informer has two points, so the second reply is the last"}, nil))
}

func dividedNetworks() []Claim {
	return slices.Concat(
		each(Claim{From: 3, To: 4, Order: model.Bag,
			Reason: "a D_i distinguishes the messages by their contents, and no two that count are on one link"}, nil),
		each(Claim{From: 3, To: 4, Order: model.Inbox,
			Reason: "the links into a process are independent"}, nil),
		each(Claim{From: 3, To: 4, Timing: model.Timely,
			Reason: "there are no timers, and no process is down"}, nil),
		each(Claim{From: 3, To: 3, Timing: model.Bounded,
			Reason: "every execution in bounded time is also an asynchronous one"}, nil),
		each(Claim{From: 3, To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func dividedFaults() []Claim {
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
			})),
		each(Claim{From: 3, To: 3, Timing: model.Bounded, Down: []int{0},
			Reason: "only the original ring algorithm remains, whenever a process stops waiting for the informer"}, nil),
		each(Claim{From: 3, To: 3, Large: 4, Timing: model.Bounded, Faults: model.Faults{Crash: 1},
			Reason: "a process that chooses has been given all numbers"},
			merge(stuck("no message passes a process that is down, and processes wait for an informer that crashes after divide"), map[string]string{
				"validity": "the greatest process may crash once its number has passed",
			})))
}

func dividedCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 791, Events: 2090, Depth: 20, Reason: "both processes of the ring are points"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 857, Events: 2204, Depth: 20, Reason: "the same"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 6129, Events: 18259, Depth: 29, Reason: "a subring of two and one of one"},
		{Variant: "corrected", IDs: []model.ID{1, 2, 3, 4, 5}, Configurations: 121956, Events: 463161, Depth: 47, Reason: "Divided(2)"},
	}
}

func dividedQuantities() []Quantity {
	const document = "Shirali et al. 2008, section on Divided, \"Message = D + (L1) + D + D + (L1)\""
	return []Quantity{
		{Of: "messages", Where: Claim{Wake: starts(1), From: 3, To: 5}, Formulas: []Formula{
			{Says: LeastIs, Text: "3D + 2 L1", At: func(n int) float64 { return dividedMessages(n-1, pointsOf(n)) }, Source: document,
				Refuted: "it counts from the message divide on: before that come D messages each to ask, to answer and to divide, and the original algorithm may be under way in the ring"},
			{Says: GreatestIs, Text: "6D + 4 L1", At: func(n int) float64 { return 2 * dividedMessages(n-1, pointsOf(n)) }, Source: ours}},
			Remark: "D is the number of division points, L1 the number of processes of the ring, without the informer."},
		{Of: "messages", Where: Claim{From: 3, To: 4}, Formulas: []Formula{
			{Says: GreatestIs, Text: "6D + 2 L1 + 2 L1^2", At: func(n int) float64 { return float64(6*pointsOf(n) + 2*(n-1) + 2*(n-1)*(n-1)) }, Source: ours}},
			Remark: "Any process may detect the crash, and all of them may. Each that does adds the 2 L1 messages of the original algorithm."},
	}
}

// pointsOf returns the number of division points of a ring of n-1 processes
// and an informer.
func pointsOf(n int) int { return (n + 1) / 2 }

// dividedMessages is the document's 3D + 2 L1.
func dividedMessages(ring, points int) float64 { return float64(2*ring + 3*points) }

// dividedTime is the document's 3m + 2 L1/u^m.
func dividedTime(ring, m, u int) float64 {
	return 3*float64(m) + 2*float64(ring)/math.Pow(float64(u), float64(m))
}

// divisions returns how often the entry divides the ring of n - 1 processes, the
// last of which is a point, until its parts have at most two.
func divisions(n int) int {
	return max(bits.Len(uint(max(n-3, 0)))-1, 0) // log2((n-2)/2), rounded up
}

func dividedFigures() []Figure {
	const l1, u = tableProcesses, tableFanOut
	return []Figure{
		{Source: shirali, What: "Table 2, D(1), messages", Printed: 140, Count: "2 L1 + 3u", Value: func() int { return int(dividedMessages(l1, u)) }},
		{Source: shirali, What: "Table 2, D(1), latency", Printed: 36, Count: "3 + 2(L1/u)", Value: func() int { return int(dividedTime(l1, 1, u)) }, Remark: "added wrongly"},
		{Source: shirali, What: "Table 2, D(2), messages", Printed: 176, Count: "2 L1 + 3u^2", Value: func() int { return int(dividedMessages(l1, u*u)) }},
		{Source: shirali, What: "Table 2, D(2), latency", Printed: 14, Count: "6 + 2(L1/u^2)", Value: func() int { return int(dividedTime(l1, 2, u)) }},
	}
}
