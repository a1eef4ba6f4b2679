package hs

import "github.com/interrex/interrex/protocols/errata"

// The errata, by the constant that names the fix.
const (
	Start     = iota // E1
	Terminate        // E2
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Start: {
		ID: "E1", Line: 1,
		Printed:   "a processor starts only if it receives no message; one that is asleep may swallow the probes of all that are awake, and never start",
		Corrected: "a processor that receives a message while asleep first starts (lines 2-4)",
		Breaks:    "elected",
	},
	Terminate: {
		ID: "E2", Line: 6,
		Printed:   "only the leader terminates: all others remain undecided",
		Corrected: "the leader sends <term, id> to the left; every other process that receives it passes it on and terminates as a non-leader that knows the leader",
		Breaks:    "decided",
	},
}

// The readings, by their index in [errata.Readings].
const (
	Nothing    = iota // R1
	Losing            // R2
	Terminated        // R3
	Onward            // R4
	Again             // R5
	Sleeper           // R6
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Nothing: {
		ID: "R1", Line: 1,
		Question: "when does a processor receive no message?",
		Options: []string{
			"at any time, or never: it starts by itself",
			"sooner or later, while no message is on its way to it: then it must start",
		},
	},
	Losing: {
		ID: "R2", Line: 7,
		Question: "when has a processor lost (with E2)?",
		Options: []string{
			"when it lets a greater identity pass, as in the O(n^2) algorithm",
			"when it terminates as a non-leader",
		},
	},
	Terminated: {
		ID: "R3", Line: 6,
		Question: "how does a processor that has terminated handle a message?",
		Options: []string{
			"as before: it stays terminated, but still receives",
			"nothing",
		},
	},
	Onward: {
		ID: "R4", Line: 15,
		Question: "where is the probe of the next phase sent?",
		Options: []string{
			"to left and right (line 19)",
			"to the side from which the reply has come",
		},
	},
	Again: {
		ID: "R5", Line: 21,
		Question: "when its second probe comes back too, does the leader send a second termination message (with E2)?",
		Options: []string{
			"no",
			"yes",
		},
	},
	Sleeper: {
		ID: "R6", Line: 16,
		Question: "how does a processor that is asleep handle a message?",
		Options: []string{
			"it compares identities like any other (with E1 it starts first)",
			"it is a relay: it passes on every probe, or answers it, and never starts",
		},
	},
}
