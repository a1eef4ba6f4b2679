// Package dead finds the messages that can never matter again: those whose
// delivery changes nothing and sends nothing, in the local state that their
// receiver is in and in every one that it can still come to. A search that
// drops them has fewer configurations and the same views (docs/engine.md has
// the proof).
//
// What a process can still come to is not known before the search. So it is
// assumed that local states have no successors but those already known, and
// the search tells of each step that it meets: where one leads to a local state
// in which a dropped message is not dead, the assumption is broken, and the
// search has to begin again with what is known now. Each time more is known,
// until nothing that is met is new.
package dead
