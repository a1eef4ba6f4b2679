// Package calls lets the command validate of a command of your own judge logs of the calls of
// shared objects (docs/validate.md). It is a package of its own because most commands judge
// none, and the objects take a hundredth of their size:
//
//	func main() {
//		command.With(calls.Part()).Main(command.Of(Election{}, ring, properties.Uniqueness()))
//	}
package calls

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/calls"
)

// Part returns the judge of logs of calls for validate.
func Part() command.Part { return calls.AddTo }
