package object_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/properties/object"
)

// The two registers below are those of Stateright's examples single-copy-register and
// linearizable-register (https://github.com/stateright/stateright, commit ab8c8be). Their clients
// put a value and then get one. Stateright counts states with the history: all calls and
// returns, and for each call the calls of the other clients that had returned before. So does this
// test; and beside it with the monitor of Linearizable, which has fewer states.

// A request is a message between clients and servers.
type request struct {
	Kind  string // put, get, put-ok, get-ok, or one of the messages between servers
	ID    int
	Order sequencer
	Value int
}

// A sequencer orders the values of a register.
type sequencer struct{ Clock, Server int }

func (s sequencer) isLater(t sequencer) bool {
	return s.Clock > t.Clock || s.Clock == t.Clock && s.Server > t.Server
}

// A caller is the local state of a client, which it shows.
type caller struct {
	Done  int  // calls that have returned
	Value int  // that the get has returned
	Waits bool // for a call to return
}

// server is the local state of a server of the replicated register; one of the single copy has
// a Value only.
type server struct {
	Order     sequencer
	Value     int
	Phase     int // 0: it serves nobody
	ID        int
	For       model.Port
	Writes    bool
	Write     int
	Responses [2]response // by server; in phase 1
	Read      int         // in phase 2
	Acks      [2]bool
}

type response struct {
	Is    bool
	Order sequencer
	Value int
}

// local is the local state of any process.
type local struct {
	Client caller
	Server server
}

// registers is the algorithm: the first processes are servers, the others clients.
type registers struct {
	servers    int
	replicated bool
}

func (registers) Needs() model.Needs {
	return model.Needs{Topologies: []model.Topology{model.Complete}, Knowledge: model.KnowID | model.KnowN}
}

// index returns the number of a process.
func index(p model.Self) int { return int(p.ID()) - 1 }

// portTo returns the port to another process.
func portTo(p model.Self, other int) model.Port {
	return model.Port((other - index(p) + p.N()) % p.N())
}

func (a registers) isClient(p model.Self) bool { return index(p) >= a.servers }

func (a registers) Init(p model.Self) local {
	if a.isClient(p) {
		return local{}
	}
	return local{Server: server{Order: sequencer{0, index(p)}}}
}
func (a registers) Ready(p model.Self, s local) model.Spontaneous {
	return model.Spontaneous{Wake: a.isClient(p) && !s.Client.Waits && s.Client.Done == 0}
}
func (a registers) Observe(_ model.Self, s local) model.Status { return model.Status{Own: s.Client} }

// Defers says which messages change nothing and are left in the network: Stateright does not deliver
// them.
func (a registers) Defers(p model.Self, s local, q model.Port, m request) bool {
	v := s.Server
	switch m.Kind {
	case "put", "get":
		return v.Phase != 0
	case "ack-query":
		return v.Phase != 1 || v.ID != m.ID
	case "ack-record":
		return v.Phase != 2 || v.ID != m.ID
	}
	return false
}

func (a registers) Step(p *model.Process[request], s local, in model.Input[request]) local {
	switch {
	case a.isClient(p.Self):
		s.Client = a.client(p, s.Client, in)
	case a.replicated:
		s.Server = replica{p, s.Server}.receive(in)
	case in.Msg.Kind == "put":
		s.Server.Value = in.Msg.Value
		p.Send(in.Port, request{Kind: "put-ok", ID: in.Msg.ID})
	case in.Msg.Kind == "get":
		p.Send(in.Port, request{Kind: "get-ok", ID: in.Msg.ID, Value: s.Server.Value})
	}
	return s
}

// client takes a step of a client. Its first request has its own number, the second twice that number.
func (a registers) client(p *model.Process[request], c caller, in model.Input[request]) caller {
	me := index(p.Self)
	switch {
	case in.Kind == model.Wake:
		p.Send(portTo(p.Self, me%a.servers), request{Kind: "put", ID: me, Value: valueOf(me, a.servers)})
		return caller{Waits: true}
	case in.Msg.Kind == "put-ok":
		p.Send(portTo(p.Self, (me+1)%a.servers), request{Kind: "get", ID: 2 * me})
		return caller{Done: 1, Waits: true}
	}
	return caller{Done: 2, Value: in.Msg.Value}
}

// valueOf returns the value that a client puts.
func valueOf(client, servers int) int { return client - servers + 1 }

// replica is a step of a server of the replicated register.
type replica struct {
	*model.Process[request]
	server
}

// broadcast sends a message to the other server.
func (r replica) broadcast(m request) { r.Send(portTo(r.Self, 1-index(r.Self)), m) }

