package sun

import "github.com/interrex/interrex/model"

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
var Errata = []model.Erratum{
	Compare: {
		ID: "E1", Line: 15,
		Printed:   "the informer has begun M-coordinator with its own number and gets ring-biggest from it when it is back: the numbers of the subring that ends at the informer are in none of the two",
		Corrected: "the informer, like any P_m in line 13, waits for the end of its subring and compares before it chooses",
		Breaks:    "validity",
		Needs:     model.Fix(Stop),
	},
	Stop: {
		ID: "E2", Line: 16,
		Printed:   "for each message but coordinator it is said who kills it: coordinator goes round the ring of P_m's for ever",
		Corrected: "the informer kills it when it is back, as it does with the others",
		Breaks:    "quiescence",
	},
	Yield: {
		ID: "E3", Line: 19,
		Printed:   "each informer kills the messages of the others: of two informers neither gets its election back, and nobody begins M-coordinator",
		Corrected: "it kills those of smaller informers only; it lets that of a bigger one pass and is no informer any more",
		Breaks:    "elected",
	},
	Late: {
		ID: "E4", Line: 3,
		Printed:   "any election message from the ring makes a P_m an informer, even one that has passed on the election of another: that one's M-coordinator, which does not say whose it is, then ends at the wrong informer",
		Corrected: "a P_m that takes part in an election kills the message of a process that has detected the crash too",
		Breaks:    "validity",
		Needs:     model.Fix(Stop, Yield),
	},
	Inner: {
		ID: "E5", Line: 25,
		Printed:   "in Sun(n), n > 1, M-coordinator is wheeled in the innermost ring only: what ends at a process that is on an inner ring, but not on the innermost one, is never collected",
		Corrected: "whoever sends election into a subring of an inner ring sends M-coordinator after it, which takes the biggest number to the end of that subring",
		Breaks:    "validity",
		Needs:     model.Fix(Stop),
	},
}

// The readings, by their index in [model.Readings].
const (
	Once       = iota // R1
	Apart             // R2
	Centre            // R3
	Aware             // R4
	Everywhere        // R5
)

// Readings lists the open points of the printed text.
var Readings = []model.Reading{
	Once: {
		ID: "R1", Line: 5,
		Question: "which election messages does a P_m start to wheel in its subring?",
		Options: []string{
			"the first one that it receives from the ring, where it begins an election, or from the ring of P_m's",
			"each of those",
		},
	},
	Apart: {
		ID: "R2", Line: 3,
		Question: "how does a P_m know that it is the first one that has received election?",
		Options: []string{
			"the message carries a starter, and no biggest number",
			"it has received none before: one that comes out of a subring makes it the informer too",
		},
	},
	Centre: {
		ID: "R3", Line: 2,
		Question: "what does a P_m do that detects the crash itself?",
		Options: []string{
			"what any process does: it sends election around the ring, to the next P_m",
			"it is the informer at once",
		},
	},
	Aware: {
		ID: "R4", Line: 1,
		Question: "does a process detect the crash that has seen an election message?",
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
}
