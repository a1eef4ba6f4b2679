package properties

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// Extreme is the identity that an algorithm claims to elect.
type Extreme uint8

// The extremes.
const (
	Greatest Extreme = iota
	Least
)

func (e Extreme) String() string { return [...]string{"greatest", "least"}[e] }

// neverWon is why a property that is triggered by a winner is vacuous.
const neverWon = "no live process ever wins"

// Uniqueness says that in no configuration two live processes have won in the
// same term: the safety half of "exactly one processor (the leader) enters an
// elected state" (Misra, Leader Election: Definition).
func Uniqueness() Property {
	return NewAlways("uniqueness", "no two live processes have won in the same term", Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return !won(s) || !won(t) || s.Term != t.Term
		}}).TriggeredBy(Shape{Some: won}, neverWon)
}

// UniquenessEver says that in each term at most one process ever wins, whether
// or not it is still live or still leader when another one wins (Election
// Safety of Ongaro and Ousterhout 2014).
func UniquenessEver() Property {
	return NewAlways("uniqueness-ever", "in each term at most one process ever wins", Watch(
		func(first model.View) winners {
			var w winners
			for p, s := range first.Status {
				w = w.with(p, s)
			}
			return w
		},
		func(w winners, o Observation) winners {
			if won(o.Before) && o.Before.Term == o.After.Term {
				return w // the process is in the list since it won
			}
			return w.with(o.Process, o.After)
		},
		func(w winners) bool { return !w.second })).TriggeredBy(Shape{Some: won}, neverWon)
}

// winners is a monitor state: the winner of each term, or that two processes have
// won in one term. The winners are a sorted text, as states are compared by value.
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

// Renamed implements [Renamer].
func (w winners) Renamed(image []int) any {
	list := strings.Fields(w.list)
	for i, entry := range list {
		term, winner, _ := strings.Cut(entry, ":")
		p, err := strconv.Atoi(winner)
		if err != nil {
			panic(err) // with wrote it
		}
		list[i] = fmt.Sprintf("%s:%d", term, image[p])
	}
	slices.Sort(list)
	return winners{strings.Join(list, " "), w.second}
}

// Agreement says that in a terminal configuration all live processes that name
// a leader name the same.
func Agreement() Property {
	return NewAtEnd("agreement", "at the end all live processes that name a leader name the same", Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return !live(s) || !live(t) || s.Leader == model.NoID || t.Leader == model.NoID || s.Leader == t.Leader
		}}).TriggeredBy(Shape{Some: names}, "no live process names a leader at the end")
}

// Validity says that in a terminal configuration every leader that a live process
// names, and every live process that has won, has the extreme identity of the live
// processes that do not stand aside. A process that stands aside has not won. On
// anonymous networks every configuration satisfies it.
func Validity(e Extreme) Property {
	statement := fmt.Sprintf("at the end the leader is the live process with the %v identity", e)
	return NewAtEnd("validity", statement, Shape{
		Each: func(net *model.Network, p int, s model.Status) bool {
			switch {
			case net.IDs == nil || !live(s):
				return true
			case s.Aside && won(s):
				return false
			case s.Leader == model.NoID:
				return true
			case s.Aside:
				return slices.Contains(net.IDs, s.Leader) && s.Leader != net.IDs[p]
			}
			return slices.Contains(net.IDs, s.Leader) && !e.beyond(net.IDs[p], s.Leader)
		},
		Both: func(net *model.Network, p int, s model.Status, q int, t model.Status) bool {
			switch {
			case net.IDs == nil || !live(s):
				return true
			case !live(t) || t.Aside: // then q is not the leader
				return s.Leader != net.IDs[q]
			}
			return (s.Leader == model.NoID || !e.beyond(net.IDs[q], s.Leader)) && !(won(s) && e.beyond(net.IDs[q], net.IDs[p]))
		}}).TriggeredBy(Shape{Some: func(s model.Status) bool { return won(s) || names(s) }}, "no live process has won or names a leader at the end")
}

// beyond reports whether a is more extreme than b.
func (e Extreme) beyond(a, b model.ID) bool { return a != b && (a > b) == (e == Greatest) }

// Irrevocability says that no event makes a live process leave Won or Lost:
// "once an elected state is entered, processor is always in an elected state
// (and similarly for not-elected)" (Misra, Leader Election:
// Definition).
func Irrevocability() Property {
	return NewAlwaysStep("irrevocability", "a live process that has won or lost never changes that", Shape{
		Step: func(before, after model.Status) bool {
			return !live(before) || !live(after) || !decided(before) || before.Role == after.Role
		}}).TriggeredBy(Shape{Some: func(s model.Status) bool { return live(s) && decided(s) }}, "no live process ever wins or loses")
}

// Decided says that every fair execution ends with each live process in Won or
// Lost: "every processor eventually enters either an elected or a not-elected
// state" (Misra, Leader Election: Definition).
func Decided() Property {
	return NewStabilises("decided", "every fair execution ends with each live process having won or lost", each(decided))
}

