package checkertest

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// InTurn returns a small random system in timing bounded whose timers run out in turn. Seeds differ in the kind of
// system: most timers have that of [Bounded], then those of [CommutingBounded] and [CirclingBounded].
func InTurn(seed uint64) (*model.System, string) {
	hurried := func(seed uint64) (*model.System, string) { return random(seed, babbler{timed: true, hurried: true}) }
	draws := []func(uint64) (*model.System, string){hurried, CommutingBounded, hurried, CirclingBounded}
	s, about := draws[seed%4](seed)
	net := *s.Network()
	net.TimersInTurn = true
	s, err := s.Semantics().On(net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, about + ", timers in turn"
}
