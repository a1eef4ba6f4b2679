package afa

import "github.com/interrex/interrex/model"

// The errata, by the constant that names the fix.
const (
	Start  = iota // E1
	Relay         // E2
	Absorb        // E3
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []model.Erratum{
	Start: {
		ID: "E1", Line: 5,
		Printed:   "a process that is woken by a greater ID becomes a candidate, but neither its own UID nor the ID is ever sent: nothing is said of this case",
		Corrected: "it sends EM with its own UID (line 3) and discards the greater ID",
		Breaks:    "elected",
	},
	Relay: {
		ID: "E2", Line: 11,
		Printed:   "the three cases are those of a process in state C: nothing is said of an EM that comes to a process in state D, which may be the least one",
		Corrected: "the first two cases are those of a process in state D too",
		Breaks:    "elected",
	},
	Absorb: {
		ID: "E3", Line: 25,
		Printed:   "every process that receives TM forwards it, the leader too: it travels for ever",
		Corrected: "the leader does not forward its own TM",
		Breaks:    "quiescence",
	},
}

// The readings, by their index in [model.Readings].
const (
	Preparation = iota // R1
	Woken              // R2
	Defeat             // R3
	Terminated         // R4
	Same               // R5
	Direction          // R6
)

// Readings lists the open points of the printed text.
var Readings = []model.Reading{
	Preparation: {
		ID: "R1", Line: 20,
		Question: "is the preparation phase part of the algorithm?",
		Options: []string{
			"no: a process wakes of its own accord",
			"yes: a process is started of its own accord, and wakes when its PING comes back",
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
		Question: "does an update in state C (line 13) make the state D, as the one of line 8 does?",
		Options: []string{
			"yes",
			"no: it stays C",
		},
	},
	Terminated: {
		ID: "R4", Line: 27,
		Question: "what does a process that is done do with a message?",
		Options: []string{
			"it handles it as before: done is a state that is never left, not the end of receiving",
			"nothing: its program has shut down",
		},
	},
	Same: {
		ID: "R5", Line: 14,
		Question: "who becomes the leader when the least known ID comes (with E2)?",
		Options: []string{
			"a process in state C",
			"a process in state C or D: the third case, like the others, is one of both",
		},
	},
	Direction: {
		ID: "R6", Line: 3,
		Question: "which neighbour is \"one of its neighbours\", and which process is \"the next\"?",
		Options: []string{
			"all processes send the same way around (the \"right node\" of the implementation)",
			"each process starts either way; a message goes on the way it came",
			"each process has one of its neighbours as its next, and sends everything there",
		},
	},
}
