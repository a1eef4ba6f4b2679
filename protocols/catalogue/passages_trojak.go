package catalogue

func trojakPassages() []Passage {
	const (
		none  = "out of scope: "
		table = "[experiments](experiments.md#afa-table-1-of-troják)"
	)
	return []Passage{
		{1, 20, "title, I. introduction, A. overview", none + "names, motivation, contents", ""},
		{21, 24, "I.B, linked computation nodes", "implemented: a network", ""},
		{25, 34, "I.B, axioms CN, BL, TR: connected, bidirectional, reliable", "implemented: the network of afa is a ring without faults; [assumptions](algorithms/afa.md#assumptions) has the claims that fail with them", ""},
		{35, 36, "I.B, all nodes execute the same code", "implemented: one algorithm for all processes", ""},
		{37, 42, "II, not solvable under these axioms: symmetry", "confirmed: anonymous, the impossibility of Misra", ""},
		{43, 50, "II, unique identifiers", "implemented: identities", ""},
		{51, 54, "III, AFA in short", "implemented: afa 1-18", ""},
		{55, 56, "III, AFA improves on All-Way-Around", "", "afa 19; awe 1-2"},
		{57, 63, "III.A, the messages EM and TM", "implemented: the messages of afa", ""},
		{64, 69, "III.A, the states C, D, E", "implemented: the stages of afa; E is called L where it is entered", ""},
		{70, 71, "III.A, waking up", "", "afa 1-7"},
		{72, 89, "Code 1, the gRPC service", none + "gRPC; its three calls are the messages EM, TM and PING", ""},
		{90, 91, "III.A, the update", "", "afa 8-10"},
		{92, 94, "III.A, in state C: greater", "", "afa 11-12"},
		{95, 95, "III.A, in state C: smaller", "", "afa 13"},
		{96, 97, "III.A, in state C: the same", "", "afa 14"},
		{98, 99, "III.A, the leader and its broadcast", "confirmed: with the errata `elected`, `validity` and `known` hold, n = 2 to 6", "afa 15-18"},
		{100, 105, "III.A, MC <= n + (1 + ... + n) = n(n+3)/2", "confirmed: the greatest number is exactly this ([afa](quantities.md#afa)); with PINGs (R1=b) there are n more for each process that starts", "afa 28"},
		{106, 109, "IV, gRPC and Go", none + "their program is not printed", ""},
		{110, 113, "IV.A, Ping only tests the topology", "reading: afa R1", ""},
		{114, 117, "IV.B, the starting phase", "", "afa 20-24"},
		{118, 146, "IV.C and Code 2, the structure Server with rightNode and lowestKnownId", "reading: afa R6, which neighbour is the next; the fields are those of the local state", ""},
		{147, 150, "IV.D, termination", "", "afa 25-27"},
		{151, 171, "Table 1, numbers of EM for 10 to 29 nodes", "quantity: it fits no one share of starters (" + table + ")", "afa 29"},
		{172, 174, "Table 1, its last row and caption", "quantity: as above", ""},
		{175, 178, "IV.E, threads", none + "their program is not printed", ""},
		{179, 182, "V, 4096 topologies, all tests passed", "confirmed: the corrected algorithm, over every execution of up to 6 processes; as printed it fails (E1 to E3)", ""},
		{183, 184, "V, where the topologies are", none + "they are not in the document", ""},
		{185, 214, "abbreviations, references", none + "see the [bibliography](bibliography.md)", ""},
	}
}
