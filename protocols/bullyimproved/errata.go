package bullyimproved

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// The errata, by the constant that names the fix.
const (
	Reset = iota // E1
	Flag         // E2
	Wait         // E3
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Reset: {
		ID: "E1", Line: 14,
		Printed:   "as indented, line 14 resets the count of OKs at every tick in WAITING_FOR_OK: after a tick between the OKs and the end of the time the count is 0, and the process makes itself the coordinator",
		Corrected: "line 14 belongs to line 4: the count is reset after it has been read",
		Breaks:    "uniqueness",
	},
	Flag: {
		ID: "E2", Line: 22,
		Printed:   "a process whose election flag is set starts no election; if the process that runs the election crashes, the flag is never reset and no process is elected",
		Corrected: "the process watches the one that runs the election: if that has crashed, it starts an election itself",
		Breaks:    "elected",
		Faults:    model.Faults{Crash: 1},
	},
	Wait: {
		ID: "E3", Line: 13,
		Printed:   "the elector tells a process that it is the coordinator and waits for its coordinator message; if that process crashes before it sends the message, the elector waits for ever",
		Corrected: "the elector watches the process that it has told: if that has crashed, it starts an election again",
		Breaks:    "elected",
		Faults:    model.Faults{Crash: 1},
	},
}

// The readings, by their index in [errata.Readings].
const (
	Count     = iota // R1
	Flagged          // R2
	Forgets          // R3
	Resends          // R4
	Whom             // R5
	Initiator        // R6
	Answer           // R7
	Lasting          // R8
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Count: {
		ID: "R1", Line: 4,
		Question: "how many OKs is len(self.processes) - self._id + 1?",
		Options: []string{
			"identities count from 0, as in the program: two more than the processes with higher ones, so never reached",
			"identities count from 1, as in the analysis: one more than the processes with higher ones, so never reached",
			"the number that is meant: one from each process with a higher identity",
		},
	},
	Flagged: {
		ID: "R2", Line: 22,
		Question: "what may a process whose election flag is set not do?",
		Options: []string{
			"start an election by itself; it may be told to (line 28)",
			"start any election, not even the crosscheck of line 28",
			"it may do everything: the flag is set and never read",
		},
	},
	Forgets: {
		ID: "R3", Line: 25,
		Question: "does a process that starts an election forget the coordinator, so that line 10 finds the greatest that has answered?",
		Options: []string{
			"yes: it takes itself for it until an OK comes",
			"no",
		},
	},
	Resends: {
		ID: "R4", Line: 20,
		Question: "does a process that starts an election reset coordinator_msg_sent?",
		Options: []string{
			"yes",
			"no: a process sends its coordinator messages once",
		},
	},
	Whom: {
		ID: "R5", Line: 30,
		Question: "who is the rest of the system?",
		Options: []string{
			"all others",
			"the processes with lower identities, as in the original algorithm",
		},
	},
	Initiator: {
		ID: "R6", Line: 21,
		Question: "which process initiates an election before there has been any coordinator?",
		Options: []string{
			"every process that knows none, sooner or later: none responds",
			"none has to: start_election is called from outside, as in the tests of the document",
		},
	},
	Answer: {
		ID: "R7", Line: 26,
		Question: "which of the processes that have answered OK does line 10 name?",
		Options: []string{
			"the greatest",
			"the last: each OK sets the current coordinator",
		},
	},
	Lasting: {
		ID: "R8", Line: 22,
		Question: "is the election flag reset when a coordinator announces itself?",
		Options: []string{
			"yes: the election is over",
			"no: the text does not say so",
		},
	},
}
