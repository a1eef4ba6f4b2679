package protocols

import (
	"math"

	"github.com/interrex/interrex/model"
)

func lcrQuantities() []Quantity {
	const document = "Misra, Analysis of O(n^2) Algorithm"
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			{LeastIs, "2n - 1 + n", linear(3, -1), ours, ""},
			{GreatestIs, "n + sum of (i + 1)", triangle(1), document, ""}}},
		{Of: "messages", Where: Claim{Variant: "printed", From: 2, To: 6}, Formulas: []Formula{
			{LeastIs, "2n - 1", linear(2, -1), ours, ""},
			{GreatestIs, "n + (n-1) + ... + 1", triangle(0), document, ""}}},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{AlwaysIs, "2n", linear(2, 0), ours, ""}}},
	}
}

// probes is what the document sums up for Hirschberg and Sinclair: 4n messages
// in phase 0, n for termination, and in every other phase as many winners of
// the phase before as there is room for.
func probes(n int) float64 {
	sum := 5 * float64(n)
	for k := 1; k <= HSLastPhase(n); k++ {
		sum += 4 * math.Exp2(float64(k)) * float64(n) / (math.Exp2(float64(k-1)) + 1)
	}
	return sum
}

// HSLastPhase returns the last phase of Hirschberg and Sinclair's algorithm
// according to its document: ceil(log2(n - 1)) + 1.
func HSLastPhase(n int) int { return int(math.Ceil(math.Log2(float64(n-1)))) + 1 }

func hsQuantities() []Quantity {
	const document = "Misra, Analysis of O(n log n) Leader Election Algorithm"
	bounds := []Formula{
		{GreatestAtMost, "4n + n + sum of 4 * 2^k * n/(2^(k-1) + 1)", probes, document, ""},
		{GreatestAtMost, "8n(log n + 2) + 5n", func(n int) float64 { return 8*float64(n)*(math.Log2(float64(n))+2) + 5*float64(n) }, document, ""},
	}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: bounds,
			Remark: "Neither bound is reached, nor is O(n log n) in doubt."},
		{Of: "messages", Where: together(Claim{From: 2, To: 7}), Formulas: bounds},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{AlwaysIs, "2(2^K - 1) + 2n, K = ceil(log n)", func(n int) float64 {
				return 2*(math.Exp2(math.Ceil(math.Log2(float64(n))))-1) + 2*float64(n)
			}, ours, ""}}},
	}
}

func aweQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			{AlwaysIs, "n^2", square(0), "Santoro 2007, section 3.3", ""}}},
	}
}

func afaQuantities() []Quantity {
	greatest := Formula{GreatestIs, "n(n+3)/2", triangle(1), "Troják, III. As-far-as possible, A. Algorithm", ""}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			{LeastIs, "2n", linear(2, 0), ours, ""}, greatest}},
		{Of: "messages", Where: Claim{Wake: model.WakeSet{All: true}, From: 2, To: 6}, Formulas: []Formula{
			{LeastIs, "2n - 1 + n", linear(3, -1), ours, ""}, greatest}},
	}
}

func timesliceQuantities() []Quantity {
	const attiya = "Attiya and Welch 2004, section 3.4.1"
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{{AlwaysIs, "n", linear(1, 0), attiya, ""}}},
		{Of: "rounds", Where: Claim{From: 2, To: 6}, Formulas: []Formula{{AlwaysIs, "n(v-1) + 1 + n", linear(1, 1), ours, ""}},
			Remark: "The least identity v is 1 here; the number of rounds grows with it."},
	}
}

func variablespeedsQuantities() []Quantity {
	const (
		attiya = "Attiya and Welch 2004, section 3.4.1, and n termination messages"
		lynch  = "Lynch 1996, section 3.5.2, and n termination messages"
	)
	least := Formula{LeastIs, "3n - 1", linear(3, -1), ours, ""}
	four := Formula{GreatestAtMost, "4n + n", linear(5, 0), attiya, ""}
	two := Formula{GreatestAtMost, "2n + n", linear(3, 0), lynch, ""}
	late := two
	late.Refuted = "it is for a common start only, as the textbook says; else a great identity may have gone far before a lesser one starts"
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{least, four}},
		{Of: "messages", Where: Claim{Wake: apart(4), From: 4, To: 4}, Formulas: []Formula{four}},
		{Of: "messages", Where: Claim{Readings: "R1=b", From: 2, To: 6}, Formulas: []Formula{{LeastIs, "2n", linear(2, 0), ours, ""}, two}},
		{Of: "messages", Where: Claim{Readings: "R1=b", Wake: apart(4), From: 4, To: 4}, Formulas: []Formula{late}},
		{Of: "rounds", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			{AlwaysIs, "2 + (n-1)2^m + n", linear(3, 0), ours, ""}},
			Remark: "The least identity m is 1 here; the number of rounds is exponential in it."},
		{Of: "rounds", Where: Claim{Readings: "R1=b", From: 2, To: 6}, Formulas: []Formula{
			{AlwaysIs, "1 + n * 2^m + n", linear(3, 1), ours, ""}}},
	}
}

func itairodehQuantities() []Quantity {
	return []Quantity{{Of: "messages", Where: Claim{From: 2, To: 4},
		Remark: "All may choose alike again and again, so there is no greatest number of messages; that this goes on for ever has probability zero."}}
}
