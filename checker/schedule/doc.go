// Package schedule takes random walks through a [model.System]. A [Scheduler]
// selects the next event, and a [Walk] judges properties as it grows. Walks work
// where a search cannot end; a violation that they do not find may still exist.
//
// A walk is a function of the system and a seed.
package schedule
