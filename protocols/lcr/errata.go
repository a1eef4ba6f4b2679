package lcr

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Terminate = iota // E1
	Name             // E2
	Absorb           // E3
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Terminate: {
		ID: "E1", Line: 6,
		Printed:   "the processor that receives its own identity elects itself and does nothing else",
		Corrected: "it also sends a termination message to the left and terminates (line 10); a processor that receives the message passes it on and terminates (line 12)",
		Breaks:    "halted",
	},
	Name: {
		ID: "E2", Line: 10,
		Printed:   "the termination message says that there is a leader, but does not name it",
		Corrected: "the termination message carries the identity of the leader",
		Breaks:    "known",
		Needs:     errata.Fix(Terminate),
	},
	Absorb: {
		ID: "E3", Line: 12,
		Printed:   "every processor that receives a termination message passes it on and terminates as a non-leader, including the leader: the leader is demoted, and the message travels for ever",
		Corrected: "the leader does nothing with its own termination message",
		Breaks:    "irrevocability",
		Needs:     errata.Fix(Terminate),
	},
}

// The readings, by their index in [errata.Readings].
const (
	Woken      = iota // R1
	Losing            // R2
	Terminated        // R3
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Woken: {
		ID: "R1", Line: 9,
		Question: "how does a processor handle a message that comes before it has sent its own identity?",
		Options: []string{
			"it first sends its own identity, then handles the message",
			"it handles the message, and may send its own identity later or never",
			"it is a relay: it passes on every identity and never sends its own",
		},
	},
	Losing: {
		ID: "R2", Line: 4,
		Question: "when has a processor lost?",
		Options: []string{
			"when it passes on a greater identity",
			"when it terminates as a non-leader",
		},
	},
	Terminated: {
		ID: "R3", Line: 12,
		Question: "how does a processor that has terminated handle a message?",
		Options: []string{
			"as before: it stays terminated, but still receives",
			"nothing",
		},
	},
}
