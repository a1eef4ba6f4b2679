package singh

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Last     = iota // E1
	Shape           // E2
	Lonely          // E3
	Extra           // E4
	Told            // E5
	Range           // E6
	Modulo          // E7
	Count           // E8
	Indent          // E9
	Announce        // E10
	Distance        // E11
	Own             // E12
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Last: {
		ID: "E1", Line: 3,
		Printed:   "OWNER is sent if level <= n/k, which holds at once: no process is ever captured in the first phase, and two candidates of one subring wait for each other's ACK",
		Corrected: "OWNER is sent if level >= n/k - 1, when all other processes of the subring have been captured",
		Breaks:    "elected",
	},
	Shape: {
		ID: "E2", Line: 14,
		Printed:   "a candidate that is captured in the first phase answers ACCEPT(level), which no case takes (ACCEPT(2) would even be that of the second phase): the process that has captured it waits for ever",
		Corrected: "it answers ACCEPT(1, level)",
		Breaks:    "elected",
	},
	Lonely: {
		ID: "E3", Line: 19,
		Printed:   "the second phase starts when the ACK number n/k - 1 arrives; with n/k = 1 no process sends any",
		Corrected: "a candidate that has no other process in its subring starts the second phase at once",
		Breaks:    "elected",
	},
	Extra: {
		ID: "E4", Line: 22,
		Printed:   "a candidate of the first phase that is captured by one of the second answers ACCEPT(2, i), which no case takes",
		Corrected: "it answers ACCEPT(2)",
		Breaks:    "elected",
	},
	Told: {
		ID: "E5", Line: 24,
		Printed:   "a candidate that is told ELECTED becomes captured, and waits to be told again (line 50)",
		Corrected: "it knows the leader and is done",
		Breaks:    "halted",
		Needs:     errata.Fix(Announce),
	},
	Range: {
		ID: "E6", Line: 30,
		Printed:   "step s asks the processes at the multiples of k/2^s up to 2^(s-1) - 1 times it: none in step 1, and in every step too few for the 2^(s-1) answers of line 44",
		Corrected: "it asks the 2^(s-1) processes at the odd multiples up to 2^s - 1 times it",
		Breaks:    "elected",
	},
	Modulo: {
		ID: "E7", Line: 41,
		Printed:   "the distance e + x of an owner may be n or more if n is not a power of 2: there is no such edge",
		Corrected: "the distance is e + x mod n",
		Breaks:    "well-formed",
	},
	Count: {
		ID: "E8", Line: 44,
		Printed:   "2^(step-1) answers end a step; if n is not a power of 2, twice as many may be asked (lines 85-86), and a candidate goes on without those that know of another one; or none is asked, and no answer ends the step",
		Corrected: "a step ends when all processes asked in it have answered; if none is asked, the next step begins at once, and after the last step the process is elected",
		Breaks:    "elected",
		Needs:     errata.Fix(Range),
	},
	Indent: {
		ID: "E9", Line: 46,
		Printed:   "line 46 belongs to every ACCEPT(2): one that does not end the step sets Received, so the process asks for the same step again and forgets its answers, for ever",
		Corrected: "line 46 belongs to line 44, like line 45",
		Breaks:    "elected",
	},
	Announce: {
		ID: "E10", Line: 46,
		Printed:   "the leader tells no other process: no line sends ELECTED",
		Corrected: "the leader sends ELECTED(j) to all others (line 81)",
		Breaks:    "known",
	},
	Distance: {
		ID: "E11", Line: 65,
		Printed:   "owner becomes the position of the owner in the list Cycle; then INFORM names a distance from no process, and position 0 means that there is no owner. A process does not know the position of an identity either (R10)",
		Corrected: "owner becomes e, the distance to the sender of OWNER (line 80)",
		Breaks:    "elected",
	},
	Own: {
		ID: "E12", Line: 85,
		Printed:   "a candidate also asks processes of its own subring, which answer that it should ask itself",
		Corrected: "it does not ask processes again that it has captured in the first phase",
		Breaks:    "elected",
	},
}

