package checker

import (
	"fmt"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
)

// AllDecided is [Report.Stopped] of a search that stopped because every property
// was decided.
const AllDecided = "every property is decided"

// NothingHappens is [Verdict.Note] of a property that is vacuous because the system does
// nothing: no event is enabled in any initial configuration.
const NothingHappens = "nothing can ever happen: no event is enabled at the start"

// NoneDecidable is [Report.Stopped] of a search that stopped because no property that is left
// will ever be decided.
const NoneDecidable = "a step that is not well-formed leaves the other properties unknown"

// sentences has a sentence for each cause. %v stands for the bound.
var sentences = [...]string{
	engine.AllDecided:        AllDecided,
	engine.IllFormed:         NoneDecidable,
	engine.Interrupted:       "interrupted",
	engine.MaxConfigurations: "max-configurations %v",
	engine.MaxDepth:          "max-depth %v",
	engine.MaxTime:           "max-time %v",
	engine.MaxMemory:         "max-memory %v bytes",
	engine.RuntimeMemory:     "GOMEMLIMIT %v bytes",
	engine.TurnEffort:        "the effort of its turn",
	engine.TurnMemory:        "the memory of its turn",
	engine.RoundTooLong:      "a process sends more than %v messages in one round",
	engine.Constrained:       "cut by constraint %s%s: nothing beyond is known",
	engine.OnDisk:            "its cycles are not known: the search went on on disk, where they are not looked for",
	engine.DiagramSize:       "the diagram's size",
	engine.BoundReachable:    "a bound of the instance is reachable",
	engine.LoopsLost:         "too little can be left out of loops: only finite executions were judged",
	engine.Assuming:          "it has assumptions: only the explicit engine knows which loops satisfy them",
	engine.NoShape:           "its predicate has no shape that the symbolic engine can follow",
	engine.SeesMore:          "it sees more than the statuses: only the explicit engine shows it configurations and events",
	engine.StutterMayRefute:  "an event that changes nothing may refute it: only the explicit engine looks for those",
	engine.LoopTooLong:       "there is a fair loop, but what meets all its obligations is too long to be shown and replayed",
	engine.OnlyRelaxed:       "with order fifo, which has more executions, it is not so",
	engine.NoTrigger:         "its trigger holds in no configuration",
	engine.NotAssumed:        "no fair execution satisfies its assumptions",
	engine.TriggerUnseen:     "the reduction does not see whether its trigger holds",
	engine.Lockstep:          "a round in lockstep is an event of all processes at once",
	engine.InboxCut:          "an inbox does not tell the links apart that may be cut",
	engine.TimelyDefers:      "in timing timely a timer waits until each process defers all that is in flight to it",
	engine.FullChannels:      "what becomes of a message depends on how many are in flight in its channel (capacity)",
	engine.BoundedDefers:     "in timing bounded time stands still for a message that its receiver does not defer",
	engine.ManyChannels:      "there are more than %v channels",
	engine.NoEnd:             "no execution has an end: no terminal configuration is reachable",
	engine.CycleMet:          "there is a cycle, and the symbolic engine does not find out whether it sends",
	engine.NotMeasured:       "the symbolic engine measures messages, not %v",
}

// sentence returns a reason as people read it, "" for the zero Reason.
func sentence(r engine.Reason) string {
	switch text := sentences[r.Cause]; r.Cause {
	case engine.Constrained:
		return fmt.Sprintf(text, r.Name, atConfigurations(r.Bound))
	case engine.MaxTime:
		return fmt.Sprintf(text, time.Duration(r.Bound))
	case engine.NotMeasured:
		return fmt.Sprintf(text, Quantity(r.Bound))
	case engine.MaxConfigurations, engine.MaxDepth, engine.MaxMemory, engine.RuntimeMemory, engine.RoundTooLong, engine.ManyChannels:
		return fmt.Sprintf(text, r.Bound)
	default:
		return text
	}
}

// atConfigurations says at how many configurations a search was cut; 0: it is not said.
func atConfigurations(n int64) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " at 1 configuration"
	}
	return fmt.Sprintf(" at %d configurations", n)
}

// note returns why a finding is open.
func note(f engine.Finding) string {
	if f.Met {
		return sentence(f.Reason) + ": what decides it was met, but not shown in time"
	}
	return sentence(f.Reason)
}

// refusal is the error of a system that the symbolic engine refuses.
func refusal(s *model.System, why engine.Reason, allowed string) error {
	return fmt.Errorf("%s: the symbolic engine does not suit: %s; allowed: %s", s.Name(), sentence(why), allowed)
}
