// Package coverage gives a command of your own the command coverage, which lists the branches of
// algorithms that no execution takes (docs/coverage.md). It is a package of its own because
// it reads Go, which takes a twentieth of the size of a command:
//
//	func main() {
//		command.With(coverage.Part()).Main(command.Of(Election{}, ring, properties.Uniqueness()))
//	}
package coverage

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/coverage"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// Part returns the command coverage.
func Part() command.Part {
	return func(p *parts.Parts) {
		coverage.AddTo(p)
		command.Coverage(p)
	}
}
