// Package product has the product of readings: every combination of options of an
// algorithm, under every order, timing and single fault, and the stored result of each
// such cell. It judges nothing: package judge does, and the command above writes its results
// into files that this package reads.
package product
