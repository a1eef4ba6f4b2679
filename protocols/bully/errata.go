package bully

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// The errata, by the constant that names the fix.
const (
	Announce  = iota // E1
	Watch            // E2
	Bully            // E3
	Everybody        // E4
	Successor        // E5
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Announce: {
		ID: "E1", Line: 5,
		Printed:   "a process that has received no OK repeats steps a to c; only the process with the biggest number of all announces itself, and it may be the coordinator that has crashed: then all others ask for ever",
		Corrected: "a process that has received no OK announces itself (line 6): it has the biggest number of those that are up",
		Breaks:    "elected",
	},
	Watch: {
		ID: "E2", Line: 4,
		Printed:   "a process that has received an OK knows that it cannot be the coordinator and waits; the sender of the OK may crash before it announces itself",
		Corrected: "it watches the processes that have sent it an OK, as it would watch the coordinator: if one of them crashes it starts again with step a",
		Breaks:    "known",
		Faults:    model.Faults{Crash: 1},
	},
	Bully: {
		ID: "E3", Line: 6,
		Printed:   "every process takes the sender of the announcement for the coordinator, even if its own number is bigger: it may have come back after ELECTION was sent to it",
		Corrected: "a process that receives COORDINATOR from one with a smaller number starts with step a",
		Breaks:    "validity",
		Faults:    model.Faults{Restart: 1},
	},
	Everybody: {
		ID: "E4", Line: 1,
		Printed:   "one process P[i] detects the crash; nothing says that any other process ever does, and P[i] may crash before it has asked anybody",
		Corrected: "every process that is up detects the crash in the end, unless it hears of an election first",
		Breaks:    "known",
		Faults:    model.Faults{Crash: 1},
	},
	Successor: {
		ID: "E5", Line: 1,
		Printed:   "only the crash of the old coordinator is detected; the new one may crash while it announces itself, and who has been told of it holds no election",
		Corrected: "a process that knows the new coordinator detects its crash too, and starts with step a",
		Breaks:    "validity",
		Faults:    model.Faults{Crash: 1},
	},
}

// The readings, by their index in [errata.Readings].
const (
	Onward = iota // R1
	Again         // R2
	Whom          // R3
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Onward: {
		ID: "R1", Line: 9,
		Question: "does a process that sends OK hold an election?",
		Options: []string{
			"yes (line 9)",
			"no: steps a to d do not say so",
		},
	},
	Again: {
		ID: "R2", Line: 9,
		Question: "does it do so while its own election is under way?",
		Options: []string{
			"no",
			"yes: it sends ELECTION once more",
		},
	},
	Whom: {
		ID: "R3", Line: 6,
		Question: "COORDINATOR is sent to all of the processes: to which?",
		Options: []string{
			"all others",
			"all, including the sender",
		},
	},
}
