// Package chain is chain replication: R. van Renesse and F. B. Schneider, Chain replication for supporting
// high throughput and availability (OSDI 2004), for one register. Writes enter at the head of a
// chain of servers and go down it, the tail answers, and reads ask the tail. A server that crashes is cut out by its
// neighbours, which are never wrong about that. docs/examples.md and docs/refinement.md quote it.
package chain

import (
	"fmt"

	"github.com/interrex/interrex/checker/refine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/properties/object"
)

// Servers is the number of servers, which have the labels 0, 1 and 2, from head to tail. The clients have
// the next labels.
const Servers = 3

// The messages. Call is the number of the client's call.
type (
	// A write is on its way down the chain.
	write struct{ Client, Call, Value int }
	// A read is a question to the tail.
	read struct{ Call int }
	// A reply has the value that was read; 0 for a write.
	reply struct{ Call, Value int }
)

func (m write) String() string { return fmt.Sprintf("write(%d)", m.Value) }

// A Fault is planted.
type Fault int

// The faults.
const (
	None  Fault = iota
	Early       // the head answers a write at once
	Near        // clients read at the head
	Twice       // a server takes a write again that it has
	Late        // a client takes a second reply to one call
)

// chain is the part of the chain that a process knows to be up, as a set of labels.
type chain uint8

const whole chain = 1<<Servers - 1

// after returns the first server of the chain that stands behind a position, Servers if there is none.
func (c chain) after(position int) int {
	for position++; position < Servers && c>>position&1 == 0; position++ {
	}
	return position
}

// tail returns the last server of the chain, -1 if it is empty.
func (c chain) tail() int {
	position := Servers - 1
	for position >= 0 && c>>position&1 == 0 {
		position--
	}
	return position
}

// without returns the chain without a server.
func (c chain) without(position int) chain { return c &^ (1 << position) }

// knows says that processes know the labels of all.
var knows = model.Needs{Knowledge: model.KnowNeighbourLabels}

// server is the program of the server at a position.
type server struct {
	position int
	fault    Fault
}

// log is the local state of a server: the writes in the order in which it has them.
type log struct {
	Writes values.Seq[write]
	Up     chain
}

func (server) Needs() model.Needs                   { return knows }
func (server) Init(model.Self) log                  { return log{Up: whole} }
func (server) Observe(model.Self, log) model.Status { return model.Status{} }
func (v server) Ready(p model.Self, s log) model.Spontaneous {
	return suspects(p, s.Up.after(v.position))
}

// suspects says that a process may find out that the server with that label has crashed.
func suspects(p model.Self, label int) (r model.Spontaneous) {
	if 0 <= label && label < Servers {
		r.Suspect = model.Ports(p.PortTo(label))
	}
	return r
}

func (v server) Step(p *model.Process[any], s log, in model.Input[any]) log {
	switch m := in.Msg.(type) {
	case nil: // the next server has crashed: the one after it may lack some writes
		s.Up = s.Up.without(p.NeighbourLabel(in.Port))
		for _, w := range s.Writes.All() {
			v.pass(p, s, w)
		}
	case write:
		// It may have it already: from a client that has sent it again, or from a server that has lost its successor.
		if s.Writes.Has(m) && v.fault != Twice {
			return s
		}
		s.Writes = s.Writes.Append(m)
		v.pass(p, s, m)
		if v.fault == Early && p.NeighbourLabel(in.Port) >= Servers {
			p.Send(in.Port, reply{Call: m.Call})
		}
	case read:
		answer := reply{Call: m.Call}
		if n := s.Writes.Len(); n > 0 {
			answer.Value = s.Writes.At(n - 1).Value
		}
		p.Send(in.Port, answer)
	}
	return s
}

// pass sends a write down the chain. The tail answers the client instead.
func (v server) pass(p *model.Process[any], s log, w write) {
	if next := s.Up.after(v.position); next < Servers {
		p.Send(p.PortTo(next), w)
	} else {
		p.Send(p.PortTo(w.Client), reply{Call: w.Call})
	}
}

// A Client is the status of a client that an observer sees.
type Client struct {
	Calls   int // that it has made
	Writes  int // the value that the last one writes; 0: it reads
	Waiting bool
	Value   int // that the last call has read
}

// state is the local state of a client.
type state struct {
	Client
	Up chain
}

// client is the program of a client. It makes a call for each number, one after the other: it writes the
// number, or reads if it is 0.
type client struct {
	label int
	calls []int
	fault Fault
}

func (client) InputNames() model.InputNames               { return model.InputNames{Wake: "call"} }
func (client) Needs() model.Needs                         { return knows }
func (client) Init(model.Self) state                      { return state{Up: whole} }
func (client) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Client} }

