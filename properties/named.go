package properties

import (
	"fmt"
	"strconv"
	"strings"
)

// A named is a property of the catalogue that is made only when it is asked for: lists
// of claims need many names.
type named struct {
	name string
	make func() Property
}

func standard(e Extreme) []named {
	return []named{
		{wellFormed, WellFormed},
		{"uniqueness", Uniqueness},
		{"uniqueness-ever", UniquenessEver},
		{"irrevocability", Irrevocability},
		{"agreement", Agreement},
		{"validity", func() Property { return Validity(e) }},
		{"elected", Elected},
		{"decided", Decided},
		{"known", Known},
		{"halted", Halted},
		{"quiescence", Quiescence},
		{"leader-reachable", LeaderReachable},
	}
}

func special() []named {
	return []named{
		{"symmetric", Symmetric},
		{"one-candidate", OneCandidate},
		{"undisturbed", Undisturbed},
		{"within-bounds", WithinBounds},
		{"defeated", Defeated},
		{"in-time", InTime},
	}
}

// Standard returns the properties of the catalogue that need no bound, for an
// algorithm that claims to elect the given extreme, in a fixed order.
func Standard(e Extreme) []Property { return made(standard(e)) }

// StandardNames returns the names of [Standard], in its order.
func StandardNames() []string { return namesOf(standard(Greatest)) }

// Special returns the other properties of the catalogue that need no bound: those that
// are claimed only of algorithms whose text speaks of them.
func Special() []Property { return made(special()) }

func made(list []named) []Property {
	properties := make([]Property, len(list))
	for i, p := range list {
		properties[i] = p.make()
	}
	return properties
}

func namesOf(list []named) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.name
	}
	return names
}

// Named returns the property of that name: one of [Standard] or [Special],
// messages<=N, or messages!=N, rounds!=N or events!=N ([NotAtEnd]). It makes no other.
func Named(name string, e Extreme) (Property, error) {
	if bound, ok := strings.CutPrefix(name, "messages<="); ok {
		if n, err := strconv.Atoi(bound); err == nil && n >= 0 {
			return MessagesAtMost(n), nil
		}
	}
	if p, ok := amountNamed(name); ok {
		return p, nil
	}
	list := append(standard(e), special()...)
	for _, p := range list {
		if p.name == name {
			return p.make(), nil
		}
	}
	return Property{}, fmt.Errorf("unknown property %q; allowed: %s, messages<=N, messages!=N, rounds!=N, events!=N", name, strings.Join(namesOf(list), ", "))
}
