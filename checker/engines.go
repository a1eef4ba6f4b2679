package checker

import (
	"fmt"
	"math/big"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/sorted"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// Engine is a way to search all configurations.
type Engine uint8

// The engines.
const (
	// Explicit visits configurations one by one, breadth first.
	Explicit Engine = iota
	// Symbolic represents sets of configurations as decision diagrams and finds
	// the reachable ones by saturation. It refuses systems that diagrams do not
	// suit.
	Symbolic
	// Auto lets the engines take turns until every property is decided. Each turn
	// starts from the beginning, with bounds sixteen times as large as in the
	// engine's previous turn: Explicit within 262,144 configurations, Symbolic
	// within 64 MiB and 8,388,608 nodes, and so on. If the reduction is AutoReduction,
	// Explicit searches the whole system within 65,536 configurations. If that is larger
	// there are three turns in each round: Explicit with the reduction Confluent within
	// 262,144 configurations, Explicit without the reduction within twice as many, and
	// Symbolic, and then bounds eight times as large. If the order is Inbox, Symbolic searches
	// the system with order FIFO as long as that may decide more (see Report.Relaxed).
	// Explicit judges the properties and systems that Symbolic cannot. A verdict of one turn is kept.
	// From the second round on, Sorted has a turn after the reduced search.
	Auto
	// Sorted takes the events in an order of progress, in one pass over diagrams, and forgets what no
	// later event needs. It looks at more executions than the system has: messages may be lost, come again and in
	// any order. So it confirms some properties, and refutes none.
	Sorted
)

var engineNames = [...]string{"explicit", "symbolic", "auto", "sorted"}

func (e Engine) String() string {
	if int(e) < len(engineNames) {
		return engineNames[e]
	}
	return fmt.Sprintf("engine(%d)", uint8(e))
}

// ParseEngine returns the engine of that name.
func ParseEngine(s string) (Engine, error) {
	for i, name := range engineNames {
		if name == s {
			return Engine(i), nil
		}
	}
	return 0, fmt.Errorf("unknown engine %q; allowed: auto, explicit, symbolic, sorted", s)
}

// engines are the engines but for Auto, which lets these take turns.
var engines = [...]engine.Engine{Explicit: explicit.Engine{}, Symbolic: symbolic.Engine{}, Sorted: sorted.Engine{}}

// Exact has the counts of a symbolic search.
type Exact struct {
	Configurations, Events *big.Int
	// Final is the number of nodes of the diagram of all configurations. Peak is
	// the largest number held at once, which includes nodes of other sets and
	// garbage that was not collected yet.
	Final, Peak int
}

// refusal is the error of a system that an engine refuses.
func refusal(e Engine, s *model.System, why reason.Reason, allowed string) error {
	return fmt.Errorf("%s: the %v engine does not suit: %v; allowed: %s", s.Name(), e, why, allowed)
}

// isOfDiagrams reports whether an engine searches diagrams.
func (e Engine) isOfDiagrams() bool { return e == Symbolic || e == Sorted }
