// Package schedule takes random walks through a [model.System]: schedulers
// that decide what happens next, and walks that judge properties as they go.
// It goes on where a search cannot end; what it does not find may still exist.
//
// Everything is a function of the system and a seed.
package schedule
