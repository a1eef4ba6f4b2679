package properties

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// Extreme says which identity an algorithm claims to elect.
type Extreme uint8

// The extremes.
const (
	Greatest Extreme = iota
	Least
)

func (e Extreme) String() string { return [...]string{"greatest", "least"}[e] }

// Uniqueness says that in no configuration two live processes have won in the
// same term: the safety half of "exactly one processor (the leader) enters an
// elected state" (001_b756f6c4c7d179c3.txt, Leader Election: Definition).
func Uniqueness() Property {
	return NewAlways("uniqueness", "no two live processes have won in the same term", func(v model.View) bool {
		for p, s := range v.Status {
			for _, t := range v.Status[:p] {
				if won(s) && won(t) && s.Term == t.Term {
					return false
				}
			}
		}
		return true
	})
}

// UniquenessEver says that in each term at most one process ever wins, whether
// or not it is still live or still leader when another one wins (Election
// Safety of Ongaro and Ousterhout 2014).
func UniquenessEver() Property {
	return NewAlways("uniqueness-ever", "in each term at most one process ever wins", nil).Monitored(
		Monitor{
			Start: func(initial model.View) any {
				var w winners
				for p, s := range initial.Status {
					w = w.with(p, s)
				}
				return w
			},
			Next: func(state any, o Observation) any { return state.(winners).with(o.Process, o.After) },
		},
		func(_ model.View, state any) bool { return !state.(winners).second })
}

// winners is a monitor state: who has won in which term, as sorted text (a
// state is compared by value), or that two have won in one term.
type winners struct {
	list   string
	second bool
}

func (w winners) with(p int, s model.Status) winners {
	if w.second || !won(s) {
		return w
	}
	term, winner := fmt.Sprintf("%d:", s.Term), fmt.Sprintf("%d:%d", s.Term, p)
	list := strings.Fields(w.list)
	for _, other := range list {
		if other == winner {
			return w
		}
		if strings.HasPrefix(other, term) {
			return winners{second: true}
		}
	}
	list = append(list, winner)
	slices.Sort(list)
	return winners{list: strings.Join(list, " ")}
}

// Agreement says that in a terminal configuration all live processes that name
// a leader name the same.
func Agreement() Property {
	return NewAtEnd("agreement", "at the end all live processes that name a leader name the same", func(v model.View) bool {
		named := model.NoID
		for _, s := range v.Status {
			if !live(s) || s.Leader == model.NoID {
				continue
			}
			if named != model.NoID && named != s.Leader {
				return false
			}
			named = s.Leader
		}
		return true
	})
}

// Validity says that in a terminal configuration whoever is named leader by a
// live process, and whoever has won, has the extreme identity among the live
// processes. On anonymous networks it says nothing.
func Validity(e Extreme) Property {
	statement := fmt.Sprintf("at the end the leader is the live process with the %v identity", e)
	return NewAtEnd("validity", statement, func(v model.View) bool {
		if v.Network.IDs == nil {
			return true
		}
		extreme := model.NoID
		for p, s := range v.Status {
			if id := v.Network.IDs[p]; live(s) && (extreme == model.NoID || (id > extreme) == (e == Greatest)) {
				extreme = id
			}
		}
		for p, s := range v.Status {
			if live(s) && s.Leader != model.NoID && s.Leader != extreme || won(s) && v.Network.IDs[p] != extreme {
				return false
			}
		}
		return true
	})
}

// Irrevocability says that no event makes a live process leave Won or Lost:
// "once an elected state is entered, processor is always in an elected state
// (and similarly for not-elected)" (001_b756f6c4c7d179c3.txt, Leader Election:
// Definition).
func Irrevocability() Property {
	return NewAlwaysStep("irrevocability", "a process that has won or lost never changes that", func(before, after model.View) bool {
		for p, s := range before.Status {
			t := after.Status[p]
			if live(s) && live(t) && decided(s) && s.Role != t.Role {
				return false
			}
		}
		return true
	})
}

// Decided says that every fair execution ends with each live process in Won or
// Lost: "every processor eventually enters either an elected or a not-elected
// state" (001_b756f6c4c7d179c3.txt, Leader Election: Definition).
func Decided() Property {
	return NewStabilises("decided", "every fair execution ends with each live process having won or lost",
		func(v model.View) bool { return each(v, decided) })
}

// Known says that every fair execution ends with each live process naming a
// leader.
func Known() Property {
	return NewStabilises("known", "every fair execution ends with each live process naming a leader",
		func(v model.View) bool { return each(v, func(s model.Status) bool { return s.Leader != model.NoID }) })
}

// Elected says that in every fair execution some process wins.
func Elected() Property {
	return NewEventually("elected", "in every fair execution some process wins",
		func(v model.View) bool { return slices.ContainsFunc(v.Status, won) })
}

// Halted says that every fair execution ends with each live process
// terminated.
func Halted() Property {
	return NewStabilises("halted", "every fair execution ends with each live process terminated",
		func(v model.View) bool { return each(v, func(s model.Status) bool { return s.Halted }) })
}

// Quiescence says that every fair execution ends.
func Quiescence() Property {
	return NewTerminates("quiescence", "every fair execution is finite")
}

// WellFormed says that no step panics, sends to a port that does not exist,
// reads what it may not know or chooses without end.
func WellFormed() Property {
	return NewAlways("well-formed", "no step panics, sends to a port that does not exist or chooses without end", func(v model.View) bool {
		return !slices.ContainsFunc(v.Status, func(s model.Status) bool { return s.Failed })
	})
}

// MessagesAtMost says that no execution sends more than bound messages, lost
// ones included.
func MessagesAtMost(bound int) Property {
	name := fmt.Sprintf("messages<=%d", bound)
	return NewAlways(name, fmt.Sprintf("no execution sends more than %d messages", bound), nil).Monitored(
		Monitor{
			Start: func(model.View) any { return 0 },
			Next:  func(state any, o Observation) any { return min(state.(int)+o.Sends, bound+1) },
		},
		func(_ model.View, state any) bool { return state.(int) <= bound })
}

// Symmetric says that all live processes always look the same: what cannot be
// told apart stays so in a round that all take together
// (001_b756f6c4c7d179c3.txt, Impossibility: Leader Election in Anonymous
// Rings).
func Symmetric() Property {
	return NewAlways("symmetric", "all live processes always have the same status", func(v model.View) bool {
		alive := slices.DeleteFunc(slices.Clone(v.Status), func(s model.Status) bool { return !live(s) })
		return len(slices.Compact(alive)) <= 1
	})
}

// LeaderReachable says that in some execution some process wins: without it
// Uniqueness would be worth nothing.
func LeaderReachable() Property {
	return NewReachable("leader-reachable", "in some execution some process wins",
		func(v model.View) bool { return slices.ContainsFunc(v.Status, won) })
}

func live(s model.Status) bool    { return s.Live() && !s.Failed }
func won(s model.Status) bool     { return live(s) && s.Role == model.Won }
func decided(s model.Status) bool { return s.Role == model.Won || s.Role == model.Lost }

// each reports whether every live process satisfies p.
func each(v model.View, p func(model.Status) bool) bool {
	return !slices.ContainsFunc(v.Status, func(s model.Status) bool { return live(s) && !p(s) })
}
