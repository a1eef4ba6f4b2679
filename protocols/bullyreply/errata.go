package bullyreply

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// The errata, by the constant that names the fix.
const (
	Self      = iota // E1
	Bully            // E2
	Everybody        // E3
	Successor        // E4
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Self: {
		ID: "E1", Line: 4,
		Printed:   "the biggest of the received numbers is chosen; the greatest process that is up receives none, and so chooses no process",
		Corrected: "a process that has received no number chooses itself",
		Breaks:    "elected",
	},
	Bully: {
		ID: "E2", Line: 5,
		Printed:   "every process takes the announced process for the coordinator, even if its own number is bigger: it may have come back after ELECTION was sent to it",
		Corrected: "a process that hears of a coordinator with a smaller number starts with step a",
		Breaks:    "validity",
		Faults:    model.Faults{Restart: 1},
	},
	Everybody: {
		ID: "E3", Line: 1,
		Printed:   "P[i] detects the crash, asks and announces; nothing says that any other process ever does, and P[i] may crash before it has announced a coordinator",
		Corrected: "every process that is up detects the crash in the end, unless it hears of a coordinator first",
		Breaks:    "known",
		Faults:    model.Faults{Crash: 1},
	},
	Successor: {
		ID: "E4", Line: 5,
		Printed:   "the announced process may have crashed since it sent its number, and who has been told of it holds no election",
		Corrected: "a process that knows the new coordinator detects its crash too, and starts with step a",
		Breaks:    "validity",
		Faults:    model.Faults{Crash: 1},
	},
}

// The readings, by their index in [errata.Readings].
const (
	Onward = iota // R1
	Whom          // R2
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Onward: {
		ID: "R1", Line: 3,
		Question: "does a process that sends its number also hold an election, as in the original (line 9 of bully)?",
		Options: []string{
			"no: there are three steps (line 11)",
			"yes, unless it has done so",
		},
	},
	Whom: {
		ID: "R2", Line: 5,
		Question: "to whom is COORDINATOR broadcast?",
		Options: []string{
			"to all others",
			"to all, including the sender (n messages, line 10)",
		},
	},
}
