// Package explorer adds the command explore to a command of your own: a page in which one
// chooses the next event of a protocol and lets the checker find executions that break a property
// (docs/explorer.md). It is a package of its own because it links a web server:
//
//	func main() {
//		command.With(explorer.Part()).Main(command.Of(Election{}, ring, properties.Uniqueness()))
//	}
package explorer

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
)

// Part returns the command explore.
func Part() command.Part { return page.AddTo }
