// Package counterexamples keeps violations as text files that a person reads
// and a machine replays: the format ([Parse], [File.Format]), the judgement
// ([Resolver.Replay]), the shortening ([Minimise]) and the pictures ([Chart],
// [SVG], [Mermaid]).
//
// A file is judged by what it says alone: its schedule is run by the
// definition of the model and its property decides. Nothing here knows a
// search or an algorithm; callers say which system and which property a file
// names. A file looks like this:
//
//	interrex counterexample v1
//	# Why this happens, in prose.
//	algorithm: lcr
//	variant: printed
//	topology: unidirectional-ring
//	n: 2
//	ids: 2,1
//	order: fifo
//	timing: async
//	wake: any
//	faults: none
//	fairness: weak
//	property: known
//	wake p0
//	receive p1:1 ELECT(2)
//	loop
//	receive p0:1 ELECT(2)
//	receive p1:1 ELECT(2)
//	----
//	the ASCII sequence chart
//
// The keys readings, graph, labels, grants and down are there only where they
// say something. Below loop are the events that go on for ever. There is one
// way to write a file: one that is spaced or ordered differently is rejected.
package counterexamples
