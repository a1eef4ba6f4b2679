// Package checkertest holds what engines and catalogue entries are tested
// against: a reference explorer that is too simple to be wrong and too slow for
// use ([Explore]), graphs on which every liveness verdict is known by
// construction ([Graph]), random systems ([Random]), the conformance suite of an
// entry of the catalogue ([Run]), and what the tests of protocols share: mutants
// that a property must catch ([Caught]), reactions that follow the source
// ([Reacts]).
//
// The reference shares nothing with the engine: it knows configurations as
// values, by [model.System.Successors], and never meets [model.Tables].
package checkertest
