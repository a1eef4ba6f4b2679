package raft

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// The errata, by the constant that names the fix.
const (
	Retry    = iota // E1
	Fresh           // E2
	Adopt           // E3
	Persist         // E4
	Answer          // E5
	StepDown        // E6
	Majority        // E7
	Announce        // E8
)

// Errata lists where the printed algorithm violates its claims.
var Errata = []errata.Erratum{
	Retry: {
		ID: "E1", Line: 2,
		Printed:   "an election is initiated once a process has realised that the leader is down; the text does not say what happens if no process wins",
		Corrected: "a process that knows of no leader initiates another election after another timeout (line 25)",
		Breaks:    "elected",
		Needs:     errata.Fix(Announce),
	},
	Fresh: {
		ID: "E2", Line: 7,
		Printed:   "a process that has not voted for another candidate accepts a vote request, however old",
		Corrected: "a request whose term is less than that of the receiver is not accepted (line 18)",
		Breaks:    "uniqueness-ever",
	},
	Adopt: {
		ID: "E3", Line: 8,
		Printed:   "the text does not say how voting changes the term of a process: its own election may be in the term in which it has voted for another",
		Corrected: "a process that receives a greater term than its own updates its term (line 16)",
		Breaks:    "uniqueness",
	},
	Persist: {
		ID: "E4", Line: 8,
		Printed:   "the text does not say what survives a restart: a process that has voted, crashed and come back votes again",
		Corrected: "term and vote survive (line 20)",
		Breaks:    "uniqueness",
		Faults:    model.Faults{Crash: 1, Restart: 1},
	},
	Answer: {
		ID: "E5", Line: 8,
		Printed:   "the text gives a vote no term: a vote that arrives late counts in the candidate's next election",
		Corrected: "a vote carries its term and counts in that term only (line 21)",
		Breaks:    "uniqueness",
	},
	StepDown: {
		ID: "E6", Line: 10,
		Printed:   "a candidate that accepts a vote request becomes a follower; the text does not say what a leader becomes",
		Corrected: "a leader that receives a greater term becomes a follower too (line 19)",
		Breaks:    "uniqueness",
	},
	Majority: {
		ID: "E7", Line: 11,
		Printed:   "the candidate with the most votes wins, which no process can know: at its election timeout a candidate knows only its own votes",
		Corrected: "a candidate wins once it has the votes of a majority of all processes (line 22)",
		Breaks:    "uniqueness",
	},
	Announce: {
		ID: "E8", Line: 11,
		Printed:   "the winner tells no process that it has won",
		Corrected: "the leader tells all others, and every process that hears of it follows it (lines 23, 24)",
		Breaks:    "known",
	},
}

// The readings, by their index in [errata.Readings].
const (
	Already = iota // R1
	AsLarge        // R2
	Local          // R3
	Timeout        // R4
)

// Readings lists the open points of the printed text.
var Readings = []errata.Reading{
	Already: {
		ID: "R1", Line: 7,
		Question: "when has a process already voted for another candidate?",
		Options: []string{
			"when it has done so in the term of the request (line 17)",
			"when it has ever done so",
		},
	},
	AsLarge: {
		ID: "R2", Line: 9,
		Question: "does a candidate, which has voted for itself, accept the vote request of another one in its own term?",
		Options: []string{
			"yes: the term is at least as large as its own",
			"no: only one with a greater term, as in the Raft paper, which says \"at least as large\" about the messages of a leader (line 24)",
		},
	},
	Local: {
		ID: "R3", Line: 11,
		Question: "of which processes does a candidate need a majority, if not all are linked (with E7)?",
		Options: []string{
			"of all servers of the cluster (line 22)",
			"of itself and those that it has a link to: lines 14 and 15 liken clusters to groups, and need no full topology",
		},
	},
	Timeout: {
		ID: "R4", Line: 2,
		Question: "how long is a randomised election timeout, which the text does not say (timing bounded)?",
		Options: []string{
			"longer than a request and its answer, and up to twice as long: 3 to 6 delays",
			"as long for all processes: 3 delays",
			"different for all processes: 3 delays for the greatest identity, 3 more for each that follows",
		},
	},
}
