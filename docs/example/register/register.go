// Package register is a replicated register: H. Attiya, A. Bar-Noy and D. Dolev,
// Sharing memory robustly in message-passing systems (JACM 42(1), 1995), with
// several writers, as N. Lynch and A. Shvartsman have extended it (FTCS 1997). Every
// operation asks a majority of the replicas for their versions, and stores one at a
// majority. docs/examples.md quotes it.
package register

import (
	"cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/properties/object"
)

// Replica is the label of the replicas. The clients have the labels 1, 2, ...
const Replica = 0

// A Version is a value with its place in the order of all writes.
type Version struct {
	Number, By int // the later the greater; of equal ones, that of the greater client
	Value      int
}

// isBefore reports whether v is older than w.
func (v Version) isBefore(w Version) bool {
	return cmp.Or(cmp.Compare(v.Number, w.Number), cmp.Compare(v.By, w.By)) < 0
}

// The messages. Call is the number of the client's call.
type (
	query struct{ Call int } // to a replica: which version do you have?
	has   struct {           // the answer
		Call    int
		Version Version
	}
	store struct { // to a replica: keep this version unless you have a later one
		Call    int
		Version Version
	}
	kept struct{ Call int } // the answer
)

// replica is the program of a replica. Its local state is the version that it has.
type replica struct{}

func (replica) Init(model.Self) Version                     { return Version{} }
func (replica) Ready(model.Self, Version) model.Spontaneous { return model.Spontaneous{} }
func (replica) Observe(model.Self, Version) model.Status    { return model.Status{} }

func (replica) Step(p *model.Process[any], v Version, in model.Input[any]) Version {
	switch m := in.Msg.(type) {
	case query:
		p.Send(in.Port, has{m.Call, v})
	case store:
		if v.isBefore(m.Version) {
			v = m.Version
		}
		p.Send(in.Port, kept{m.Call})
	}
	return v
}

// A Phase is how far a call has come.
type Phase string

// The phases of a call.
const (
	Idle     Phase = ""
	Querying Phase = "querying"
	Storing  Phase = "storing"
)

// A Client is the status of a client that an observer sees.
type Client struct {
	Calls int                    // that it has made
	Call  object.RegisterOp[int] // the last one
	Phase Phase
	Value int // that the last call, a read, has returned
}

// state is the local state of a client.
type state struct {
	Client
	Version Version // the latest that a replica has sent; then the one that it stores
	Replies int     // in this phase
}

// A Fault is planted in clients.
type Fault int

// The faults.
const (
	None   Fault = iota
	Hasty        // a read returns without a store
	Single       // one replica is enough for a quorum
	Blind        // a write does not ask for versions
)

// client is the program of a client. It makes a call for each number, one after the
// other: it writes the number, or reads if it is 0.
type client struct {
	number int
	calls  []int
	fault  Fault
}

func (client) InputNames() model.InputNames { return model.InputNames{Wake: "call"} }
func (client) Needs() model.Needs           { return model.Needs{Knowledge: model.KnowNeighbourLabels} }
func (client) Init(model.Self) state        { return state{} }
func (c client) Ready(_ model.Self, s state) model.Spontaneous {
	return model.Spontaneous{Wake: s.Phase == Idle && s.Calls < len(c.calls)}
}
func (client) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Client} }

func (c client) Step(p *model.Process[any], s state, in model.Input[any]) state {
	switch m := in.Msg.(type) {
	case nil:
		return c.call(p, s)
	case has:
		if m.Call != s.Calls || s.Phase != Querying {
			return s // a late reply
		}
		if s.Version.isBefore(m.Version) {
			s.Version = m.Version
		}
	case kept:
		if m.Call != s.Calls || s.Phase != Storing {
			return s
		}
	}
	if s.Replies++; s.Replies <= len(p.PortsTo(Replica))/2 && c.fault != Single {
		return s
	}
	return c.goOn(p, s)
}

// call begins the next call.
func (c client) call(p *model.Process[any], s state) state {
	s.Client, s.Version = Client{Calls: s.Calls + 1, Call: object.Read[int](), Phase: Querying}, Version{}
	if value := c.calls[s.Calls-1]; value != 0 {
		s.Call = object.Write(value)
		if c.fault == Blind {
			return c.goOn(p, s)
		}
	}
	return s.ask(p, Querying, query{s.Calls})
}

// goOn ends a phase, which a quorum has answered.
func (c client) goOn(p *model.Process[any], s state) state {
	value := c.calls[s.Calls-1]
	if s.Phase == Querying && value != 0 {
		s.Version = Version{s.Version.Number + 1, c.number, value}
	}
	if s.Phase == Querying && (value != 0 || c.fault != Hasty) {
		return s.ask(p, Storing, store{s.Calls, s.Version})
	}
	s.Phase, s.Replies = Idle, 0
	if value == 0 {
		s.Value = s.Version.Value
	}
	s.Version = Version{}
	return s
}

// ask begins a phase with a message to all replicas.
func (s state) ask(p *model.Process[any], phase Phase, m any) state {
	s.Phase, s.Replies = phase, 0
	for _, q := range p.PortsTo(Replica) {
		p.Send(q, m)
	}
	return s
}

// New returns the system of three replicas, of which the given ones are down, and of
// clients with these calls.
func New(fault Fault, calls [][]int, down ...int) (*model.System, error) {
	programs, labels := []model.Program{model.ProgramOf(replica{})}, []int{Replica, Replica, Replica}
	for i, list := range calls {
		programs = append(programs, model.ProgramOf(client{i + 1, list, fault}))
		labels = append(labels, i+1)
	}
	return model.New(model.JoinAs("register", programs...), model.Network{Topology: model.Complete, N: len(labels), Labels: labels, Down: down})
}

// Linearizable says that the replicas together are a register.
func Linearizable() properties.Property {
	return object.Linearizable(object.Register(0), object.Shown(history))
}

// history notes the calls and returns of a client.
func history(h *object.History[object.RegisterOp[int], object.Result[int]], process int, before, after Client) {
	if after.Calls > before.Calls {
		h.Call(process, after.Call)
	}
	if before.Phase != Idle && after.Phase == Idle {
		h.Return(process, object.Result[int]{Value: after.Value, Ok: true})
	}
}

// Answered says that every call returns.
func Answered() properties.Property {
	return properties.NewLeadsTo("answered", "every call returns",
		properties.Some(func(c Client) bool { return c.Phase != Idle }),
		properties.Each(func(c Client) bool { return c.Phase == Idle }))
}
