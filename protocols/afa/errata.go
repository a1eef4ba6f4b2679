package afa

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Start  = iota // E1
	Relay         // E2
	Absorb        // E3
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Start: {
		ID: "E1", Line: 5,
		Printed:   "a process that is woken by a greater ID becomes a candidate, but sends neither its own UID nor the ID: the text has no case for this",
		Corrected: "it sends EM with its own UID (line 3) and discards the greater ID",
		Breaks:    "elected",
	},
	Relay: {
		ID: "E2", Line: 11,
		Printed:   "the three cases are those of a process in state C: the text has no case for an EM that comes to a process in state D, and that EM may have the least ID",
		Corrected: "the first two cases are those of a process in state D too",
		Breaks:    "elected",
	},
	Absorb: {
		ID: "E3", Line: 25,
		Printed:   "every process that receives TM forwards it, including the leader: it travels for ever",
		Corrected: "the leader does not forward its own TM",
		Breaks:    "quiescence",
	},
}

// The readings, by their index in [errata.Readings].
const (
	Preparation = iota // R1
	Woken              // R2
	Defeat             // R3
	Terminated         // R4
	Same               // R5
	Direction          // R6
	Late               // R7
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Preparation: {
		ID: "R1", Line: 20,
		Question: "is the preparation phase part of the algorithm?",
		Options: []string{
			"no: a process wakes by itself",
			"yes: a process is started by itself, and wakes when its PING comes back",
		},
	},
	Woken: {
		ID: "R2", Line: 5,
		Question: "does a process that is woken by a message wake up in the sense of line 2?",
		Options: []string{
			"no: lines 5-10 stand alone",
			"yes: it sends its own UID, and then handles the message like a process in state C",
		},
	},
	Defeat: {
		ID: "R3", Line: 10,
		Question: "does an update in state C (line 13) change the state to D, as that of line 8 does?",
		Options: []string{
			"yes",
			"no: it stays C",
		},
	},
	Terminated: {
		ID: "R4", Line: 27,
		Question: "how does a process that is done handle a message?",
		Options: []string{
			"as before: it stays done, but still receives",
			"not at all: its program has shut down",
			"not at all, and the process that has sent it is told of the error, whose program then ends too, if it has not yet",
		},
	},
	Same: {
		ID: "R5", Line: 14,
		Question: "who becomes the leader when the least known ID comes (with E2)?",
		Options: []string{
			"a process in state C",
			"a process in state C or D: like the others, the third case is for both",
		},
	},
	Direction: {
		ID: "R6", Line: 3,
		Question: "which neighbour is \"one of its neighbours\", and which process is \"the next\"?",
		Options: []string{
			"all processes send the same way around (the \"right node\" of the implementation)",
			"each process starts either way; a message goes on the way it came",
			"each process chooses one neighbour as its next, and sends everything there",
		},
	},
	Late: {
		ID: "R7", Line: 2,
		Question: "does a process that a message has woken start the algorithm later, by itself or when its PING comes back?",
		Options: []string{
			"no: it is awake",
			"yes: it sends EM with its UID and its state becomes C; it still knows the least ID that has come",
			"yes: it begins anew, and the least ID that it knows is its own UID again",
		},
	},
}
