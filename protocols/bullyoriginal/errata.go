package bullyoriginal

import "github.com/interrex/interrex/model"

// The errata, by the constant that names the fix.
const (
	Wait  = iota // E1
	Stale        // E2
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []model.Erratum{
	Wait: {
		ID: "E1", Line: 7,
		Printed:   "in WAITING_FOR_COORDINATOR the tick does nothing: if whoever has answered OK crashes before it announces itself, the process waits for ever",
		Corrected: "the process watches the greatest process that has answered OK, as it watches a coordinator: if that has crashed it starts an election again",
		Breaks:    "elected",
		Faults:    model.Faults{Crash: 1},
	},
	Stale: {
		ID: "E2", Line: 15,
		Printed:   "an OK is counted in whatever state it comes, and only line 15 sets the count back: one that comes late is taken for an answer in the next election, and the process waits for a coordinator that there is not",
		Corrected: "an election starts with oks = 0",
		Breaks:    "decided",
		Faults:    model.Faults{Crash: 1},
	},
}

// The readings, by their index in [model.Readings].
const (
	Greatest  = iota // R1
	Underway         // R2
	Whom             // R3
	Passes           // R4
	Initiator        // R5
)

// Readings lists the open points of the printed text.
var Readings = []model.Reading{
	Greatest: {
		ID: "R1", Line: 23,
		Question: "what does the process with the highest identity do when it starts an election?",
		Options: []string{
			"the same as the others: it waits for OKs until the time is over; lines 8-10 then never do anything",
			"it is COORDINATOR at once, and the next tick announces it (lines 8-10)",
		},
	},
	Underway: {
		ID: "R2", Line: 31,
		Question: "when does a process that receives ELECTION commence its own election?",
		Options: []string{
			"when it is not in one: in NORMAL and in COORDINATOR",
			"always, also when it has sent ELECTION already and waits",
			"in NORMAL only: the state diagram has no way from COORDINATOR but to DEAD (line 35)",
		},
	},
	Whom: {
		ID: "R3", Line: 26,
		Question: "to whom are the coordinator messages sent?",
		Options: []string{
			"to the processes with lower identities",
			"to all others, as the printed numbers of messages have it (line 39)",
		},
	},
	Passes: {
		ID: "R4", Line: 26,
		Question: "what does a process do that has received an OK when time T passes?",
		Options: []string{
			"it drops out: lines 14 and 17 look at the OKs first",
			"it becomes coordinator: \"does not receive any OKs or time T passes\"",
		},
	},
	Initiator: {
		ID: "R5", Line: 23,
		Question: "who initiates an election where there has been no coordinator yet?",
		Options: []string{
			"sooner or later whoever knows of none: none responds",
			"nobody need do so: start_election is called from outside, as in the tests of the document",
		},
	},
}
