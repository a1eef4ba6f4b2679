// Package register is a replicated register with one writer: H. Attiya, A. Bar-Noy
// and D. Dolev, Sharing memory robustly in message-passing systems (JACM 42(1),
// 1995). Every operation waits for a majority of the replicas. docs/examples.md
// quotes it.
package register

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The labels of the processes select their programs.
const (
	Replica = iota
	Writer
	Reader
)

// The messages. The values that belong to versions do not matter.
type (
	query struct{}              // to a replica: which version do you have?
	has   struct{ Version int } // the answer
	store struct{ Version int } // to a replica: keep this version unless you have a later one
	kept  struct{}              // the answer
)

// A Phase is how far an operation has come.
type Phase string

// The phases of an operation.
const (
	Idle     Phase = ""
	Querying Phase = "querying"
	Storing  Phase = "storing"
	Finished Phase = "finished"
)

// An Operation is what an observer sees of a client.
type Operation struct {
	Phase   Phase
	Version int // that it writes, or that it has read
}

// replica is the program of a replica. Its local state is the version that it has.
type replica struct{}

func (replica) Init(model.Self) int                     { return 0 }
func (replica) Ready(model.Self, int) model.Spontaneous { return model.Spontaneous{} }
func (replica) Observe(model.Self, int) model.Status    { return model.Status{} }

func (replica) Step(p *model.Process[any], version int, in model.Input[any]) int {
	switch m := in.Msg.(type) {
	case query:
		p.Send(in.Port, has{version})
	case store:
		version = max(version, m.Version)
		p.Send(in.Port, kept{})
	}
	return version
}

// state is the local state of a client.
type state struct {
	Operation
	Replies int // to the latest message
}

// client is the program of the writer and of readers. Each has one operation.
type client struct {
	writes bool
	hasty  bool // the planted fault: a read ends without a store
}

func (c client) InputNames() model.InputNames {
	if c.writes {
		return model.InputNames{Wake: "write"}
	}
	return model.InputNames{Wake: "read"}
}
func (client) Needs() model.Needs    { return model.Needs{Knowledge: model.KnowNeighbourLabels} }
func (client) Init(model.Self) state { return state{} }
func (client) Ready(_ model.Self, s state) model.Spontaneous {
	return model.Spontaneous{Wake: s.Phase == Idle}
}
func (client) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Operation} }

func (c client) Step(p *model.Process[any], s state, in model.Input[any]) state {
	replicas := p.PortsTo(Replica)
	ask := func(phase Phase, m any) {
		s.Phase, s.Replies = phase, 0
		for _, q := range replicas {
			p.Send(q, m)
		}
	}
	if in.Kind == model.Wake {
		if !c.writes {
			ask(Querying, query{})
			return s
		}
		s.Version = 1
		ask(Storing, store{s.Version})
		return s
	}
	m, isQueried := in.Msg.(has)
	if s.Phase == Finished || isQueried != (s.Phase == Querying) {
		return s // a late reply
	}
	s.Version = max(s.Version, m.Version)
	if s.Replies++; s.Replies <= len(replicas)/2 {
		return s
	}
	if s.Phase == Querying && !c.hasty {
		ask(Storing, store{s.Version})
	} else {
		s.Phase = Finished
	}
	return s
}

// New returns the system of a writer, two readers and three replicas, of which the
// given ones are down. If hasty, which is the planted fault, a reader does not
// store what it has read before it returns it.
func New(hasty bool, down ...int) (*model.System, error) {
	programs := model.Join(
		model.ProgramOf(replica{}), model.ProgramOf(client{writes: true}), model.ProgramOf(client{hasty: hasty}))
	return model.New(programs, model.Network{
		Topology: model.Complete, N: 6, Labels: []int{Replica, Replica, Replica, Writer, Reader, Reader}, Down: down,
	})
}

// history is the state of the monitor of Atomicity.
type history struct {
	Finished int    // the latest version of the operations that have finished
	Earliest [6]int // by process: the version that its operation must not fall behind
	Stale    bool   // an operation has
}

// Atomicity says that no operation returns an earlier version than one that
// finished before it began.
func Atomicity() properties.Property {
	return properties.NewAlways("atomicity", "no operation returns an earlier version than one that finished before it began",
		properties.Watch(func(model.View) history { return history{} }, history.next, func(h history) bool { return !h.Stale }))
}

// next is the history after a step of a process.
func (h history) next(o properties.Observation) history {
	before, isClient := properties.OwnOf[Operation](o.Before)
	after, _ := properties.OwnOf[Operation](o.After)
	if isClient && before.Phase == Idle {
		h.Earliest[o.Process] = h.Finished
	}
	if before.Phase != Finished && after.Phase == Finished {
		h.Stale = h.Stale || after.Version < h.Earliest[o.Process]
		h.Finished = max(h.Finished, after.Version)
	}
	return h
}

// Answered says that every operation that has begun finishes.
func Answered() properties.Property {
	return properties.NewLeadsTo("answered", "every operation that has begun finishes",
		properties.Some(func(o Operation) bool { return o.Phase != Idle && o.Phase != Finished }),
		properties.Each(func(o Operation) bool { return o.Phase == Idle || o.Phase == Finished }))
}
