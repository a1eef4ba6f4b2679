// Package dead finds dead messages. A message is dead if its delivery changes
// nothing and sends nothing, in its receiver's local state and in every local
// state that the receiver can still reach. A search that drops dead messages has
// fewer configurations and the same views (docs/engine.md has the proof).
//
// Before the search, the local states that a process can still reach are
// unknown. So the package assumes that a local state has only the successors
// that it knows, and the search reports each step that it meets. If a step leads
// to a local state in which a dropped message is not dead, the assumption is
// broken: the search must start again, with the steps known by then. Each
// search knows more steps than the one before, and the last one meets none that
// breaks the assumption.
package dead
