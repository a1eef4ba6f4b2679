// Package counterexamples stores violations as text files that people read and
// machines replay. [Parse] and [File.Format] read and write them, [Resolver.Replay]
// judges them, [Minimise] shortens them, and [Chart], [SVG] and [Mermaid] draw them.
//
// Only the file itself counts: its schedule is run by the definition of the model,
// and its property judges the execution. This package knows no search and no
// algorithm; its callers look up the system and the property that a file names. A
// file looks like this:
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
// The keys readings, limits, graph, labels, grants, down, start and victims are left out if they have their
// default. The events below loop repeat for ever. Each file can be written in one way
// only: Parse rejects other spacing and another order of lines.
package counterexamples
