// The command guard compares the command interrex with that of an earlier commit,
// so that nothing gets slower or larger unnoticed.
//
//	go run ./cmd/guard            # the cheap figures: about a CPU minute
//	go run ./cmd/guard -all       # the main job and the large searches too
//	go run ./cmd/guard -base v0.1.0
//
// It builds both commands, the base in a work tree of its own, and runs them in
// turns: base, head, base, head. A figure is the least of its runs, since other
// programs on the machine only ever add to it; one above its limit is measured up to
// four times as often before it counts. Figures are compared by their ratio, never with
// a time that a machine is expected to need.
//
// The base is the merge base with origin/main or, if that is HEAD itself, the newest
// commit that is at least a day older than HEAD. In a clone without such a commit
// there is nothing to compare with, and guard says so.
//
// Exit status 1 means that some ratio is above its limit, 2 that something could not
// be built or run. A figure that the base cannot give is shown without a ratio. A
// change that has a reason to cost more says so with -accept NAME=RATIO, where the
// guard is called, and in its commit message.
package main
