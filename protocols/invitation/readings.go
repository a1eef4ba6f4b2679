package invitation

import "github.com/interrex/interrex/protocols/errata"

// The readings, by their index in [errata.Readings].
const (
	Pause = iota // R1
)

// Readings lists the open points of the text.
var Readings = []errata.Reading{
	Pause: {
		ID: "R1", Line: 4,
		Question: "how long is \"from time to time\" (timing bounded)?",
		Options: []string{
			"longer than a merger, and up to twice as long: 6 to 12 delays",
			"longer for smaller identities, as line 25 proposes: 6 delays for the greatest, 6 more for each that follows",
			"as long for all processes: 6 delays",
		},
	},
}