// The readings, by their index in [errata.Readings].
const (
	Self      = iota // R1
	Ends             // R2
	When             // R3
	Receivers        // R4
	Multiples        // R5
	First            // R6
	Empty            // R7
	Nobody           // R8
	Between          // R9
	Place            // R10
	Beside           // R11
	Inside           // R12
	Whole            // R13
	Equal            // R14
	Tail             // R15
	Backwards        // R16
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Self: {
		ID: "R1", Line: 4,
		Question: "OWNER is sent to all nodes in the subring: also to the sender?",
		Options:  []string{"no", "yes, and the sender ignores it", "yes, and the sender acknowledges it and counts that"},
	},
	Ends: {
		ID: "R2", Line: 78,
		Question: "where does the subring end if k does not divide n?",
		Options: []string{
			"before n: with the last multiple of k that is less than n",
			"at n - k: with the last multiple of k that is at most n - k",
		},
	},
	When: {
		ID: "R3", Line: 84,
		Question: "when does a candidate send OWNER if n is not a power of 2?",
		Options: []string{
			"when it has captured those of line 83 as well",
			"when it has captured its subring; those of line 83 come after the last ACK",
		},
	},
	Receivers: {
		ID: "R4", Line: 4,
		Question: "which processes get OWNER, and must acknowledge it, if n is not a power of 2?",
		Options: []string{
			"the subring",
			"the subring and those of line 83",
			"the subring and those of line 83, but n/k - 1 acknowledgements are enough, as in line 19",
		},
	},
	Multiples: {
		ID: "R5", Line: 85,
		Question: "which multiples of k/2^l are meant?",
		Options: []string{
			"the odd ones less than k, as in line 30: the others have been asked before",
			"all that are less than k",
			"all that are less than n",
		},
	},
	First: {
		ID: "R6", Line: 53,
		Question: "which is the first message received?",
		Options: []string{
			"the first of all: the process has not woken up yet",
			"the first in this loop: also in a candidate that has been captured",
		},
	},
	Empty: {
		ID: "R7", Line: 30,
		Question: "whom does the list j[k/2], ..., j[0], printed for step 1, name (without E6)?",
		Options:  []string{"no process: its end comes before its beginning", "its beginning j[k/2]"},
	},
	Nobody: {
		ID: "R8", Line: 44,
		Question: "what does a candidate do in a step that asks no process (without E8)?",
		Options: []string{
			"it waits: no line says otherwise",
			"the next step begins at once, and after the last one it is elected, as section 3 of the document reports of its program",
		},
	},
	Between: {
		ID: "R9", Line: 30,
		Question: "which processes does \"...\" name, from k/2^step on?",
		Options: []string{
			"those at the odd multiples of k/2^step: the others have been asked in the steps before",
			"those at every multiple of k/2^step that is less than k",
			"those at every multiple of k/2^step that is less than n, as line 85 may be read",
		},
	},
	Place: {
		ID: "R10", Line: 65,
		Question: "what does owner become (without E11)?",
		Options: []string{
			"the position of i in the list Cycle, which begins with the greatest identity",
			"the same, but Cycle begins with the second greatest identity",
			"the same, but Cycle begins with the least identity",
			"i itself, as section 3 of the document reports of the paper that it implements",
			"the distance from the process itself to i, as section 3 of the document explains its repair",
		},
	},
	Beside: {
		ID: "R11", Line: 45,
		Question: "does line 45 belong to the if of line 44?",
		Options: []string{
			"yes",
			"no: it is indented less, as section 3 of the document reports of the paper, and so is line 46; every ACCEPT(2) ends a step",
		},
	},
	Inside: {
		ID: "R12", Line: 56,
		Question: "do lines 56-75 belong to the if of line 53?",
		Options: []string{
			"no",
			"yes: they are indented more, as section 3 of the document reports of the paper; a process handles the first message only",
		},
	},
	Whole: {
		ID: "R13", Line: 6,
		Question: "does a candidate send CAPTURE to itself, as one of its subring?",
		Options: []string{
			"no",
			"yes, after the others, and it ignores that: its pair is not less than itself (line 13)",
		},
	},
	Equal: {
		ID: "R14", Line: 19,
		Question: "does Response = n/k - 1 mean that it is equal?",
		Options: []string{
			"yes",
			"it is equal or greater, for section 3 of the document reports that == was turned into >=",
		},
	},
	Tail: {
		ID: "R15", Line: 83,
		Question: "how does a candidate capture those in whose subring it is?",
		Options: []string{
			"it asks all at once, and each answer counts as one",
			"one after another, as the tail of the list of its subring; ACCEPT(1, l) skips l of the list, as section 3 of the document reports of its program",
			"the same, but what a process of its subring has captured skips none of the tail, as section 3 of the document reports of the repair",
		},
	},
	Backwards: {
		ID: "R16", Line: 92,
		Question: "in which order are those of line 83 in that tail (R15=b and R15=c)?",
		Options: []string{
			"by their distance to the candidate, the nearest first: i is in R_j as j[k], then as j[2k], and so on",
			"the farthest first, as they follow on the cycle",
		},
	},
}