func (r replica) receive(in model.Input[request]) server {
	m, me := in.Msg, index(r.Self)
	switch m.Kind {
	case "put", "get":
		r.broadcast(request{Kind: "query", ID: m.ID})
		r.Phase, r.ID, r.For, r.Writes, r.Write = 1, m.ID, in.Port, m.Kind == "put", m.Value
		r.Responses[me] = response{true, r.Order, r.Value}
	case "query":
		r.Send(in.Port, request{Kind: "ack-query", ID: m.ID, Order: r.Order, Value: r.Value})
	case "ack-query":
		r.Responses[1-me] = response{true, m.Order, m.Value}
		return r.record()
	case "record":
		r.Send(in.Port, request{Kind: "ack-record", ID: m.ID})
		r.server = r.keep(m.Order, m.Value)
	case "ack-record":
		answer := request{Kind: "get-ok", ID: r.ID, Value: r.Read}
		if r.Writes {
			answer = request{Kind: "put-ok", ID: r.ID}
		}
		r.Send(r.For, answer)
		return server{Order: r.Order, Value: r.Value}
	}
	return r.server
}

// keep gives the server a value, unless it has a later one.
func (r replica) keep(order sequencer, value int) server {
	if order.isLater(r.Order) {
		r.Order, r.Value = order, value
	}
	return r.server
}

// record begins the second phase: both servers have answered.
func (r replica) record() server {
	latest := r.Responses[0]
	if r.Responses[1].Order.isLater(latest.Order) {
		latest = r.Responses[1]
	}
	order, value := latest.Order, latest.Value
	if r.Writes {
		order, value = sequencer{order.Clock + 1, index(r.Self)}, r.Write
	} else {
		r.Read = value
	}
	r.broadcast(request{Kind: "record", ID: r.ID, Order: order, Value: value})
	r.server = r.keep(order, value)
	r.Phase, r.Write, r.Responses = 2, 0, [2]response{}
	return r.server
}

// calls reads the history from the local states that clients show.
func (a registers) calls() object.Source[operation, result] {
	return object.Shown(func(h *history, p int, before, after caller) {
		switch {
		case after.Done > before.Done && before.Done == 0:
			h.Return(p, result{Ok: true})
			h.Call(p, object.Read[int]())
		case after.Done > before.Done:
			h.Return(p, result{Value: after.Value, Ok: true})
		case after.Waits && !before.Waits:
			h.Call(p, object.Write(valueOf(p, a.servers)))
		}
	})
}

// tester is the history as Stateright keeps it: the returns of each of two clients, and for
// each call how many calls of the other had returned before.
type tester struct {
	Done     [2]caller
	Returned [2][2]int
}

// tester returns the monitor that keeps that history.
func (a registers) tester() properties.Property {
	next := func(t tester, o properties.Observation) tester {
		before, _ := properties.OwnOf[caller](o.Before)
		after, _ := properties.OwnOf[caller](o.After)
		if p := o.Process - a.servers; p >= 0 && before != after {
			if after.Waits {
				t.Returned[p][after.Done] = t.Done[1-p].Done
			}
			t.Done[p] = after
		}
		return t
	}
	return properties.NewAlways("tester", "", properties.Watch(func(model.View) tester { return tester{} }, next, func(tester) bool { return true }))
}

// TestStateright compares numbers of states with those that the tests of Stateright state.
func TestStateright(t *testing.T) {
	for _, test := range []struct {
		a      registers
		want   [3]int // configurations: alone, with our monitor, and with the whole history, which Stateright states
		reason string
	}{
		{registers{servers: 1}, [3]int{57, 69, 93}, "single-copy-register with two clients and one server"},
		{registers{servers: 2, replicated: true}, [3]int{341, 467, 544}, "linearizable-register with two clients and two servers"},
	} {
		n := test.a.servers + 2
		ids := make([]model.ID, n)
		for i := range ids {
			ids[i] = model.ID(i + 1)
		}
		s, err := model.New(test.a, model.Network{Topology: model.Complete, N: n, IDs: ids, Order: model.Bag, Wake: model.WakeSet{All: true}})
		if err != nil {
			t.Fatal(err)
		}
		linearizable := object.Linearizable(object.Register(0), test.a.calls())
		none := properties.NewAlways("none", "", func(model.View) bool { return true })
		if got := [3]int{count(t, s, none), count(t, s, linearizable), count(t, s, test.a.tester())}; got != test.want {
			t.Errorf("%s: %v configurations, want %v", test.reason, got, test.want)
		}
	}
}

// count returns the number of configurations, with the states of the monitor of a property, which
// must hold in each.
func count(t *testing.T, s *model.System, p properties.Property) int {
	t.Helper()
	type pair struct {
		c     model.Configuration
		state any
	}
	key := func(x pair) string { return fmt.Sprintf("%s %#v", x.c.Key(), x.state) }
	first := pair{s.Initial(), p.Begin(s)}
	met, queue := map[string]bool{key(first): true}, []pair{first}
	for i := 0; i < len(queue); i++ {
		x := queue[i]
		if !p.Holds(s.View(x.c), x.state) {
			t.Fatalf("%s does not hold", p.Name)
		}
		for _, step := range s.Successors(x.c) {
			y := pair{step.Next, p.Observe(x.state, s, x.c, step)}
			if k := key(y); !met[k] {
				met[k] = true
				queue = append(queue, y)
			}
		}
	}
	return len(queue)
}
