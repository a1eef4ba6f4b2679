// Command planted applies planted faults to the packages of this module, one at a time, and
// runs their tests: it finds out which faults the tests miss. A fault is one changed line
// of one file, of the kind that real edits make, with a sentence on its consequence: see
// the folder faults, which has a file for each package.
//
//	go run ./checker/checkertest/planted -package confluent
//
// A fault is killed by a test that fails, panics or does not end. The short tests of the
// package itself must do so; with -nightly its other tests are tried next, then those of
// the packages above it. The tree is not changed: the compiler gets each changed file as
// an overlay.
package main
