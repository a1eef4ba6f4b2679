// Package promela lets the command export of a command of your own write systems as Promela, for SPIN (docs/export.md). It is a
// package of its own because most commands write none, and the writer takes a hundredth of their size:
//
//	func main() {
//		command.With(promela.Part()).Main(command.Of(Election{}, ring, properties.Uniqueness()))
//	}
package promela

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/counterexamples/export/promela"
)

// Part returns the format promela of export.
func Part() command.Part {
	return func(p *parts.Parts) { p.WritePromela = promela.Write }
}
