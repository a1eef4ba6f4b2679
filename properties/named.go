package properties

import (
	"fmt"
	"strconv"
	"strings"
)

// Standard returns the properties of the catalogue that need no bound, for an
// algorithm that claims to elect the given extreme, in a fixed order.
func Standard(e Extreme) []Property {
	return []Property{WellFormed(), Uniqueness(), UniquenessEver(), Irrevocability(), Agreement(), Validity(e),
		Elected(), Decided(), Known(), Halted(), Quiescence(), LeaderReachable()}
}

// Special returns the other properties of the catalogue that need no bound: those that
// are claimed only of algorithms whose text speaks of them.
func Special() []Property {
	return []Property{Symmetric(), OneCandidate(), Undisturbed(), WithinBounds()}
}

// Named returns the property of that name: one of [Standard] or [Special], or
// messages<=N.
func Named(name string, e Extreme) (Property, error) {
	if bound, ok := strings.CutPrefix(name, "messages<="); ok {
		if n, err := strconv.Atoi(bound); err == nil && n >= 0 {
			return MessagesAtMost(n), nil
		}
	}
	var names []string
	for _, p := range append(Standard(e), Special()...) {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Property{}, fmt.Errorf("unknown property %q; allowed: %s, messages<=N", name, strings.Join(names, ", "))
}
