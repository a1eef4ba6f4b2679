// Package threephase is three-phase commit: D. Skeen, Nonblocking commit protocols (SIGMOD 1981), with the termination protocol of
// P. A. Bernstein, V. Hadzilacos and N. Goodman, Concurrency Control and Recovery in Database Systems (Addison-Wesley 1987), section 7.5. The
// process with the smallest identity coordinates; if it crashes, the next one goes on. docs/examples.md quotes it.
package threephase

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Phase is one of a participant. Of the phases of several, the greatest one says how to go on.
type Phase uint8

// The phases.
const (
	Working   Phase = iota
	Uncertain       // it has voted yes
	Prepared        // it knows that all have voted yes
	Committed
	Aborted
)

func (f Phase) String() string {
	return [...]string{"working", "uncertain", "prepared", "committed", "aborted"}[f]
}

// A Kind is the kind of a message.
type Kind uint8

// The kinds of messages.
const (
	Ask    Kind = iota // the coordinator asks for the phase
	Tell               // the answer
	Change             // the coordinator changes the phase
)

// A Message has a phase unless it asks.
type Message struct {
	Kind  Kind
	Phase Phase
}

func (m Message) String() string {
	switch m.Kind {
	case Ask:
		return "STATE?"
	case Tell:
		return m.Phase.String()
	}
	return [...]string{Prepared: "PRECOMMIT", Committed: "COMMIT", Aborted: "ABORT"}[m.Phase]
}

// A Transaction is the status of a process that an observer sees.
type Transaction struct {
	Able  bool // it can commit
	Phase Phase
}

// A State is the local state of a process.
type State struct {
	Transaction
	Down      model.PortSet // the processes that it takes for crashed
	Waits     model.PortSet // those whose answers it waits for as a coordinator
	Found     Phase         // the greatest one of the answers
	Preparing bool          // the answers are to PRECOMMIT
}

// Algorithm is the program of every process. Its fields are planted faults.
type Algorithm struct {
	TwoPhase  bool // PRECOMMIT is left out
	Hasty     bool // who goes on for a coordinator commits as soon as it finds one that is prepared
	Confident bool // who goes on for a coordinator prepares the others if all that are left have voted yes
	Idle      bool // nobody goes on for a coordinator
}

// Needs says that port q leads to the process with the q-th smallest identity.
func (Algorithm) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowID, Topologies: []model.Topology{model.CompleteByID}}
}

// InputNames names the events that processes start of their own.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "begin", Timers: [8]string{"answers"}}
}

// rank returns the port of a process to itself: 0 for the first coordinator.
func rank(p model.Self) model.Port { return model.Port(p.ID() - 1) }

// Inits says that a process may be able to commit or not.
func (Algorithm) Inits(model.Self) []State {
	return []State{{Transaction: Transaction{Able: true}}, {}}
}

// Init returns the first of these.
func (Algorithm) Init(model.Self) State { return State{Transaction: Transaction{Able: true}} }

// Observe shows the transaction.
func (Algorithm) Observe(_ model.Self, s State) model.Status {
	return model.Status{Own: s.Transaction}
}

// Ready says that a coordinator does not wait for ever, and that a process may find out that all coordinators
// before it have crashed.
func (a Algorithm) Ready(p model.Self, s State) (r model.Spontaneous) {
	r.Wake = rank(p) == 0 && s.Phase == Working && s.Waits == 0
	if s.Waits != 0 {
		r.Timers = model.Timers(0)
	}
	for q := range rank(p) {
		if !s.Down.Has(q) && !a.Idle {
			r.Suspect = r.Suspect.With(q)
		}
	}
	return r
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Wake:
		return s.tell(p, Message{Kind: Ask})
	case in.Kind == model.Suspect:
		if s.Down = s.Down.With(in.Port); s.Down.Len() == int(rank(p.Self)) {
			return s.tell(p, Message{Kind: Ask})
		}
	case in.Kind == model.Timeout: // those who have not answered have crashed
		s.Down |= s.Waits
		s.Waits = 0
		return a.decide(p, s)
	case in.Msg.Kind == Tell:
		s.Found = max(s.Found, in.Msg.Phase)
		if s.Waits = s.Waits.Without(in.Port); s.Waits == 0 {
			return a.decide(p, s)
		}
	default:
		if in.Msg.Kind == Change {
			s.Phase = in.Msg.Phase
		} else if s.Phase == Working {
			s.Phase = vote(s.Able && in.Port == 0)
		}
		if s.Phase <= Prepared || in.Msg.Kind == Ask {
			p.Send(in.Port, Message{Tell, s.Phase})
		}
	}
	return s
}

// vote returns the phase after a vote. Who has not voted for the first coordinator can abort.
func vote(yes bool) Phase {
	if yes {
		return Uncertain
	}
	return Aborted
}

// tell sends a message to all processes that are up, itself among them, and waits for their answers.
func (s State) tell(p *model.Process[Message], m Message) State {
	for q := range model.Port(p.Ports()) {
		if !s.Down.Has(q) {
			p.Send(q, m)
			s.Waits = s.Waits.With(q)
		}
	}
	return s
}

// decide is the step of a coordinator that has all answers.
func (a Algorithm) decide(p *model.Process[Message], s State) State {
	first, next := rank(p.Self) == 0, Aborted
	switch {
	case s.Preparing, s.Found == Committed:
		next = Committed
	case s.Found == Prepared && a.Hasty:
		next = Committed
	case s.Found == Prepared, s.Found == Uncertain && (first && s.Down == 0 || !first && a.Confident):
		next = Prepared
	}
	if next == Prepared && !a.TwoPhase {
		s.Preparing = true
		return s.tell(p, Message{Change, Prepared})
	}
	if next == Prepared {
		next = Committed
	}
	s = s.tell(p, Message{Change, next})
	s.Waits = 0
	return s
}

// Network returns a network of n processes, of which the first one coordinates.
func Network(n int, timing model.Timing, f model.Faults) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n, Timing: timing, Faults: f}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// Atomicity says that nobody commits if another aborts, even if one of them has crashed since.
func Atomicity() properties.Property {
	type outcomes struct{ Committed, Aborted bool }
	return properties.NewAlways("atomicity", "nobody commits if another aborts",
		properties.Watch(func(model.View) outcomes { return outcomes{} },
			func(seen outcomes, o properties.Observation) outcomes {
				own, _ := properties.OwnOf[Transaction](o.After)
				return outcomes{seen.Committed || own.Phase == Committed, seen.Aborted || own.Phase == Aborted}
			},
			func(seen outcomes) bool { return !seen.Committed || !seen.Aborted }))
}

// Consent says that nobody commits if another is not able to.
func Consent() properties.Property {
	return properties.NewAlways("consent", "nobody commits if another is not able to",
		properties.Both(func(a, b Transaction) bool { return a.Phase != Committed || b.Able }))
}

// Unblocked says that whoever has voted yes decides, unless it crashes.
func Unblocked() properties.Property {
	return properties.NewLeadsTo("unblocked", "whoever has voted yes decides",
		properties.Every(func(t Transaction) bool { return t.Phase == Uncertain }),
		properties.Every(func(t Transaction) bool { return t.Phase > Prepared }))
}
