package sun

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Compare = iota // E1
	Stop           // E2
	Yield          // E3
	Late           // E4
	Inner          // E5
)

// Errata lists where the printed algorithm violates its claims.
// Those that break validity need the fix of E2: where a message goes round for
// ever there is no end, and validity says nothing.
var Errata = []errata.Erratum{
	Compare: {
		ID: "E1", Line: 15,
		Printed:   "the informer sends M-coordinator with its own number and takes ring-biggest from it when it is back: neither contains the numbers of the subring that ends at the informer",
		Corrected: "the informer, like any P_m in line 13, waits for the end of its subring and compares before it chooses",
		Breaks:    "validity",
		Needs:     errata.Fix(Stop),
	},
	Stop: {
		ID: "E2", Line: 16,
		Printed:   "the text says which process kills each message except coordinator: coordinator goes round the ring of P_m's for ever, and out of each subring into the next",
		Corrected: "the informer kills it when it is back, as it does with the others, and each P_m kills the one that comes out of a subring",
		Breaks:    "quiescence",
	},
	Yield: {
		ID: "E3", Line: 19,
		Printed:   "each informer kills the messages of the others: of two informers neither gets its election back, and no process sends M-coordinator",
		Corrected: "it kills only those of smaller informers; it passes that of a bigger one on and is no longer an informer",
		Breaks:    "elected",
	},
	Late: {
		ID: "E4", Line: 3,
		Printed:   "any election message from the ring makes a P_m an informer, even one that has passed on the election of another: that one's M-coordinator, which does not say whose it is, then ends at the wrong informer",
		Corrected: "a P_m that takes part in an election also kills the message of a process that has detected the crash",
		Breaks:    "validity",
		Needs:     errata.Fix(Stop, Yield),
	},
	Inner: {
		ID: "E5", Line: 25,
		Printed:   "in Sun(n), n > 1, M-coordinator is wheeled in the innermost ring only: the results that end at a process on an inner ring, but not on the innermost one, are never collected",
		Corrected: "a process that sends election into a subring of an inner ring sends M-coordinator after it, which takes the biggest number to the end of that subring",
		Breaks:    "validity",
		Needs:     errata.Fix(Stop),
	},
}

// The readings, by their index in [errata.Readings].
const (
	Once       = iota // R1
	Apart             // R2
	Centre            // R3
	Aware             // R4
	Everywhere        // R5
	Each              // R6
	Itself            // R7
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Once: {
		ID: "R1", Line: 5,
		Question: "which election messages does a P_m start to wheel in its subring?",
		Options: []string{
			"the first one that it receives from the ring, where it begins an election, or from the ring of P_m's",
			"every one of those",
		},
	},
	Apart: {
		ID: "R2", Line: 3,
		Question: "how does a P_m know that it is the first to have received election?",
		Options: []string{
			"the message carries a starter, and no biggest number",
			"it has received none before: then one that comes out of a subring makes it the informer too",
		},
	},
	Centre: {
		ID: "R3", Line: 2,
		Question: "what does a P_m that detects the crash itself do?",
		Options: []string{
			"the same as any process: it sends election around the ring, to the next P_m",
			"it is the informer at once",
		},
	},
	Aware: {
		ID: "R4", Line: 1,
		Question: "does a process that has seen an election message detect the crash?",
		Options: []string{
			"no, it knows of it",
			"yes, until it knows the new coordinator",
		},
	},
	Everywhere: {
		ID: "R5", Line: 8,
		Question: "when has election returned to the informer, after wheeling in all of the rings?",
		Options: []string{
			"when it is back on the ring of P_m's",
			"when it has come out of the informer's subring too",
		},
	},
	Each: {
		ID: "R6", Line: 17,
		Question: "which coordinator messages does a P_m wheel into its subring?",
		Options: []string{
			"the first one that comes from the ring of P_m's",
			"every one of those (without E2 there are more and more of them)",
		},
	},
	Itself: {
		ID: "R7", Line: 5,
		Question: "when does the informer wheel election in its own subring?",
		Options: []string{
			"when it begins to wheel it in the ring of the P_m's",
			"when that returns: only then has it received election as a P_m",
		},
	},
}
