package protocols

import "github.com/interrex/interrex/model"

// starts lets process p alone wake.
func starts(p int) model.WakeSet { return model.WakeSet{Only: []int{p}} }

func sunQuantities() []Quantity {
	const document = "002_2aa853b613e7e66a.txt, 4. Sun Algorithm Idea"
	m := func(n int) int { return (n + 1) / 2 }
	return []Quantity{
		{"messages", Claim{Wake: starts(1), From: 2, To: 4}, []Formula{
			{AlwaysIs, "(m+n) + m + (m+n), with m processes P_m", func(n int) float64 { return float64(3*m(n) + 2*n) }, document,
				"the election message of whoever detects the crash takes a hop to the informer that the document does not count"},
			{AlwaysIs, "(m+n) + m + (m+n) + 1", func(n int) float64 { return float64(3*m(n) + 2*n + 1) }, ours, ""}}},
		{"messages", Claim{From: 2, To: 4}, nil},
	}
}

func bullyOriginalQuantities() []Quantity {
	const document = "004_2dbeba599072bf0a.txt, 4.2.1, equation 1"
	return []Quantity{
		{"messages", Claim{Readings: "R5=b", Wake: starts(0), From: 2, To: 4}, []Formula{
			{AlwaysIs, "N^2 - 1 (k = 1)", square(-1), document, ""}}},
		{"messages", Claim{Readings: "R5=b", Wake: starts(1), From: 2, To: 4}, []Formula{
			{AlwaysIs, "(k-N-1)(k-N) + N - 1, k = 2", func(n int) float64 { return float64((1-n)*(2-n) + n - 1) }, document, ""}}},
		{"messages", Claim{From: 2, To: 4}, nil},
	}
}

func bullyImprovedQuantities() []Quantity {
	const document = "004_2dbeba599072bf0a.txt, 4.2.2, equation 2"
	return []Quantity{
		{"messages", Claim{Readings: "R6=b", Wake: starts(0), From: 2, To: 4}, []Formula{
			{AlwaysIs, "3N - 2k, k = 1", linear(3, -2), document, ""}}},
		{"messages", Claim{Readings: "R6=b", Wake: starts(2), From: 3, To: 3}, []Formula{
			{AlwaysIs, "3N - 2k, k = N", linear(1, 0), document,
				"the greatest process need not be told that it is the coordinator: one message less, N - 1"}}},
	}
}

func singhQuantities() []Quantity {
	return []Quantity{
		{"messages", Claim{From: 2, To: 5}, []Formula{
			{AverageIs, "0.613 n + 7.3", func(n int) float64 { return 0.613*float64(n) + 7.3 }, "000_aebd55fdb9fe6467.txt, 4 (figure 1)", ""}}},
	}
}
