package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Circling returns a small random system, always the same for a seed, and its description
// in one line. Most of its executions go on for ever: a process that has a token may send
// it, and who receives it keeps it or passes it on. Deliveries commute in most local
// states, so that a reduced search passes over events in loops; in a few the order makes a
// difference.
func Circling(seed uint64) (*model.System, string) {
	return circling(seed, func(_ *rand.Rand, _ *model.Network, _ *circler) {})
}

// CirclingQueued returns the system of [Circling], except that channels are queues, mostly
// on a ring, and faults are rare: a process often has a message on each link into it.
func CirclingQueued(seed uint64) (*model.System, string) {
	return circling(seed, func(r *rand.Rand, net *model.Network, a *circler) { a.queued(r, net) })
}

// CirclingBounded returns the system of [Circling], except that time is measured.
func CirclingBounded(seed uint64) (*model.System, string) {
	return circling(seed, func(r *rand.Rand, net *model.Network, _ *circler) {
		net.Timing, net.Delay, net.Faults.Suspect = model.Bounded, 1+r.IntN(2), 0
	})
}

// AnonymousCircling returns a system like that of [Circling] on a network like those of
// [Anonymous].
func AnonymousCircling(seed uint64) (*model.System, string) {
	return circling(seed, func(r *rand.Rand, net *model.Network, a *circler) {
		*net = anonymousNetwork(r)
		a.named, a.oneWay = false, net.Topology == model.UnidirectionalRing
	})
}

func circling(seed uint64, change func(*rand.Rand, *model.Network, *circler)) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 3))
	net := networkWithoutRounds(r)
	a := circler{
		babbler: babbler{seed: seed, msgs: 1 + r.IntN(2), named: net.IDs != nil, oneWay: net.Topology == model.UnidirectionalRing},
		flaws:   max(r.IntN(5)-2, 0),
		shows:   r.IntN(3),
		tokens:  uint8(1 + r.IntN(2)),
	}
	change(r, &net, &a)
	a.coins, a.timed = !net.Wake.All, net.Timing == model.Bounded
	s, err := model.New(a, net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("seed %d: n=%d %v %v %v wake %v down %v faults %v ids %v, %d messages, %d flaws, shows %d, %d tokens",
		seed, net.N, net.Topology, net.Order, net.Timing, net.Wake, net.Down, net.Faults, net.IDs, a.msgs, a.flaws, a.shows, a.tokens)
}

// queued makes channels queues, and faults rare.
func (b *babbler) queued(r *rand.Rand, net *model.Network) {
	net.Order = []model.Order{model.FIFO, model.FIFO, model.FIFO, model.Inbox}[r.IntN(4)]
	if r.IntN(5) > 0 {
		net.Faults = model.Faults{Suspect: net.Faults.Suspect}
	}
	if r.IntN(5) > 0 {
		net.Topology, net.Graph = []model.Topology{model.UnidirectionalRing, model.Ring}[r.IntN(2)], nil
	}
	b.oneWay = net.Topology == model.UnidirectionalRing
}

// A circler is a random algorithm that turns bits of its local state on and off. Turning
// two bits commutes.
type circler struct {
	babbler
	flaws  int
	shows  int // how many bits a status tells apart
	tokens uint8
}

type circled struct {
	Tokens uint8
	Bits   uint8
}

func (c circler) Name() string { return fmt.Sprintf("circler-%d", c.seed) }

func (c circler) Init(model.Self) circled { return circled{Tokens: c.tokens} }

func (c circler) Restart(_ model.Self, s circled) circled { return circled{Tokens: s.Tokens} }

func (c circler) Ready(_ model.Self, s circled) model.Spontaneous {
	r := c.draws(1, int(s.Bits)*min(c.flaws, 1))
	ready := model.Spontaneous{Wake: r.IntN(4) == 0, Idle: r.IntN(6) == 0}
	if r.IntN(2) == 0 {
		ready.Timers = model.Timers(0)
	}
	if r.IntN(4) == 0 {
		ready.Suspect = model.Ports(0)
	}
	if r.IntN(6) == 0 {
		ready.Operations = 1
	}
	if s.Tokens == 0 {
		return model.Spontaneous{Timers: ready.Timers & model.TimerSet(r.IntN(2))}
	}
	ready.Wake = ready.Wake || s.Bits == 0
	return ready
}

// Durations draws how long timers run: in most systems that depends on nothing.
func (c circler) Durations(_ model.Self, s circled) model.Durations {
	return c.babbler.Durations(model.Self{}, babble{State: s.Bits * uint8(min(c.flaws, 1))})
}

func (c circler) Step(p *model.Process[chatter], s circled, in model.Input[chatter]) circled {
	flawed := c.flaws > 0 && c.draws(8, int(s.Bits), int(in.Kind), int(in.Msg.Word)).IntN(6) < c.flaws
	r := c.draws(7, c.self(p), int(in.Kind), int(in.Port), int(in.Msg.Word))
	if flawed {
		r = c.draws(9, c.self(p), int(s.Bits), int(in.Kind), int(in.Port), int(in.Msg.Word))
	}
	bit := uint8(1) << r.IntN(2)
	switch r.IntN(4) {
	case 0, 1:
		s.Bits ^= bit
	case 2:
		s.Bits |= bit
	}
	if flawed && c.coins && r.IntN(3) == 0 {
		s.Bits = uint8(p.Choose(4))
	}
	if c.timed && r.IntN(4) == 0 {
		p.Reset(0)
	}
	if in.Kind == model.Receive {
		s.Tokens++
	}
	if q := model.Port(r.IntN(p.Ports())); s.Tokens > 0 && c.sends(p, q) && r.IntN(3) > 0 {
		p.Send(q, chatter{uint8(r.IntN(c.msgs))})
		s.Tokens--
	}
	return s
}

func (c circler) Observe(p model.Self, s circled) model.Status {
	r := c.draws(10, int(s.Bits)&(1<<c.shows-1))
	st := model.Status{Role: model.Role(r.IntN(4)), Halted: r.IntN(3) == 0}
	if c.named && r.IntN(2) == 0 {
		st.Leader = p.ID()
	}
	return st
}
