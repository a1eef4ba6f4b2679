package protocols

import "github.com/interrex/interrex/model"

// starts lets process p alone wake.
func starts(p int) model.WakeSet { return model.WakeSet{Only: []int{p}} }

// sunRing returns how many processes are on ring i of Sun, counted from 0:
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
	// of returns a*m + b*n + c, where m processes are on the inner ring.
	of := func(a, b, c int) func(n int) float64 {
		return func(n int) float64 { return float64(a*sunRing(n, 1) + b*n + c) }
	}
	latency := func(a int) func(n int) float64 {
		return func(n int) float64 { m := float64(sunRing(n, 1)); return float64(a)*m + 2*float64(n)/m }
	}
	rings := func(n int) float64 { return float64(2*(n+sunRing(n, 1)+sunRing(n, 2)) + sunRing(n, 2)) }
	return []Quantity{
		{Of: "messages", Where: Claim{Wake: starts(1), From: 2, To: 4}, Formulas: []Formula{
			{AlwaysIs, "(m+n) + m + (m+n)", of(3, 2, 0), one,
				"the election message of whoever detects the crash takes a hop to the informer that the document does not count"},
			{AlwaysIs, "(m+n) + m + (m+n) + 1", of(3, 2, 1), ours, ""}},
			Remark: "There are m processes P_m, as in the document's figures; where it divides the ring, m is the modulus."},
		{Of: "messages", Where: Claim{Wake: starts(1), From: 5, To: 5}, Formulas: []Formula{
			{AlwaysIs, "2(L1 + L2 + L3) + L3", rings, two,
				"not counted are two hops to the informer, and M-coordinator on the ring in the middle, without which what ends there is not collected (E5)"},
			{AlwaysIs, "2(L1 + L2 + L3) + L3 + L2 + 2", func(n int) float64 { return rings(n) + float64(sunRing(n, 1)) + 2 }, ours, ""}},
			Remark: "The document then has L_i = L/u^i for i = 1..r. That makes the outermost of the rings, which holds all L processes, L/u long: it should be L/u^(i-1)."},
		{Of: "messages", Where: Claim{From: 2, To: 4}},
		{Of: "rounds", Where: Claim{Timing: model.Lockstep, Wake: starts(1), From: 2, To: 4}, Formulas: []Formula{
			{GreatestAtMost, "4m + 2(n/m)", latency(4), one, ""},
			{GreatestAtMost, "3m + 2(n/m)", latency(3), one + ", the sum of its steps 1 to 4", ""}},
			Remark: "The document's four steps sum to (2m + n/m) + (m + n/m) = 3m + 2(n/m); its result, 4m + 2(n/m), is an error of addition."},
	}
}

func tokenringQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 3, To: 4}, Formulas: []Formula{
			{LeastIs, "2a, a = n - 1 processes being up", linear(2, -2), "Shirali et al. 2008, 3. Token Ring Algorithm",
				"not counted are the replies, by which a process knows that the next one is up, and in each round the message to the process that is down"},
			{LeastIs, "2(2a + 1)", linear(4, -2), ours, ""}}},
	}
}

func bullyReplyQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: []Formula{
			{LeastIs, "n - 1", linear(1, -1), ours, ""},
			{GreatestIs, "n(n-1)", func(n int) float64 { return float64(n * (n - 1)) }, ours, ""}},
			Remark: "The document's 2n is for one process, the one in the middle, that detects the crash. If all do, each asks all greater ones: O(n^2) again."},
	}
}

func bullyOriginalQuantities() []Quantity {
	const document = "Thomsen and Rasmussen 2023, 4.2.1, equation 1, (k-N-1)(k-N) + N - 1 with k = "
	return []Quantity{
		{Of: "messages", Where: Claim{Readings: "R5=b", Wake: starts(0), From: 2, To: 4}, Formulas: []Formula{
			{LeastIs, "N - 1", linear(1, -1), document + "N", ""},
			{GreatestIs, "N^2 - 1", square(-1), document + "1", ""}},
			Remark: "One process initiates the election; the arrangements let it be each k in turn."},
		{Of: "messages", Where: Claim{From: 2, To: 4}, Formulas: []Formula{
			{LeastIs, "N - 1", linear(1, -1), ours, ""},
			{GreatestIs, "2N(N-1)", func(n int) float64 { return float64(2 * n * (n - 1)) }, ours, ""}},
			Remark: "All may initiate an election: the document's worst case, N^2 - 1, is that of one initiator."},
	}
}

func bullyImprovedQuantities() []Quantity {
	const document = "Thomsen and Rasmussen 2023, 4.2.2, equation 2"
	return []Quantity{
		{Of: "messages", Where: Claim{Readings: "R6=b", Wake: starts(0), From: 2, To: 3}, Formulas: []Formula{
			{GreatestIs, "3N - 2 (k = 1)", linear(3, -2), document, ""}},
			Remark: "A tick of the clock may repeat for ever, but without a message. The document's 3N - 2k is exact for k < N. For k = N it is N, but the greatest process need not be told that it is the coordinator: N - 1 messages."},
	}
}

func singhQuantities() []Quantity {
	const document = "Liu et al., 4 (figure 1)"
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: []Formula{
			{AverageIs, "0.613n + 7.3", func(n int) float64 { return 0.613*float64(n) + 7.3 }, document,
				"it is more than two processes can send, and less than five must"}},
			Remark: "The line is fitted to averages for n = 2..100. But every process except the leader must receive a message before it can know that it is not elected, " +
				"so each execution has at least n - 1 of them, which is more than 0.613n + 7.3 from n = 22 on: the document's figure does not count all messages, or not all processes learnt of the leader."},
	}
}

func dividedQuantities() []Quantity {
	const document = "Shirali et al. 2008, section on Divided, \"Message = D + (L1) + D + D + (L1)\""
	of := func(points, ring int) func(n int) float64 {
		return func(n int) float64 { return float64(points*dividedPoints(n) + ring*(n-1)) }
	}
	return []Quantity{
		{Of: "messages", Where: Claim{Wake: starts(1), From: 3, To: 5}, Formulas: []Formula{
			{LeastIs, "3D + 2 L1", of(3, 2), document,
				"it counts from the message divide on: before that are D messages each to ask, to answer and to divide, and the original algorithm may be under way in the ring"},
			{GreatestIs, "6D + 4 L1", of(6, 4), ours, ""}},
			Remark: "D is the number of division points, L1 that of the processes of the ring, the informer aside."},
	}
}

// dividedPoints returns how many division points a ring of n-1 processes and
// an informer has.
func dividedPoints(n int) int { return (n + 1) / 2 }
