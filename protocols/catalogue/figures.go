package catalogue

// A Figure is a number that a document prints, held against what its own
// formula or the counting of its own steps gives.
type Figure struct {
	Source  string // document
	What    string
	Printed int
	Count   string     // how it is counted, in words
	Value   func() int // the same in numbers
	Remark  string     // why it differs, or what it does not say; or ""
}

// Agrees reports whether the printed number is right.
func (f Figure) Agrees() bool { return f.Printed == f.Value() }

// Figures returns the printed numbers of Shirali et al. and of Thomsen and Rasmussen that are no formula of n.
func Figures() []Figure {
	const schemes, report = "Shirali et al. 2008", "Thomsen and Rasmussen 2023"
	return []Figure{
		{schemes, "Table 2, Bully, messages", 128, "2n with n = 64, the formula of section 2.1", func() int { return 2 * nodes },
			"this is the improved algorithm for one detector; section 2 itself has (n/2)(n/2+1) = 1056 ELECTION and OK messages"},
		{schemes, "Table 2, Bully, latency", 3, "the steps of section 2.1", func() int { return 1 + 1 + 1 }, "section 2 itself has 5"},
		{schemes, "Table 2, Ring, messages", 128, "2n", func() int { return 2 * nodes }, "replies, and messages to the process that is down, are left out"},
		{schemes, "Table 2, Ring, latency", 128, "2n", func() int { return 2 * nodes }, ""},
		{schemes, "Table 2, S(1), messages", 176, "2(L1 + L2) + L2, u = 4", func() int { return sunMessages(2) },
			"u = 4 makes 16 division points, not the 4 of the table; with 4 it would be 140"},
		{schemes, "Table 2, S(1), latency", 64, "3(L1/u) + 2u, u = 4", func() int { return 3*nodes/fanOut + 2*fanOut }, "added wrongly; 44 with 4 division points"},
		{schemes, "Table 2, D(1), messages", 140, "2 L1 + 3u", func() int { return 2*nodes + 3*fanOut }, ""},
		{schemes, "Table 2, D(1), latency", 36, "3 + 2(L1/u)", func() int { return 3 + 2*nodes/fanOut }, "added wrongly"},
		{schemes, "Table 2, S(2), messages", 172, "2(L1 + L2 + L3) + L3", func() int { return sunMessages(3) }, ""},
		{schemes, "Table 2, S(2), latency", 28, "3(L1/u^2) + 4u", func() int { return 3*nodes/(fanOut*fanOut) + 4*fanOut }, ""},
		{schemes, "Table 2, D(2), messages", 176, "2 L1 + 3u^2", func() int { return 2*nodes + 3*fanOut*fanOut }, ""},
		{schemes, "Table 2, D(2), latency", 14, "6 + 2(L1/u^2)", func() int { return 6 + 2*nodes/(fanOut*fanOut) }, ""},
		{schemes, "section 5, L2 for L1 = 128 and u = 4", 64, "L1/u", func() int { return 128 / fanOut }, "and so L3 = 8 and L4 = 2, not 16 and 4; 128 is no power of 4"},
		{report, "printed test, improved, start-up", 13, "3N - 2k with N = 5, k = 1", func() int { return 3*5 - 2*1 }, ""},
		{report, "printed test, original, start-up", 24, "(k-N-1)(k-N) + N - 1 with N = 5, k = 1", func() int { return (1-5-1)*(1-5) + 5 - 1 }, ""},
		{report, "printed test, improved, after the crash of P5", 26, "13, and then 4 ELECTION, 3 OK, 1 YOU_ARE, 1 ELECTION and 4 announcements",
			func() int { return 13 + 4 + 3 + 1 + 1 + 4 }, "announcements go to all others, the process that is down included, against the prose (to lower identities)"},
		{report, "printed test, original, after the crash of P5", 44, "24, and then 10 ELECTION, 6 OK and 4 announcements",
			func() int { return 24 + 10 + 6 + 4 }, "likewise"},
	}
}

// The example of Table 2 of Shirali et al.
const (
	nodes  = 64
	fanOut = 4
)

// sunMessages returns the sum of Shirali et al. for so many rings, of which each has a quarter
// of the processes of the one outside it.
func sunMessages(rings int) int {
	sum, length := 0, nodes
	for range rings {
		sum += 2 * length
		length /= fanOut
	}
	return sum + length*fanOut
}
