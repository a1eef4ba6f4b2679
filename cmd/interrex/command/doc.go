// Package command is the command interrex, for the catalogue and for algorithms of
// your own. A program of three lines checks them, replays, draws and minimises
// counterexamples, measures and simulates:
//
//	func main() {
//		command.Main(command.Of(Election{}, ring, properties.Uniqueness(), properties.Decided()))
//	}
//
// docs/command.md says more.
package command
