// Package figures adds fits and figures to the command measure of a command of your own. It is a
// package of its own because it links plots and fonts:
//
//	func main() {
//		command.With(figures.Part()).Main(command.Of(Election{}, ring, properties.Uniqueness()))
//	}
package figures

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/experiments"
)

// Part returns the fits and figures of measure --sizes.
func Part() command.Part { return experiments.AddTo }
