package reason

import (
	"fmt"
	"slices"
	"strings"
)

// Cause is the kind of a reason.
type Cause uint8

// IsOfSearch reports whether a search stopped for the cause. The others are of complete searches.
func (c Cause) IsOfSearch() bool { return None < c && c <= DiagramSize }

// The causes.
const (
	None Cause = iota

	// A search stopped.
	AllDecided        // every property is decided
	IllFormed         // those that are not decided never will be: a step is not well-formed
	Interrupted       // by the context
	MaxConfigurations // a bound of the check, like the next three
	MaxDepth
	MaxTime
	MaxMemory
	RuntimeMemory // the memory limit of the Go runtime
	TurnEffort    // the turn has had as much effort as it may
	TurnMemory    // the diagrams of the turn take as many bytes as they may
	RoundTooLong  // a process sends more messages in a round of lockstep than an engine follows; Bound is the most
	Shared        // it is complete, but several processes shared it, which do not look for cycles
	OnDisk        // it is complete, but on disk, where cycles are not looked for
	NotShared     // processes that share searches share none for a property with a monitor, or a LeadsTo
	Constrained   // it is complete but for what follows configurations where the constraint cut it: so many as Bound, 0 in findings
	DiagramSize   // a table of the diagrams cannot grow

	// A property is open although the search is complete.
	BoundReachable   // a bound of the instance is reachable
	LoopsLost        // the reduced system has a loop, which may hide something
	Assuming         // it has assumptions
	NoShape          // the predicate has no shape
	SeesMore         // the predicate sees more than views
	StutterMayRefute // an event that changes nothing may refute the property
	LoopTooLong      // a fair loop exists, but is too long to be shown

	OnlyRelaxed // the search was of a system with more executions, and this one may lack the execution that decides it

	OnlySorted // the same, and the search was a sorted search

	IllFormedStep   // a property is unknown, or well-formedness is violated: a step that is not well-formed is reachable; Detail names it
	NothingHappens  // a property is vacuous: no event is enabled in any initial configuration
	TooFewProcesses // a property of every two processes is vacuous: there are no two
	NoTrigger       // a property is vacuous: its trigger holds in no configuration
	NotAssumed      // a property is vacuous: no fair execution satisfies its assumptions
	TriggerUnseen   // it would be, but the reduction does not see whether its trigger holds

	OutcomesMet // a property holds for the outcomes met: code that takes the steps did otherwise in so many of its runs as Bound

	// An engine refuses a system.
	Lockstep      // a round is an event of all processes at once
	InboxCut      // an inbox does not tell the links apart that may be cut
	TimelyDefers  // whether a timer may run out depends on which messages each process defers
	Divisions     // the network may divide
	Traitors      // processes may become traitors
	TimersInTurn  // timers run out in turn
	FullChannels  // the effect of a step depends on how many messages are in flight
	BoundedDefers // whether time may pass depends on which messages each process defers
	ManyChannels  // the system has more channels than a diagram has levels; Bound is the most

	// Nothing can be measured.
	NoEnd       // no terminal configuration is reachable
	CycleMet    // the state space has a cycle, which the engine does not measure
	NotMeasured // the engine does not measure this quantity; Detail names it
)

