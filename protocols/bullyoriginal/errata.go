package bullyoriginal

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// The errata, by the constant that names the fix.
const (
	Wait  = iota // E1
	Stale        // E2
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Wait: {
		ID: "E1", Line: 7,
		Printed:   "in WAITING_FOR_COORDINATOR the tick does nothing: if the process that has answered OK crashes before it announces itself, the other one waits for ever",
		Corrected: "the process watches the greatest process that has answered OK, as it watches a coordinator: if that has crashed it starts an election again",
		Breaks:    "elected",
		Faults:    model.Faults{Crash: 1},
	},
	Stale: {
		ID: "E2", Line: 15,
		Printed:   "an OK is counted in every state, and only line 15 resets the count: a late OK counts as an answer in the next election, and the process waits for a coordinator that does not exist",
		Corrected: "an election starts with oks = 0",
		Breaks:    "decided",
		Faults:    model.Faults{Crash: 1},
	},
}

// The readings, by their index in [errata.Readings].
const (
	Greatest  = iota // R1
	Underway         // R2
	Whom             // R3
	Passes           // R4
	Initiator        // R5
	Flag             // R6
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Greatest: {
		ID: "R1", Line: 23,
		Question: "what does the process with the highest identity do when it starts an election?",
		Options: []string{
			"the same as the others: it waits for OKs until the time is over; lines 8-10 then have no effect",
			"it is COORDINATOR at once, and the next tick announces it (lines 8-10)",
		},
	},
	Underway: {
		ID: "R2", Line: 31,
		Question: "when does a process that receives ELECTION commence its own election?",
		Options: []string{
			"when it is not in one: in NORMAL and in COORDINATOR",
			"always, even if it has sent ELECTION already and waits",
			"in NORMAL only: the state diagram leads from COORDINATOR only to DEAD (line 35)",
		},
	},
	Whom: {
		ID: "R3", Line: 26,
		Question: "to whom are the coordinator messages sent?",
		Options: []string{
			"to the processes with lower identities",
			"to all others, which the printed numbers of messages imply (line 39)",
		},
	},
	Passes: {
		ID: "R4", Line: 26,
		Question: "what does a process that has received an OK do when time T passes?",
		Options: []string{
			"it drops out: lines 14 and 17 check the OKs first",
			"it becomes coordinator: \"does not receive any OKs or time T passes\"",
		},
	},
	Initiator: {
		ID: "R5", Line: 23,
		Question: "which process initiates an election before there has been any coordinator?",
		Options: []string{
			"every process that knows none, sooner or later: none responds",
			"none has to: start_election is called from outside, as in the tests of the document",
		},
	},
	Flag: {
		ID: "R6", Line: 9,
		Question: "when has a coordinator not sent the coordinator messages yet (with R1=b)?",
		Options: []string{
			"when it has sent none since its last election began",
			"when it has never sent any: no line resets the flag",
		},
	},
}