// Known says that every fair execution ends with each live process naming a
// leader.
func Known() Property {
	return NewStabilises("known", "every fair execution ends with each live process naming a leader",
		each(func(s model.Status) bool { return s.Leader != model.NoID }))
}

// Elected says that in every fair execution some process wins.
func Elected() Property {
	return NewEventually("elected", "in every fair execution some process wins", Shape{Some: won})
}

// Halted says that every fair execution ends with each live process
// terminated.
func Halted() Property {
	return NewStabilises("halted", "every fair execution ends with each live process terminated",
		each(func(s model.Status) bool { return s.Halted }))
}

// Quiescence says that every fair execution ends.
func Quiescence() Property {
	return NewTerminates("quiescence", "every fair execution is finite")
}

const wellFormed = "well-formed"

// WellFormed says that no step panics, sends to a port that does not exist, reads
// a fact that the network does not grant, or chooses without end.
func WellFormed() Property {
	return NewAlways(wellFormed, "no step panics, sends to a port that does not exist or chooses without end", Shape{
		Each: func(_ *model.Network, _ int, s model.Status) bool { return !s.Failed }})
}

// IsWellFormed reports whether the property is [WellFormed]: the only one that a
// step that is not well-formed refutes.
func (p Property) IsWellFormed() bool { return p.Name == wellFormed }

// MessagesAtMost says that no execution sends more than bound messages, lost
// ones included.
func MessagesAtMost(bound int) Property {
	name := fmt.Sprintf("messages<=%d", bound)
	sent := Watch(
		func(model.View) int { return 0 },
		func(sent int, o Observation) int { return min(sent+o.Sends, bound+1) },
		func(sent int) bool { return sent <= bound })
	sent.monitor.counts = true
	return NewAlways(name, fmt.Sprintf("no execution sends more than %d messages", bound), sent)
}

// Symmetric says that all live processes always have the same status: in a round,
// processes in equal states end in equal states (Misra, Impossibility: Leader
// Election in Anonymous Rings).
func Symmetric() Property {
	return NewAlways("symmetric", "all live processes always have the same status", Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return !live(s) || !live(t) || s == t
		}})
}

// OneCandidate says that at no time two live processes try to win: "there are no
// parallel elections" (Thomsen and Rasmussen 2023, 4.1 Quantitative comparison).
func OneCandidate() Property {
	return NewAlways("one-candidate", "at most one live process is a candidate at a time", Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return !candidate(s) || !candidate(t)
		}})
}

// Undisturbed says that no process stands for election while another leads in an
// earlier term. Heartbeats are meant to guarantee it (Ongaro and Ousterhout 2014,
// 5.2). A candidate in the term of the leader has not heard of it yet.
func Undisturbed() Property {
	return NewAlways("undisturbed", "while a live process leads, no live process is a candidate in a greater term", Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return !won(s) || !candidate(t) || t.Term <= s.Term
		}})
}

// WithinBounds says that no process would go on beyond a bound of the instance, such as
// the last term: then the instance shows all that the algorithm does. Where it fails, a
// search cannot tell whether an election ends, and liveness is unknown.
func WithinBounds() Property {
	return NewAlways("within-bounds", "no process would go on beyond a bound of the instance", Shape{
		Each: func(_ *model.Network, _ int, s model.Status) bool { return !s.Bounded }})
}

// Defeated says that who ends in the middle of the election has won it: the others have been
// defeated before (Troják, III.A: a process in state C may become the leader).
func Defeated() Property {
	return NewAlwaysStep("defeated", "no candidate terminates without having won", Shape{
		Step: func(before, after model.Status) bool {
			return !candidate(before) || !live(after) || !after.Halted || won(after)
		}})
}

// InTime says that nothing comes to a process whose program has shut down (Troják, IV.D): its
// sender would be told of an error.
func InTime() Property {
	return NewAlwaysStep("in-time", "no message comes to a process that has terminated", func(s Step) bool {
		for m := range Delivered[any](s) {
			if s.Before.Status(m.To).Halted {
				return false
			}
		}
		return true
	})
}

// LeaderReachable says that in some execution some process wins. Without it,
// [Uniqueness] would hold of an algorithm that never elects a leader.
func LeaderReachable() Property {
	return NewReachable("leader-reachable", "in some execution some process wins", Shape{Some: won})
}

func live(s model.Status) bool      { return s.Live() && !s.Failed }
func won(s model.Status) bool       { return live(s) && s.Role == model.Won }
func names(s model.Status) bool     { return live(s) && s.Leader != model.NoID }
func candidate(s model.Status) bool { return live(s) && s.Role == model.Candidate }
func decided(s model.Status) bool   { return s.Role == model.Won || s.Role == model.Lost }

// each is the shape whose predicate p every live process must satisfy.
func each(p func(model.Status) bool) Shape {
	return Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return !live(s) || p(s) }}
}
