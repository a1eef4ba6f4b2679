package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/sun"
)

func sunEntry() Entry {
	return Entry{
		Name:     "sun",
		Title:    "Sun(n): a coordinator on a unidirectional ring with shorter rings inside; Sun(1) up to n = 4, Sun(2) from 5 on",
		Source:   "Shirali et al. 2008, 4. Sun Algorithm Idea, and 5. Sun(n) ring Algorithm",
		Extreme:  properties.Greatest,
		Errata:   sun.Errata,
		Readings: sun.Readings,
		Network:  func(n int) model.Network { return sun.Network(n, 2) },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(sun.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     without(sunClaims(), "halted"), // no process terminates: the next coordinator may crash too
		Counts:     sunCounts(),
		Quantities: sunQuantities(),
		Family:     "divided",
		Sweeps:     allAndOne(fromFour, 0, ""),
		Curves: []Curve{
			{Of: Messages, Start: OneAwake, Name: "Shirali et al. 2008: 2(L1 + ... + Lr) + Lr", At: sunMessages},
			{Of: Time, Start: OneAwake, Name: "Shirali et al. 2008: 3 Lr + 2(r-1)u", At: func(n int) float64 { return sunTime(sunRings(n), 2) }},
		},
		Figures: sunFigures(), Supplement: tableTwo,
		Disagrees: "two sums of the document are miscounted, the latency of Sun(1) and the lengths of the rings of Sun(n)",
	}
}

func sunClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "of all informers only the greatest gets its election back, and M-coordinator gets the greatest number of every subring"}, nil),
		each(Claim{From: 5, To: 5, Wake: starts(1),
			Reason: "M-coordinator of the inner ring brings the numbers that end there to the innermost one"}, nil),
		each(Claim{From: 5, To: 5, Wake: starts(1, 3),
			Reason: "the same, with two informers"}, nil),
		[]Claim{{Property: "validity", Variant: "-E5", From: 5, To: 5, Wake: starts(1), Fairness: model.Weak, Fails: true,
			Reason: "the numbers of a subring that ends at a process of the inner ring are not collected"}},
		under(Claim{Property: "messages<=f(n)", From: 2, To: 4, Wake: starts(1),
			Bound:  func(n int) int { m := (n + 1) / 2; return (m + n) + m + (m + n) + 1 },
			Reason: "as printed in line 30, plus the hop from the starter to the informer", Ends: "the formula is that of Sun(1), and five processes run Sun(2)"},
			"R1=b", "R3=b", "R4=b", "R5=b", "R6=b", "R7=b"),
		[]Claim{{Property: "messages<=f(n)", Readings: "R2=b", From: 3, To: 4, Wake: starts(1), Fails: true,
			Bound:  func(n int) int { m := (n + 1) / 2; return (m + n) + m + (m + n) + 1 },
			Reason: "the election message that comes out of a subring makes one more informer"}},
		sunPrinted(), sunReadings(), sunNetworks(), sunFaults())
}

// sunPrinted leaves out validity and agreement, which are about terminal
// configurations: without E2 coordinator travels for ever.
func sunPrinted() []Claim {
	endless := map[string]string{"quiescence": "coordinator goes round for ever (E2)"}
	return without(slices.Concat(
		each(Claim{Variant: "printed", From: 2, To: 2,
			Reason: "there is one informer, whichever process detects the crash"}, endless),
		each(Claim{Variant: "printed", From: 3, To: 4,
			Reason: "with two informers no process sends coordinator, and a single informer sends one"},
			merge(stuck("two informers kill each other's election (E3)"), endless))),
		"validity", "agreement")
}

