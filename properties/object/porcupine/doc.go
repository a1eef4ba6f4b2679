// Package porcupine compares package object with porcupine
// (github.com/anishathalye/porcupine), another judge of linearizability: on random
// histories of every object, and on the logs that come with it. Only its tests have
// code. It is a module of its own, so that porcupine is not a dependency of the library.
package porcupine
