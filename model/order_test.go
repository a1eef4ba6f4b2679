package model

import (
	"fmt"
	"strings"
	"testing"
)

// TestOtherOrdersAreRefused adds each combination of the facts about an order in turn, in place of Set,
// as one who adds a row would, and builds a system with it: it is one of the four, or New says
// in one line that there are no others.
func TestOtherOrdersAreRefused(t *testing.T) {
	four := orders
	defer func() { orders = four }()
	for bits := range 8 {
		f := orderFacts{name: "added", queued: bits&1 > 0, distinct: bits&2 > 0, perReceiver: bits&4 > 0}
		known := false
		for _, o := range four {
			o.name = f.name
			known = known || o == f
		}
		t.Run(fmt.Sprintf("%+v", f), func(t *testing.T) {
			orders[Set] = f
			_, err := New(silent{}, Network{Topology: UnidirectionalRing, N: 2, Order: Set})
			switch {
			case known && err != nil:
				t.Errorf("one of the four is refused: %v", err)
			case !known && (err == nil || !strings.Contains(err.Error(), "order added is a ") || !strings.HasSuffix(err.Error(), "; allowed: fifo, bag, set, inbox")):
				t.Errorf("it is not refused in a line that names it and the four: %v", err)
			case err != nil && strings.Contains(err.Error(), "\n"):
				t.Errorf("more than one line: %v", err)
			}
		})
	}
}

// silent does nothing.
type silent struct{}

func (silent) Init(Self) int                                 { return 0 }
func (silent) Ready(Self, int) Spontaneous                   { return Spontaneous{} }
func (silent) Step(_ *Process[int], l int, _ Input[int]) int { return l }
func (silent) Observe(Self, int) Status                      { return Status{} }
