package anonymous

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Algorithm is one deterministic synchronous algorithm of a class, given by its
// table. The table has a row of characters for each local state, separated by
// slashes: the role (u, l or w: undecided, lost, won), the message that is sent
// to each port on entering the state (0: none), and the next state for each
// receipt, nothing first; with two ports the message from the left counts
// first. An entry that is [Open] makes a process that needs it stop there.
type Algorithm struct {
	Class Class
	Table string
}

// First returns the algorithm in which a process that receives nothing in its
// first round wins, and one that is woken by a message loses. A process that
// wakes alone is elected; if all wake at once, all are.
func First() Algorithm {
	return Algorithm{Class{States: 3, Messages: 2, Ports: 1}, "u012/w111/l122"}
}

// State is the local state of a process.
type State struct {
	Awake bool
	Begun bool   // has taken a round: before the first it is undecided, in spite of the row
	At    int    // the row of the table
	Got   [2]int // by port: the message received in this round so far; 0: none
	Stuck int    // 1 + the entry that is needed and open, else 0
}

func (s State) String() string {
	text := "awake"
	switch {
	case s.Stuck > 0:
		return fmt.Sprintf("stuck,at=%d,entry=%d", s.At, s.Stuck-1)
	case !s.Awake:
		text = "asleep"
	case !s.Begun:
		text = "woken"
	}
	text = fmt.Sprintf("%s,at=%d", text, s.At)
	if s.Got != [2]int{} {
		text = fmt.Sprintf("%s,got=%d,%d", text, s.Got[0], s.Got[1])
	}
	return text
}

// Message is a message, 1 or more.
type Message int

func (m Message) String() string { return fmt.Sprintf("M(%d)", int(m)) }

// Name returns "anonymous".
func (a Algorithm) Name() string { return "anonymous" }

// Needs returns the requirements of the algorithm: the input label is
// where a process begins, and the same for all of an anonymous ring.
func (a Algorithm) Needs() model.Needs {
	needs := model.Needs{
		Topologies: []model.Topology{model.UnidirectionalRing},
		MinN:       1,
		Knowledge:  model.KnowLabel,
		Timings:    []model.Timing{model.Lockstep},
	}
	if a.Class.Ports == 2 {
		needs.Topologies = []model.Topology{model.Ring, model.Graph}
	}
	return needs
}

// Init returns the state of a process that has done nothing yet.
func (a Algorithm) Init(p model.Self) State { return State{At: p.Label()} } // 2

// Ready says that a process may wake, and then takes part in every round.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous { // 4
	return model.Spontaneous{Wake: !s.Awake, Round: s.Awake}
}

// Step is the algorithm, which the table determines.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State { // 1
	s.Awake = true
	switch {
	case s.Stuck > 0:
		return s
	case in.Kind == model.Receive: // 4
		s.Got[in.Port] = int(in.Msg) // 4
	case in.Kind == model.Round: // 4
		return a.turn(p, s)
	}
	return s
}

// turn takes a round: a transition, and the messages sent on entering a state.
func (a Algorithm) turn(p *model.Process[Message], s State) State {
	entry := a.Class.next(s.At, a.receipt(s))
	if s.Stuck = a.stuck(entry); s.Stuck > 0 {
		return s
	}
	to := State{Awake: true, Begun: true, At: a.digit(entry)} // 4
	if to.Stuck = a.stuck(a.entries(to.At)...); to.Stuck > 0 {
		return to
	}
	for port := range a.Class.Ports {
		if m := a.digit(a.Class.send(to.At, port)); m > 0 {
			p.Send(model.Port(port), Message(m)) // 3, 4
		}
	}
	return to
}

// receipt returns the number that encodes the messages of this round. With one port
// they come from the right.
func (a Algorithm) receipt(s State) int {
	if a.Class.Ports == 1 {
		return s.Got[1]
	}
	return s.Got[0]*a.Class.Messages + s.Got[1]
}

// entries returns the entries that entering a state needs.
func (a Algorithm) entries(s int) []int {
	list := []int{a.Class.role(s)}
	for port := range a.Class.Ports {
		list = append(list, a.Class.send(s, port))
	}
	return list
}

// stuck returns 1 + the first of these entries that is open, 0 if none is.
func (a Algorithm) stuck(entries ...int) int {
	for _, entry := range entries {
		if a.Table[entry] == Open {
			return entry + 1
		}
	}
	return 0
}

func (a Algorithm) digit(entry int) int { return int(a.Table[entry] - '0') }

// Observe returns the view of an observer: the role that the table gives.
func (a Algorithm) Observe(_ model.Self, s State) model.Status { // 5
	if !s.Begun || s.Stuck > 0 {
		return model.Status{}
	}
	roles := map[byte]model.Role{'u': model.Undecided, 'l': model.Lost, 'w': model.Won}
	return model.Status{Role: roles[a.Table[a.Class.role(s.At)]]} // 5
}
