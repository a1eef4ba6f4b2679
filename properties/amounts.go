package properties

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// An Amount is something that a finite execution has a number of.
type Amount uint8

// The amounts.
const (
	MessagesSent Amount = iota // lost ones included
	RoundsTaken                // in lockstep
	EventsTaken
)

var amountNames = [...]string{"messages", "rounds", "events"}

func (a Amount) String() string {
	if int(a) < len(amountNames) {
		return amountNames[a]
	}
	return fmt.Sprintf("amount(%d)", uint8(a))
}

// of returns the amount that one event adds.
func (a Amount) of(s Step) int {
	switch {
	case a == MessagesSent:
		return len(s.sent())
	case a == RoundsTaken && s.Event.StepKind() != model.Round:
		return 0
	}
	return 1
}

// notAtEnd stands in the name of [NotAtEnd] between amount and number.
const notAtEnd = "!="

// NotAtEnd says that no execution ends with exactly this amount. An execution that does
// refutes it, such as one that has an extreme amount: so a counterexample file can hold
// that, under the name messages!=5.
func NotAtEnd(a Amount, number int) Property {
	count := Watching{
		monitor: Monitor{
			begin: func(first Configuration) any {
				if a == EventsTaken { // the wake-ups at the start are no events
					return -len(first.system.Semantics().Startup().Steps)
				}
				return 0
			},
			tell: func(state any, s Step) any { return min(state.(int)+a.of(s), number+1) },
			sees: events,
		},
		holds: func(_ model.View, state any) bool { return state != number },
	}
	return NewAtEnd(fmt.Sprint(a, notAtEnd, number), fmt.Sprintf("no execution ends with exactly %d %v", number, a), count)
}

// amountNamed returns the property [NotAtEnd] of that name, and false if it is not one.
func amountNamed(name string) (Property, bool) {
	of, number, _ := strings.Cut(name, notAtEnd)
	n, err := strconv.Atoi(number)
	for a, word := range amountNames {
		if of == word && err == nil && n >= 0 {
			return NotAtEnd(Amount(a), n), true
		}
	}
	return Property{}, false
}
