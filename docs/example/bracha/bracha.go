// Package bracha is reliable broadcast among processes of which one may be a traitor: G. Bracha, Asynchronous
// Byzantine agreement protocols (Information and Computation 75(2), 1987), section 3. docs/examples.md quotes it.
package bracha

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The labels of the processes select their programs.
const (
	receiver = iota // which is correct
	sender          // which is correct or a traitor
	betrayer        // a traitor who is not the sender
)

// A Value is one of two that may be broadcast; None is no value.
type Value uint8

// The values.
const (
	None Value = iota
	A
	B
)

func (v Value) String() string { return [...]string{"-", "A", "B"}[v] }

// A Kind is the kind of a message.
type Kind uint8

// The kinds of messages, in the order of the protocol.
const (
	Initial Kind = iota
	Echo
	Ready
	kinds
)

// A Message has a value for everybody.
type Message struct {
	Kind  Kind
	Value Value
}

func (m Message) String() string {
	return fmt.Sprintf("%s %v", [...]string{"INITIAL", "ECHO", "READY"}[m.Kind], m.Value)
}

// A Broadcast is the status of a correct process that an observer sees.
type Broadcast struct {
	Sent      Value // by the sender
	Delivered Value
}

// A state is the local state of a correct process.
type state struct {
	Sent      [kinds]bool
	Got       [kinds][B + 1]int // how many messages with each value have come
	Broadcast Broadcast
}

// Thresholds are the numbers of messages with one value after which a correct process goes on.
type Thresholds struct {
	Echoes  int // before it sends READY: more than (n + traitors) / 2
	Readies int // before it sends READY though too few echoes have come: more than the traitors
	Deliver int // READY, before it delivers: more than twice the traitors
}

// Right returns the thresholds of four processes with one traitor.
func Right() Thresholds { return Thresholds{Echoes: 3, Readies: 2, Deliver: 3} }

// correct is the program of a correct process.
type correct struct {
	Thresholds
	sends bool // it is the sender
}

func (correct) InputNames() model.InputNames { return model.InputNames{Wake: "broadcast"} }
func (correct) Init(model.Self) state        { return state{} }
func (a correct) Ready(_ model.Self, s state) model.Spontaneous {
	return model.Spontaneous{Wake: a.sends && !s.Sent[Initial]}
}
func (correct) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Broadcast} }

func (a correct) Step(p *model.Process[Message], s state, in model.Input[Message]) state {
	if in.Kind == model.Wake {
		s.Broadcast.Sent = A
		return s.tell(p, Message{Initial, A})
	}
	m := in.Msg
	s.Got[m.Kind][m.Value]++
	switch count := s.Got[m.Kind][m.Value]; {
	case m.Kind == Initial:
		s = s.tell(p, Message{Echo, m.Value})
	case m.Kind == Echo && count >= a.Echoes, m.Kind == Ready && count >= a.Readies:
		s = s.tell(p, Message{Ready, m.Value})
	}
	if s.Broadcast.Delivered == None && s.Got[Ready][m.Value] >= a.Deliver {
		s.Broadcast.Delivered = m.Value
	}
	return s
}

// tell sends a message to all processes, itself among them, unless it has sent one of that kind.
func (s state) tell(p *model.Process[Message], m Message) state {
	if s.Sent[m.Kind] {
		return s
	}
	s.Sent[m.Kind] = true
	for q := range p.Ports() {
		p.Send(model.Port(q), m)
	}
	return s
}

// traitor is the program of a traitor: it sends each process any message of each kind, or none, and may do so at any time. A
// second message of one kind would be ignored, as who counts messages knows the senders. Its local state is the number
// of processes that it has sent to.
type traitor struct {
	first Kind // of the messages that others heed: INITIAL from the sender only
}

func (traitor) InputNames() model.InputNames         { return model.InputNames{Wake: "betray"} }
func (traitor) Init(model.Self) int                  { return 0 }
func (traitor) Observe(model.Self, int) model.Status { return model.Status{} }
func (traitor) Ready(p model.Self, betrayed int) model.Spontaneous {
	return model.Spontaneous{Wake: betrayed < p.Ports()-1}
}

func (a traitor) Step(p *model.Process[Message], betrayed int, in model.Input[Message]) int {
	if in.Kind != model.Wake {
		return betrayed
	}
	for kind := a.first; kind < kinds; kind++ {
		if v := Value(p.Choose(int(B) + 1)); v != None {
			p.Send(model.Port(1+betrayed), Message{kind, v})
		}
	}
	return betrayed + 1
}

// A Traitor says which of the four processes is one.
type Traitor uint8

// The traitors.
const (
	Nobody Traitor = iota
	SomeReceiver
	Sender
)

// New returns the system of n processes, in which messages overtake others.
func New(n int, t Thresholds, who Traitor) (*model.System, error) {
	net := model.Network{Topology: model.Complete, N: n, Labels: make([]int, n), Order: model.Bag}
	net.Labels[0] = sender
	programs := []model.Program{model.ProgramOf(correct{Thresholds: t}), model.ProgramOf(correct{t, true})} // in the order of the labels
	switch who {
	case SomeReceiver:
		net.Labels[n-1] = betrayer
		programs = append(programs, model.ProgramOf(traitor{first: Echo}))
	case Sender:
		programs[sender] = model.ProgramOf(traitor{first: Initial})
	}
	return model.New(model.Join(programs...), net)
}

func delivered(b Broadcast) bool { return b.Delivered != None }

// Agreement says that no two correct processes deliver different values.
func Agreement() properties.Property {
	return properties.NewAlways("agreement", "no two correct processes deliver different values",
		properties.Both(func(a, b Broadcast) bool { return !delivered(a) || !delivered(b) || a.Delivered == b.Delivered }))
}

// Totality says that all correct processes deliver if one does.
func Totality() properties.Property {
	return properties.NewLeadsTo("totality", "if one delivers, all correct processes do", properties.Some(delivered), properties.Each(delivered))
}

// Integrity says that no correct process delivers another value than the one that a correct sender broadcasts.
func Integrity() properties.Property {
	return properties.NewAlways("integrity", "no correct process delivers another value than A",
		properties.Each(func(b Broadcast) bool { return !delivered(b) || b.Delivered == A }))
}

// Validity says that all correct processes deliver if a correct sender broadcasts.
func Validity() properties.Property {
	return properties.NewLeadsTo("validity", "if a correct sender broadcasts, all correct processes deliver",
		properties.Some(func(b Broadcast) bool { return b.Sent != None }), properties.Each(delivered))
}
