package awe

import "github.com/interrex/interrex/protocols/errata"

// The readings, by their index in [errata.Readings].
const (
	All   = iota // R1
	Woken        // R2
)

// Readings lists the open points of the text.
var Readings = []errata.Reading{
	All: {
		ID: "R1", Line: 9,
		Question: "how does a process know that it has seen the ID of every process?",
		Options: []string{
			"its own comes back, and links keep the order",
			"it knows n, and n have come",
			"its own comes back and tells how many there are, and that many have come",
		},
	},
	Woken: {
		ID: "R2", Line: 3,
		Question: "how does a process handle an ID that comes before it has sent its own?",
		Options: []string{
			"it first sends its own",
			"it handles the message, and may send its own later or never",
		},
	},
}
