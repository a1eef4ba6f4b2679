// Package compiled turns a system into tables of small integers, for engines:
// they number every local state and message, and call each step once. The
// events of a system are defined elsewhere, by [model.System.Successors], which
// uses no table.
package compiled
