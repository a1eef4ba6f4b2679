package catalogue

func misraPassages() []Passage {
	const (
		none = "out of scope: "
		lcr  = "([lcr](quantities.md#lcr))"
		hs   = "([hs](quantities.md#hs))"
	)
	return []Passage{
		{1, 21, "title, preface", none + "names, contents", ""},
		{22, 25, "the problem: exactly one processor decides to be the leader", "implemented: properties `uniqueness`, `elected`, `decided`", ""},
		{26, 28, "symmetry breaking, an example with a deadlock", none + "motivation", ""},
		{29, 36, "Leader Election: Definition", "implemented: properties `irrevocability`, `decided`, `uniqueness`", "anonymous 5-6"},
		{37, 43, "uses of leader election", none + "the uses of a leader, not its election", ""},
		{44, 55, "Definition (1), oriented rings, with a picture", "implemented: topologies `ring` and `unidirectional-ring`; left is port 0", ""},
		{56, 60, "Definition (2), anonymous rings", "", "anonymous 1"},
		{61, 68, "Definition (3), uniform algorithms", "", "anonymous 7-8"},
		{69, 74, "Theorem: no leader election on anonymous rings, not even non-uniform or synchronous", "confirmed: its proof, executed, as in the next row; and `protocols/anonymous` searches all small algorithms", "anonymous 9"},
		{75, 81, "its proof sketch", "confirmed: `symmetric`, the invariant of the proof, holds for n = 2 to 6", "anonymous 2-4, 10-12"},
		{82, 88, "consequences of the theorem", "confirmed: with all awake the algorithm of the entry violates `uniqueness`; an asynchronous execution may be that of lockstep", "anonymous 13-14"},
		{89, 95, "Rings with Identifiers: indices and identities", "implemented: identities are positive numbers here, the document also has 0; no algorithm sees an index", ""},
		{96, 103, "Specifying a Ring, the example 3, 37, 19, 4, 25, with a picture", "implemented: arrangements are listed up to rotation, from the greatest identity instead of the smallest", ""},
		{104, 109, "uniform and non-uniform algorithms with identities", "implemented: only an algorithm whose `Needs` ask for n sees it; `lowerbound` says which are not uniform", ""},
		{110, 122, "the LCR algorithm", "", "lcr 1-8"},
		{123, 128, "correctness: the greatest identity passes every processor", "confirmed: `elected` and `validity` hold, n = 2 to 6", "lcr 13"},
		{129, 130, "time O(n)", "quantity: 2n rounds " + lcr, ""},
		{131, 136, "message complexity: how far identities travel", "quantity: by arrangement, with the average case " + lcr, ""},
		{137, 146, "the worst arrangement: decreasing", "quantity: it is the worst " + lcr, ""},
		{147, 150, "n + (n-1) + ... + 1", "quantity: the greatest number, without termination messages " + lcr, ""},
		{151, 154, "an execution with Θ(n^2) messages, n termination messages", "quantity: the greatest number has n of them " + lcr, "lcr 14"},
		{155, 157, "n + sum of (i+1) = Θ(n^2)", "quantity: exactly the greatest number " + lcr, ""},
		{158, 161, "Fig. 3.2", "quantity: the arrangement 0..n-1; its picture is not in the copy", ""},
		{162, 170, "can we use fewer messages?", none + "motivation", ""},
		{171, 174, "the HS algorithm, heading", none + "a heading", ""},
		{175, 175, "the k-neighbourhood has exactly 2k+1 processors", "refuted: only if 2k+1 <= n; in the last phases of any ring it is more than there are", ""},
		{176, 177, "phases and winners", "", "hs 18"},
		{178, 185, "phase 0", "implemented: hs 1-17 with k = 0", ""},
		{186, 190, "phase k: probes", "", "hs 19"},
		{191, 192, "phase k: replies, the leader, its termination message", "", "hs 20-21"},
		{193, 194, "Algorithm 5, heading", none + "a heading", ""},
		{195, 196, "Algorithm 5, initially asleep", "", "hs 16"},
		{197, 217, "Algorithm 5, lines 1-15", "", "hs 1-15, 17"},
		{218, 223, "the paragraphs below Algorithm 5: phases, termination, correctness", "", "hs 22-24"},
		{224, 238, "the algorithm again, in short, with a picture", "implemented: nothing that Algorithm 5 does not have; the picture is not in the copy", ""},
		{239, 242, "correctness", "confirmed: every property, n = 2 to 6 with E1 and E2", ""},
		{243, 248, "at most 4 * 2^k messages of a processor in phase k", "quantity: a part of the bound below " + hs, ""},
		{249, 263, "at most n/(2^(k-1) + 1) winners of phase k-1, with a picture", "quantity: a part of the bound below " + hs, ""},
		{264, 271, "the phases: the greatest is ceil(log(n-1)) + 1", "quantity: a part of the bound below " + hs, ""},
		{272, 283, "4n + n + sum < 8n(log n + 2) + 5n = O(n log n)", "quantity: the measured worst cases are below it " + hs, ""},
		{284, 290, "can we do better? Not in the asynchronous model", "implemented: franklin, dkr and peterson, with fewer by a constant factor", ""},
		{291, 296, "Theorem: any asynchronous algorithm for rings of unknown size takes Ω(n log n) messages, unidirectional ones too", "confirmed: the construction of its proof, [executed](lowerbound.md)", ""},
		{297, 297, "LCR and HS are comparison-based", "confirmed: with other identities in the same order every round is the same ([tested](lowerbound.md#the-synchronous-bound))", ""},
		{298, 299, "O(n) messages in synchronous networks, not comparison-based and with unbounded time", "", "timeslice 1; variablespeeds 1"},
		{300, 305, "Overview: Θ(n log n) for asynchronous rings", "confirmed: as the theorem above; franklin, dkr, peterson and hs are that good ([experiments](experiments.md#every-algorithm))", ""},
		{306, 307, "Overview: Θ(n) for synchronous rings under certain conditions", "", "timeslice 2; variablespeeds 2"},
		{308, 310, "Overview: otherwise Θ(n log n) for synchronous rings; all bounds are tight", "confirmed: n(log2 n + 1)/2 messages on the bit-reversal ring, [counted](lowerbound.md#the-synchronous-bound); lcr takes exactly so many there, and 3n/2 more to tell all", ""},
		{311, 314, "conclusion", none + "contents", ""},
	}
}
