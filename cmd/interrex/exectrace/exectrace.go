// Package exectrace lets the command validate of a command of your own read execution traces of
// the Go runtime and snapshots of flight recorders (docs/exectrace.md). It is a package of its
// own because the reader is in a module that the rest does not need:
//
//	func main() {
//		command.With(exectrace.Part()).Main(command.Of(Election{}, ring, properties.Uniqueness()))
//	}
package exectrace

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/exectrace"
)

// Part returns the reader of execution traces for validate.
func Part() command.Part { return exectrace.AddTo }
