// Package coverage finds the branches and lines of an algorithm that no execution of
// a system takes.
//
// It counts by the counters that the go command builds into a program with -cover.
// They count every call, also those for inputs that never occur, which tables and
// reductions make. So the counters of a whole run say too little. Package coverage
// searches a system by the definition of the model ([Reach]), keeps one configuration
// for each step that an event of the search takes, and replays these steps alone
// ([Steps.Replay]). The difference of the counters before and after ([Profile.Since])
// is what executions take.
//
// [Profile.Unreached] reads the source files, and lists the outermost branches that were
// never entered, the lines after which a block was always left, and conditions
// without an else that always held. The counters know nothing of the parts of one
// condition, as in a && b, nor of a switch that no case of which applies.
package coverage