// sentences has a sentence for each cause. %v stands for the bound, %s for the detail.
var sentences = [...]string{
	AllDecided:        "every property is decided",
	IllFormed:         "a step that is not well-formed leaves the other properties unknown",
	Interrupted:       "interrupted",
	MaxConfigurations: "max-configurations %v",
	MaxDepth:          "max-depth %v",
	MaxTime:           "max-time %v",
	MaxMemory:         "max-memory %v bytes",
	RuntimeMemory:     "GOMEMLIMIT %v bytes",
	TurnEffort:        "the effort of its turn",
	TurnMemory:        "the memory of its turn",
	RoundTooLong:      "a process sends more than %v messages in one round",
	Constrained:       "cut by constraint %s%s: nothing beyond is known",
	OnDisk:            "its cycles are not known: the search went on on disk, where they are not looked for",
	Shared:            "its cycles are not known: several processes shared the search, and none looked for them",
	NotShared:         "it has a monitor, or is a leads-to: no search for it is shared, and one process alone can decide it",
	DiagramSize:       "the diagram's size",
	BoundReachable:    "a bound of the instance is reachable",
	LoopsLost:         "too little can be left out of loops: only finite executions were judged",
	Assuming:          "it has assumptions: only the explicit engine knows which loops satisfy them",
	NoShape:           "its predicate has no shape that the symbolic engine can follow",
	SeesMore:          "it sees more than the statuses: only the explicit engine shows it configurations and events",
	StutterMayRefute:  "an event that changes nothing may refute it: only the explicit engine looks for those",
	LoopTooLong:       "there is a fair loop, but what meets all its obligations is too long to be shown and replayed",
	OnlyRelaxed:       "with order fifo, which has more executions, it is not so",
	OnlySorted:        "if messages may be lost, come again and in any order, it is not so",
	IllFormedStep:     "a step that is not well-formed is reachable; the search was cut short before an execution was found",
	NothingHappens:    "nothing can ever happen: no event is enabled at the start",
	TooFewProcesses:   "there are no two processes",
	NoTrigger:         "its trigger holds in no configuration",
	NotAssumed:        "no fair execution satisfies its assumptions",
	TriggerUnseen:     "the reduction does not see whether its trigger holds",
	OutcomesMet:       "for the outcomes met: %v runs of the code did otherwise than an earlier one",
	Lockstep:          "a round in lockstep is an event of all processes at once",
	InboxCut:          "an inbox does not tell the links apart that may be cut",
	TimelyDefers:      "in timing timely a timer waits until each process defers all that is in flight to it",
	Divisions:         "a division of the network is an event of all processes at once",
	Traitors:          "the messages that a traitor forges come from no step",
	TimersInTurn:      "whether an event is enabled depends on the timers of all processes (timers in turn)",
	FullChannels:      "what becomes of a message depends on how many are in flight in its channel (capacity)",
	BoundedDefers:     "in timing bounded time stands still for a message that its receiver does not defer",
	ManyChannels:      "there are more than %v channels",
	NoEnd:             "no execution has an end: no terminal configuration is reachable",
	CycleMet:          "there is a cycle, and the symbolic engine does not find out whether it sends",
	NotMeasured:       "the symbolic engine measures messages, not %v",
}

// names has the name of each cause.
var names = [...]string{
	None:              "none",
	AllDecided:        "all-decided",
	IllFormed:         "ill-formed",
	Interrupted:       "interrupted",
	MaxConfigurations: "max-configurations",
	MaxDepth:          "max-depth",
	MaxTime:           "max-time",
	MaxMemory:         "max-memory",
	RuntimeMemory:     "runtime-memory",
	TurnEffort:        "turn-effort",
	TurnMemory:        "turn-memory",
	RoundTooLong:      "round-too-long",
	Constrained:       "constrained",
	OnDisk:            "on-disk",
	Shared:            "shared",
	NotShared:         "not-shared",
	DiagramSize:       "diagram-size",
	BoundReachable:    "bound-reachable",
	LoopsLost:         "loops-lost",
	Assuming:          "assuming",
	NoShape:           "no-shape",
	SeesMore:          "sees-more",
	StutterMayRefute:  "stutter-may-refute",
	LoopTooLong:       "loop-too-long",
	OnlyRelaxed:       "only-relaxed",
	OnlySorted:        "only-sorted",
	IllFormedStep:     "ill-formed-step",
	NothingHappens:    "nothing-happens",
	TooFewProcesses:   "too-few-processes",
	NoTrigger:         "no-trigger",
	NotAssumed:        "not-assumed",
	TriggerUnseen:     "trigger-unseen",
	OutcomesMet:       "outcomes-met",
	Lockstep:          "lockstep",
	InboxCut:          "inbox-cut",
	TimelyDefers:      "timely-defers",
	Divisions:         "divisions",
	Traitors:          "traitors",
	TimersInTurn:      "timers-in-turn",
	FullChannels:      "full-channels",
	BoundedDefers:     "bounded-defers",
	ManyChannels:      "many-channels",
	NoEnd:             "no-end",
	CycleMet:          "cycle-met",
	NotMeasured:       "not-measured",
}

func (c Cause) String() string {
	if int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("cause(%d)", uint8(c))
}

// MarshalText returns the name of the cause.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the name of a cause.
func (c *Cause) UnmarshalText(text []byte) error {
	i := slices.Index(names[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown cause %q; allowed: %s", text, strings.Join(names[:], ", "))
	}
	*c = Cause(i)
	return nil
}
