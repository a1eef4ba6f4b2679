// Package commit is two-phase commit: P. A. Bernstein, V. Hadzilacos and
// N. Goodman, Concurrency Control and Recovery in Database Systems
// (Addison-Wesley 1987), chapter 7. A client asks a coordinator for a
// transaction, and the coordinator asks the participants. docs/examples.md
// quotes it.
package commit

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The labels of the processes select their programs.
const (
	Coordinator = iota
	Participant
	Client
)

// A Message is a word.
type Message string

// The messages.
const (
	Begin   Message = "BEGIN"   // client to coordinator
	Prepare Message = "PREPARE" // coordinator to participant
	Yes     Message = "YES"     // participant to coordinator
	No      Message = "NO"
	Commit  Message = "COMMIT" // coordinator to participant and client
	Abort   Message = "ABORT"
)

// A Transaction is the status of a participant that an observer sees.
type Transaction struct {
	Able    bool    // it can commit
	Voted   bool    // it has voted yes, and must follow the decision of the coordinator
	Outcome Message // Commit or Abort; "" if it has not decided
}

// An Answer is the status of a client that an observer sees.
type Answer struct {
	Asked   bool
	Outcome Message // "" if it has no answer
}

// coordinator is the program of the coordinator. Its local state is the number of
// votes that it waits for; 0 before the transaction, decided after it.
type coordinator struct {
	hasty bool // a planted fault: the first vote decides
	lax   bool // a planted fault: no counts as yes
}

const decided = -1

func (coordinator) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowNeighbourLabels}
}
func (coordinator) Init(model.Self) int                     { return 0 }
func (coordinator) Ready(model.Self, int) model.Spontaneous { return model.Spontaneous{} }
func (coordinator) Observe(model.Self, int) model.Status    { return model.Status{} }

func (c coordinator) Step(p *model.Process[Message], wait int, in model.Input[Message]) int {
	decide := func(outcome Message) int {
		for q := range p.Ports() {
			p.Send(model.Port(q), outcome)
		}
		return decided
	}
	yes := in.Msg == Yes || c.lax && in.Msg == No
	switch {
	case in.Msg == Begin:
		for _, q := range p.PortsTo(Participant) {
			p.Send(q, Prepare)
		}
		return len(p.PortsTo(Participant))
	case !yes && wait != decided:
		return decide(Abort)
	case yes && (wait == 1 || c.hasty && wait != decided):
		return decide(Commit)
	case yes && wait > 1:
		return wait - 1
	}
	return wait
}

// participant is the program of a participant.
type participant struct {
	impatient bool // a planted fault: after its vote it aborts if it hears nothing for long
}

func (participant) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{"decision"}}
}

// Inits says that a participant may be able to commit or not.
func (participant) Inits(model.Self) []Transaction {
	return []Transaction{{Able: true}, {Able: false}}
}
func (participant) Init(model.Self) Transaction { return Transaction{Able: true} }

func (a participant) Ready(_ model.Self, s Transaction) model.Spontaneous {
	if a.impatient && s.Voted && s.Outcome == "" {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}
func (participant) Observe(_ model.Self, s Transaction) model.Status { return model.Status{Own: s} }

func (participant) Step(p *model.Process[Message], s Transaction, in model.Input[Message]) Transaction {
	switch {
	case in.Kind == model.Timeout:
		s.Outcome = Abort
	case in.Msg == Prepare && s.Able:
		s.Voted = true
		p.Send(in.Port, Yes)
	case in.Msg == Prepare:
		s.Outcome = Abort
		p.Send(in.Port, No)
	case s.Outcome == "":
		s.Outcome = in.Msg
	}
	return s
}

// client is the program of a client.
type client struct{}

func (client) InputNames() model.InputNames { return model.InputNames{Wake: "begin"} }
func (client) Init(model.Self) Answer       { return Answer{} }
func (client) Ready(_ model.Self, s Answer) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Asked}
}
func (client) Observe(_ model.Self, s Answer) model.Status { return model.Status{Own: s} }

func (client) Step(p *model.Process[Message], s Answer, in model.Input[Message]) Answer {
	if in.Kind == model.Wake {
		p.Send(0, Begin)
		return Answer{Asked: true}
	}
	return Answer{Asked: true, Outcome: in.Msg}
}

// Options are those of New.
type Options struct {
	Participants int
	Faults       model.Faults

	// Planted faults:
	Impatient bool // a participant aborts if it hears nothing for long after its vote
	Hasty     bool // the coordinator decides by the first vote
	Lax       bool // the coordinator takes no for yes
}

// New returns the system of a coordinator, a client and some participants.
func New(o Options) (*model.System, error) {
	programs := model.Join( // in the order of the labels
		model.ProgramOf(coordinator{o.Hasty, o.Lax}), model.ProgramOf(participant{o.Impatient}), model.ProgramOf(client{}))
	labels := []int{Coordinator, Client}
	for range o.Participants {
		labels = append(labels, Participant)
	}
	return model.New(programs, model.Network{Topology: model.Star, N: len(labels), Labels: labels, Faults: o.Faults})
}

// Atomicity says that no participant commits if another aborts.
func Atomicity() properties.Property {
	return properties.NewAlways("atomicity", "no participant commits if another aborts",
		properties.Both(func(a, b Transaction) bool { return a.Outcome != Commit || b.Outcome != Abort }))
}

// Consent says that no participant commits if another is not able to.
func Consent() properties.Property {
	return properties.NewAlways("consent", "no participant commits if another is not able to",
		properties.Both(func(a, b Transaction) bool { return a.Outcome != Commit || b.Able }))
}

// Answered says that a question of a client leads to an answer.
func Answered() properties.Property {
	return properties.NewLeadsTo("answered", "a question of a client leads to an answer",
		properties.Some(func(a Answer) bool { return a.Asked }),
		properties.Some(func(a Answer) bool { return a.Outcome != "" }))
}

// Unblocked says that a vote leads to a decision.
func Unblocked() properties.Property {
	return properties.NewLeadsTo("unblocked", "a vote leads to a decision",
		properties.Some(func(t Transaction) bool { return t.Voted }),
		properties.Each(func(t Transaction) bool { return !t.Voted || t.Outcome != "" }))
}
