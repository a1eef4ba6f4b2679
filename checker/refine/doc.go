// Package refine decides whether a system implements an abstract one, under a mapping
// of each configuration to the value that is shown.
//
// It decides by a search, by the definition of the model ([model.System.Successors]): it looks
// for a forward simulation from the system to the determinised abstract one, that is,
// it visits all pairs of a configuration and the set of abstract states that match the
// execution so far. Such a simulation exists if and only if each execution of the
// system shows a sequence of values that an abstract execution shows too, values that
// are repeated apart. So hidden parts of abstract states, such as the moment
// at which a call takes effect, need no mapping.
//
// Only finite executions count. Liveness and fairness are not judged: a system that does
// nothing implements each abstract system that may begin alike. docs/semantics.md has the
// definition, docs/refinement.md an introduction.
package refine
