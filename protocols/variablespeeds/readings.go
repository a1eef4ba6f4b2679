package variablespeeds

import "github.com/interrex/interrex/protocols/errata"

// The readings, by their index in [errata.Readings].
const Woken = iota // R1

// Readings lists the questions that the document leaves open.
var Readings = []errata.Reading{
	Woken: {
		ID: "R1", Line: 5,
		Question: "the document prints no algorithm: which one is meant?",
		Options: []string{
			"Attiya and Welch: a process that is woken by a message only relays, at full speed as far as the next process that is awake",
			"Lynch: all take part, and each identity travels at its own speed from the beginning",
		},
	},
}