func (c client) Ready(p model.Self, s state) model.Spontaneous {
	if s.Waiting {
		return suspects(p, c.asks(s)) // it finds out only then
	}
	return model.Spontaneous{Wake: s.Calls < len(c.calls)}
}

// asks returns the label of the server that the current call is for.
func (c client) asks(s state) int {
	if s.Writes != 0 || c.fault == Near {
		return s.Up.after(-1)
	}
	return s.Up.tail()
}

func (c client) Step(p *model.Process[any], s state, in model.Input[any]) state {
	switch in.Kind {
	case model.Wake:
		s.Client = Client{Calls: s.Calls + 1, Writes: c.calls[s.Calls], Waiting: true}
	case model.Suspect:
		s.Up = s.Up.without(p.NeighbourLabel(in.Port))
	default:
		if m := in.Msg.(reply); m.Call == s.Calls && (s.Waiting || c.fault == Late) {
			s.Waiting, s.Value = false, m.Value
		}
		return s
	}
	if to := c.asks(s); 0 <= to && to < Servers {
		p.Send(p.PortTo(to), c.message(s))
	}
	return s
}

// message returns the message of the current call.
func (c client) message(s state) any {
	if s.Writes != 0 {
		return write{c.label, s.Calls, s.Writes}
	}
	return read{s.Calls}
}

// New returns the system of the servers, of which so many may crash, and of two clients with these calls.
func New(fault Fault, crashes int, calls [2][]int) (*model.System, error) {
	var programs []model.Program
	net := model.Network{Topology: model.Complete, Faults: model.Faults{Crash: crashes}}
	for i := range Servers {
		programs = append(programs, model.ProgramOf(server{i, fault}))
		if crashes > 0 {
			net.Victims.Crash = append(net.Victims.Crash, i)
		}
	}
	for i, list := range calls {
		programs = append(programs, model.ProgramOf(client{Servers + i, list, fault}))
	}
	for i := range programs {
		net.Labels = append(net.Labels, i)
	}
	net.N = len(programs)
	return model.New(model.JoinAs("chain", programs...), net)
}

// Shown is the part of a configuration that the register is about: the clients.
type Shown [2]Client

// Clients is the mapping.
func Clients(c properties.Configuration) (shown Shown) {
	for p, own := range properties.Own[Client](c.View()) {
		shown[p-Servers] = own
	}
	return shown
}

// A Register is a state of the abstract system: one value, and its clients.
type Register struct {
	Value   int
	Clients Shown
	Done    [2]bool // the call of the client has taken effect, and has not returned
	Results [2]int  // of such calls
}

// Abstract returns a register whose clients make these calls. A call takes effect at one moment between
// its beginning and its return, which nobody sees.
func Abstract(calls [2][]int) refine.Abstract[Register, Shown] {
	next := func(r Register) (list []Register) {
		for i, c := range r.Clients {
			switch {
			case c.Waiting && r.Done[i]:
				list = append(list, r.returned(i))
			case c.Waiting:
				list = append(list, r.done(i))
			case c.Calls < len(calls[i]):
				list = append(list, r.called(i, calls[i][c.Calls]))
			}
		}
		return list
	}
	return refine.Abstract[Register, Shown]{Initial: []Register{{}}, Next: next, Shows: func(r Register) Shown { return r.Clients }}
}

func (r Register) called(i, value int) Register {
	r.Clients[i] = Client{Calls: r.Clients[i].Calls + 1, Writes: value, Waiting: true}
	return r
}

func (r Register) done(i int) Register {
	if value := r.Clients[i].Writes; value != 0 {
		r.Value = value
	} else {
		r.Results[i] = r.Value
	}
	r.Done[i] = true
	return r
}

func (r Register) returned(i int) Register {
	r.Clients[i].Waiting, r.Clients[i].Value = false, r.Results[i]
	r.Done[i], r.Results[i] = false, 0
	return r
}

// Linearizable says the same as a property.
func Linearizable() properties.Property {
	return object.Linearizable(object.Register(0), object.Shown(func(h *object.History[object.RegisterOp[int], object.Result[int]], process int, before, after Client) {
		switch {
		case after.Calls > before.Calls && after.Writes != 0:
			h.Call(process, object.Write(after.Writes))
		case after.Calls > before.Calls:
			h.Call(process, object.Read[int]())
		case before.Waiting && !after.Waiting:
			h.Return(process, object.Result[int]{Value: after.Value, Ok: true})
		}
	}))
}

// Answered says that every call returns.
func Answered() properties.Property {
	return properties.NewLeadsTo("answered", "every call returns",
		properties.Every(func(c Client) bool { return c.Waiting }),
		properties.Every(func(c Client) bool { return !c.Waiting }))
}
