package dividedsun

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Again   = iota // E1
	Whole          // E2
	Early          // E3
	Stop           // E4
	Collect        // E5
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Again: {
		ID: "E1", Line: 8,
		Printed:   "a point that has sent election in the main ring sends none into its subring when it is told to divide; the message that it has sent may have passed the next point, which then waits for another",
		Corrected: "each D_i wheels election in its subring, whatever it has sent before",
		Breaks:    "elected",
	},
	Whole: {
		ID: "E2", Line: 11,
		Printed:   "a D_i gives the information of any election message; one that was started inside its subring does not have the numbers between the D_i before and the process that has started it",
		Corrected: "it gives the result that the sun of its subring has collected; it kills the other messages",
		Breaks:    "validity",
		Needs:     errata.Fix(Again, Stop),
	},
	Early: {
		ID: "E3", Line: 11,
		Printed:   "if election comes from a D_i to a point before divide does, the point is no D_i yet and passes the message on; nothing else comes out of its subring",
		Corrected: "it keeps the information of such a message, and gives it when it is told to divide",
		Breaks:    "elected",
		Needs:     errata.Fix(Again),
	},
	Stop: {
		ID: "E4", Line: 14,
		Printed:   "the text does not say that coordinator is killed, neither where a subring ends nor when it is back: it goes round for ever",
		Corrected: "it is killed at the end of each subring, by each D_i and by the process that sent it first",
		Breaks:    "quiescence",
	},
	Collect: {
		ID: "E5", Line: 10,
		Printed:   "in Sun the informer sends M-coordinator when election is back; here a D_i wheels election into a subring, and it comes to the next D_i: it is never back, and the results that end at the P_m's in between are not collected",
		Corrected: "each D_i sends M-coordinator after its election in the ring of P_m's, and the next D_i gives its information when that and the end of the last subring have come",
		Breaks:    "validity",
		Needs:     errata.Fix(Stop),
	},
}
