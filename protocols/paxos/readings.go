package paxos

import "github.com/interrex/interrex/protocols/errata"

// The readings, by their index in [errata.Readings].
const (
	Patience = iota // R1
)

// Readings lists the open points of the text.
var Readings = []errata.Reading{
	Patience: {
		ID: "R1", Line: 14,
		Question: "how long does a process wait for a decision, which the text does not say (timing bounded)?",
		Options: []string{
			"longer than a proposal that meets no other, and up to twice as long: 6 to 12 delays",
			"as long as the two round trips of a proposal: 4 delays",
		},
	},
}
