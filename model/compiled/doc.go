// Package compiled turns a system into tables of small integers, for engines:
// they number every local state and message, and call each step once. What a
// system does is defined elsewhere, by [model.System.Successors], which uses no
// table.
package compiled