func sunReadings() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 4,
			Reason: "a subring that is wheeled twice gives the same number twice"}, nil),
		each(Claim{Readings: "R2=b", To: 4,
			Reason: "one more informer, which gives way to a greater one like any other"}, nil),
		each(Claim{Readings: "R3=b", To: 4,
			Reason: "the message need not travel to the next P_m"}, nil),
		each(Claim{Readings: "R4=b", To: 3,
			Reason: "a process that has seen an election message is in a subring of a P_m that takes part: its own message is killed at the end"}, nil),
		each(Claim{Readings: "R5=b", To: 4,
			Reason: "the informer waits before it sends M-coordinator for the same message that it would wait for afterwards"}, nil),
		each(Claim{Variant: "-E1", Readings: "R5=b", To: 4,
			Reason: "the informer waits for the end of its subring, but sends its own number with M-coordinator"},
			map[string]string{"validity": "the numbers of the subring that ends at the informer are not collected (E1)"}),
		each(Claim{Readings: "R6=b", To: 4,
			Reason: "the informer stops coordinator (E2), so it comes to each P_m once"}, nil),
		each(Claim{Readings: "R7=b", To: 4,
			Reason: "the informer's own subring ends later, and M-coordinator waits for it"}, nil))
}

func sunNetworks() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Order: model.Bag,
			Reason: "M-coordinator waits at each P_m for the end of the subring, whichever comes first"}, nil),
		each(Claim{To: 4, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag"}, nil),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "the links into a process are independent"}, nil),
		each(Claim{To: 4, Timing: model.Timely,
			Reason: "there are no timers"}, nil),
		each(Claim{To: 3, Timing: model.Bounded,
			Reason: "every execution in bounded time is also an asynchronous one"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func sunFaults() []Claim {
	return slices.Concat(
		each(Claim{To: 4, Faults: model.Faults{Loss: 1},
			Reason: "M-coordinator has been everywhere, or there is no coordinator"},
			stuck("each message is sent once, and some process waits for a lost one")),
		each(Claim{To: 4, Faults: model.Faults{Dup: 1},
			Reason: "a second copy has the same contents, and ends where the first does"}, nil),
		each(Claim{To: 4, Faults: model.Faults{Crash: 1},
			Reason: "M-coordinator has been everywhere, or there is no coordinator"},
			merge(stuck("no message passes a process that is down, and no process starts the original ring algorithm"), map[string]string{
				"validity": "the greatest process may crash once its number has passed",
			})))
}

func sunCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 627, Events: 1678, Depth: 17, Reason: "coordinator goes round for ever"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 237, Events: 576, Depth: 14, Reason: "two P_m's, one with an empty subring"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 750, Events: 2286, Depth: 16, Reason: "two P_m's with a subring each"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 93113, Events: 518568, Depth: 27, Reason: "Sun(2)"},
	}
}

// sunRing returns the number of processes on ring i of Sun, counted from 0:
// every second one of those on the ring before.
func sunRing(n, i int) int {
	for range i {
		n = (n + 1) / 2
	}
	return n
}

func sunQuantities() []Quantity {
	const (
		one = "Shirali et al. 2008, 4. Sun Algorithm Idea"
		two = "Shirali et al. 2008, 5. Sun(n) ring Algorithm"
	)
	// of returns a*m + b*n + c, where m is the number of processes on the inner ring.
	of := func(a, b, c int) func(n int) float64 {
		return func(n int) float64 { return float64(a*sunRing(n, 1) + b*n + c) }
	}
	latency := func(a int) func(n int) float64 {
		return func(n int) float64 { m := float64(sunRing(n, 1)); return float64(a)*m + 2*float64(n)/m }
	}
	return []Quantity{
		{Of: "messages", Where: Claim{Wake: starts(1), From: 2, To: 4}, Formulas: []Formula{
			{Says: AlwaysIs, Text: "(m+n) + m + (m+n)", At: of(3, 2, 0), Source: one,
				Refuted: "the election message of the process that detects the crash takes one hop to the informer, which the document does not count"},
			{Says: AlwaysIs, Text: "(m+n) + m + (m+n) + 1", At: of(3, 2, 1), Source: ours}},
			Remark: "There are m processes P_m, as in the document's figures; in its division of the ring, m is the modulus."},
		{Of: "messages", Where: Claim{Wake: starts(1), From: 5, To: 5}, Formulas: []Formula{
			{Says: AlwaysIs, Text: "2(L1 + L2 + L3) + L3", At: sunMessages, Source: two,
				Refuted: "it does not count two hops to the informer, and M-coordinator on the ring in the middle, without which the numbers that end there are not collected (E5)"},
			{Says: AlwaysIs, Text: "2(L1 + L2 + L3) + L3 + L2 + 2", At: func(n int) float64 { return sunMessages(n) + float64(sunRing(n, 1)) + 2 }, Source: ours}},
			Remark: "The document then has L_i = L/u^i for i = 1..r. That makes the outermost of the rings, which holds all L processes, L/u long: it should be L/u^(i-1)."},
		{Of: "messages", Where: Claim{From: 2, To: 4}, Formulas: []Formula{
			{Says: LeastIs, Text: "(m+n) + m + (m+n) + 1", At: of(3, 2, 1), Source: ours},
			{Says: GreatestIs, Text: "(m+n) + m + (m+n) + 1 + 2(n - 1)", At: of(3, 4, -1), Source: ours}},
			Remark: "Any process may detect the crash, and all of them may. Each but one adds two messages at most: rules a to c stop its election."},
		{Of: "rounds", Where: Claim{Timing: model.Lockstep, Wake: starts(1), From: 2, To: 4}, Formulas: []Formula{
			{Says: GreatestAtMost, Text: "4m + 2(n/m)", At: latency(4), Source: one},
			{Says: GreatestAtMost, Text: "3m + 2(n/m)", At: latency(3), Source: one + ", the sum of its steps 1 to 4"}},
			Remark: "The document's four steps sum to (2m + n/m) + (m + n/m) = 3m + 2(n/m); its result, 4m + 2(n/m), is an error of addition."},
	}
}

// sunRings returns the lengths of the rings of the entry: every second process
// of each is on the next one, down to a ring of at most two.
func sunRings(n int) []int {
	rings := []int{n}
	for i := 1; ; i++ {
		if rings = append(rings, sunRing(n, i)); rings[i] <= 2 {
			return rings
		}
	}
}

func sunMessages(n int) float64 { return messagesOnRings(sunRings(n)) }

// messagesOnRings is the document's 2(L1 + ... + Lr) + Lr.
func messagesOnRings(rings []int) float64 {
	sum := rings[len(rings)-1]
	for _, length := range rings {
		sum += 2 * length
	}
	return float64(sum)
}

// sunTime is the document's 3 Lr + 2(r-1)u, where each ring has a share 1/u of
// the processes of the one outside it.
func sunTime(rings []int, u int) float64 {
	return float64(3*rings[len(rings)-1] + 2*(len(rings)-1)*u)
}

func sunFigures() []Figure {
	s1, s2 := []int{tableProcesses, tableProcesses / tableFanOut}, []int{tableProcesses, tableProcesses / tableFanOut, tableProcesses / (tableFanOut * tableFanOut)}
	return []Figure{
		{Source: shirali, What: "Table 2, S(1), messages", Printed: 176, Count: "2(L1 + L2) + L2, u = 4", Value: func() int { return int(messagesOnRings(s1)) },
			Remark: "u = 4 makes 16 division points, not the 4 of the table; with 4 it would be 140"},
		{Source: shirali, What: "Table 2, S(1), latency", Printed: 64, Count: "3(L1/u) + 2u, u = 4", Value: func() int { return int(sunTime(s1, tableFanOut)) }, Remark: "added wrongly; 44 with 4 division points"},
		{Source: shirali, What: "Table 2, S(2), messages", Printed: 172, Count: "2(L1 + L2 + L3) + L3", Value: func() int { return int(messagesOnRings(s2)) }},
		{Source: shirali, What: "Table 2, S(2), latency", Printed: 28, Count: "3(L1/u^2) + 4u", Value: func() int { return int(sunTime(s2, tableFanOut)) }},
		{Source: shirali, What: "section 5, L2 for L1 = 128 and u = 4", Printed: 64, Count: "L1/u", Value: func() int { return 128 / tableFanOut }, Remark: "and so L3 = 8 and L4 = 2, not 16 and 4; 128 is no power of 4"},
	}
}
