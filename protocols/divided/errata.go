package divided

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Again = iota // E1
	Whole        // E2
	Early        // E3
	Stop         // E4
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Again: {
		ID: "E1", Line: 9,
		Printed:   "a point that has sent election in the main ring sends none into its subring when it is told to divide; the message that it has sent may have passed the next point, which then waits for another",
		Corrected: "each D_i wheels election in its subring, whatever it has sent before",
		Breaks:    "elected",
	},
	Whole: {
		ID: "E2", Line: 11,
		Printed:   "a D_i gives the information of any election message; one that was started inside its subring does not have the numbers between the D_i before and the process that has started it",
		Corrected: "it gives the information of the message that the D_i before has wheeled when told to divide; it kills the others",
		Breaks:    "validity",
		Needs:     errata.Fix(Again, Stop),
	},
	Early: {
		ID: "E3", Line: 10,
		Printed:   "if election comes from a D_i to a point before divide does, the point is no D_i yet and passes the message on; nothing else comes out of its subring",
		Corrected: "it keeps the information of such a message, and gives it when it is told to divide",
		Breaks:    "elected",
		Needs:     errata.Fix(Again),
	},
	Stop: {
		ID: "E4", Line: 14,
		Printed:   "the text does not say that coordinator is killed, neither where the next subring begins nor when it is back: it goes round for ever",
		Corrected: "each D_i kills it when it comes in the ring, and so does the process that sent it first",
		Breaks:    "quiescence",
	},
}

// The readings, by their index in [errata.Readings].
const (
	Rivals  = iota // R1
	Aware          // R2
	Replies        // R3
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Rivals: {
		ID: "R1", Line: 17,
		Question: "in the main ring election is wheeled like in the original ring algorithm: do its rules for several detections hold too?",
		Options: []string{
			"no: section 6 has none",
			"yes: a process that has detected the crash kills the messages of smaller ones, including those of the points",
			"yes, and the sender of a message is the process that it comes from",
			"yes, but not for the messages that points wheel when told to divide",
		},
	},
	Aware: {
		ID: "R2", Line: 1,
		Question: "does a process that has seen an election message detect the crash?",
		Options: []string{
			"no, it knows of it",
			"yes, until it knows the new coordinator",
		},
	},
	Replies: {
		ID: "R3", Line: 8,
		Question: "when has the informer received more than one reply?",
		Options: []string{
			"when every point has replied or is known to be down, and more than one has replied",
			"with the second reply: divide is sent to the two, and a later reply changes nothing",
			"with the second reply: divide is sent to the two, and to every other point when it replies",
		},
	},
}
