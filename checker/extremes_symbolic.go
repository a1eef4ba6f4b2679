package checker

import (
	"fmt"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// measureSymbolically finds the extremes of messages on decision diagrams: a
// monitor adds up what is sent, and is read off in the terminal configurations.
func (k *check) measureSymbolically(q Quantity) (x Extremes, err error) {
	if why := symbolic.Why(k.system); why != "" {
		return x, fmt.Errorf("%s: the symbolic engine does not suit: %s; allowed: explicit", k.system.Name(), why)
	}
	if q != Messages {
		return x, fmt.Errorf("%s: the symbolic engine measures messages, not %v; allowed: explicit", k.system.Name(), q)
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case cut:
			err = fmt.Errorf("%s: %w: %s", k.system.Name(), ErrCutShort, string(r))
		case diagram.ErrMemory:
			err = fmt.Errorf("%s: %w: %s", k.system.Name(), ErrCutShort, k.outgrown())
		default:
			panic(r)
		}
	}()
	plain := k.explored(nil, nil)
	if err := k.findFailureSymbolically(plain); err != nil {
		return x, err
	}
	switch {
	case k.illFormed:
		return x, &IllFormedError{k.failure}
	case !plain.Acyclic(plain.all): // an amount without end would be a state without end
		return x, fmt.Errorf("%s: %w: there is a cycle, and the symbolic engine does not find out whether it sends; allowed: explicit", k.system.Name(), ErrCutShort)
	}
	sum := properties.Monitor{
		Start: func(model.View) any { return 0 },
		Next:  func(state any, o properties.Observation) any { return state.(int) + o.Sends },
	}
	carried := k.explored(&sum, nil)
	x.Finite = true
	first := true
	for _, state := range carried.Monitors(carried.Terminal(carried.all)) {
		amount := int64(state.(int))
		if first || amount < x.Least {
			x.Least = amount
		}
		x.Greatest = max(x.Greatest, amount)
		first = false
	}
	if first {
		return Extremes{}, fmt.Errorf("%s: no execution has an end: no terminal configuration is reachable", k.system.Name())
	}
	return x, nil
}
