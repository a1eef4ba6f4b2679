// Package checkertest has the tools that test engines and catalogue entries: a
// reference explorer that is simple and slow ([Explore]), graphs whose liveness verdicts
// are known by construction ([Graph]), random systems ([Random]), the conformance suite
// of an entry of the catalogue ([Run]), and two tools for the tests of protocols: mutants
// that a property must catch ([Caught]), and reactions that follow the source
// ([Reacts]).
//
// The reference shares nothing with the engine: its configurations are values, from
// [model.System.Successors], and it never uses [model.Tables].
package checkertest
