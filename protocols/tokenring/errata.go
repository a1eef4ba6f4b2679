package tokenring

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// The errata, by the constant that names the fix.
const (
	Own       = iota // E1
	Stop             // E2
	Take             // E3
	Watch            // E4
	Everybody        // E5
	Successor        // E6
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Own: {
		ID: "E1", Line: 7,
		Printed:   "a process puts its number in before it forwards ELECTION; P[i] does not forward it, so its own number is never in: if it is the biggest, another process is chosen, and if no other process is up, none is chosen",
		Corrected: "P[i] puts its number in too, when ELECTION returns",
		Breaks:    "validity",
	},
	Stop: {
		ID: "E2", Line: 9,
		Printed:   "COORDINATOR is wheeled in the ring and never stopped",
		Corrected: "P[i] stops it when it returns",
		Breaks:    "quiescence",
	},
	Take: {
		ID: "E3", Line: 6,
		Printed:   "ELECTION goes round till it returns to P[i]; if P[i] has crashed it never returns, and goes round for ever, and so does COORDINATOR",
		Corrected: "the process that finds that P[i] does not reply acts for it: ELECTION, or COORDINATOR, has come round",
		Breaks:    "quiescence",
		Faults:    model.Faults{Crash: 1},
	},
	Watch: {
		ID: "E4", Line: 5,
		Printed:   "a process that has replied is trusted to send the token on, but it may crash before it does so, or after it has killed the token of another (line 12)",
		Corrected: "a process that has sent a token on watches the one that has taken it: if that crashes, it sends the token to the next one",
		Breaks:    "known",
		Faults:    model.Faults{Crash: 1},
	},
	Everybody: {
		ID: "E5", Line: 2,
		Printed:   "process P[i] detects the crash; nothing says that any other process ever does, and P[i] may crash before it has sent ELECTION",
		Corrected: "every process that is up detects the crash in the end, unless it hears of an election first",
		Breaks:    "known",
		Faults:    model.Faults{Crash: 1},
	},
	Successor: {
		ID: "E6", Line: 8,
		Printed:   "the chosen process may have crashed since it put its number in ELECTION, and who is told of it holds no election",
		Corrected: "a process that knows the new coordinator detects its crash too, and starts with step a",
		Breaks:    "validity",
		Faults:    model.Faults{Crash: 1},
	},
}

// The readings, by their index in [errata.Readings].
const (
	Biggest = iota // R1
	Rules          // R2
	Any            // R3
	Aware          // R4
	Sender         // R5
	Over           // R6
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Biggest: {
		ID: "R1", Line: 10,
		Question: "what is in ELECTION?",
		Options: []string{
			"the numbers of all processes that it has passed",
			"only the biggest of them, as in the changed algorithm",
		},
	},
	Rules: {
		ID: "R2", Line: 11,
		Question: "what if more than one process sends ELECTION?",
		Options: []string{
			"rules a and b apply, as in the changed algorithm",
			"every token goes round",
		},
	},
	Any: {
		ID: "R3", Line: 11,
		Question: "to which messages do rules a and b apply?",
		Options: []string{
			"ELECTION: the tokens that are sent",
			"all that another process has sent first, including COORDINATOR",
		},
	},
	Aware: {
		ID: "R4", Line: 2,
		Question: "does a process that has sent the ELECTION of another on detect the crash?",
		Options: []string{
			"no, it knows of it",
			"yes, until it knows the new coordinator",
		},
	},
	Sender: {
		ID: "R5", Line: 12,
		Question: "who is the sender of a message?",
		Options: []string{
			"the process that has sent it first",
			"the process that it comes from",
		},
	},
	Over: {
		ID: "R6", Line: 11,
		Question: "do rules a and b apply to a process whose own election is over?",
		Options: []string{
			"no: it knows the coordinator",
			"yes: it has sent ELECTION",
		},
	},
}
