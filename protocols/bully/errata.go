package bully

import "github.com/interrex/interrex/model"

// The errata, by the constant that names the fix.
const (
	Announce = iota // E1
	Watch           // E2
	Bully           // E3
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []model.Erratum{
	Announce: {
		ID: "E1", Line: 5,
		Printed:   "a process that has received no OK repeats steps a to c; only the one with the biggest number of all announces itself, and that may be the coordinator that has crashed: all others ask for ever",
		Corrected: "a process that has received no OK announces itself (line 6): it has the biggest number of those that are up",
		Breaks:    "elected",
	},
	Watch: {
		ID: "E2", Line: 4,
		Printed:   "a process that has received an OK knows that it cannot be the coordinator and waits; whoever has sent the OK may crash before it announces itself",
		Corrected: "it watches those that have sent it an OK, as it would the coordinator: if one of them crashes it starts again with step a",
		Breaks:    "known",
		Faults:    model.Faults{Crash: 1},
	},
	Bully: {
		ID: "E3", Line: 6,
		Printed:   "all processes take whoever announces itself for the coordinator, even one that has a bigger number: it may have come back after ELECTION was sent to it",
		Corrected: "a process that receives COORDINATOR from one with a smaller number starts with step a",
		Breaks:    "validity",
		Faults:    model.Faults{Restart: 1},
	},
}

// The readings, by their index in [model.Readings].
const (
	Onward    = iota // R1
	Again            // R2
	Everybody        // R3
)

// Readings lists the open points of the printed text.
var Readings = []model.Reading{
	Onward: {
		ID: "R1", Line: 9,
		Question: "does a process that sends OK hold an election?",
		Options: []string{
			"yes (line 9)",
			"no: the steps a to d do not say so",
		},
	},
	Again: {
		ID: "R2", Line: 9,
		Question: "does it do so if an election of its own is under way?",
		Options: []string{
			"no",
			"yes: it sends ELECTION once more",
		},
	},
	Everybody: {
		ID: "R3", Line: 6,
		Question: "who are all of the processes that COORDINATOR is sent to?",
		Options: []string{
			"all others",
			"all, the sender included",
		},
	},
}
