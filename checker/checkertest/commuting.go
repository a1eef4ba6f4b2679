package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Commuting returns a small random system, always the same for a seed, and its
// description in one line. Its processes remember which messages they have
// received, not in which order, so that deliveries commute in most local states; in
// a few, the order makes a difference.
func Commuting(seed uint64) (*model.System, string) {
	return commuting(seed, func(*rand.Rand, *model.Network, *gatherer) {})
}

// CommutingInvoked returns the system of [Commuting], except that operations may be
// invoked, and some faults are unbounded.
func CommutingInvoked(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) {
		a.offers = true
		randomlyUnbounded(r, net)
	})
}

// CommutingQueued returns the system of [Commuting], except that channels are queues,
// mostly on a ring, and faults are rare: a process often has a message on each
// link into it.
func CommutingQueued(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) {
		a.queued(r, net)
		a.circles = r.IntN(6) == 0
	})
}

// CommutingDeferred returns the system of [Commuting], except that messages may be deferred.
func CommutingDeferred(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) {
		if net.Order == model.Inbox {
			net.Order = model.Order(r.IntN(int(model.Inbox)))
		}
		a.defers = true
	})
}

// CommutingBounded returns the system of [Commuting], except that time is measured: most
// systems have timers, some with durations that depend on the local state, and some
// messages start them anew.
func CommutingBounded(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) {
		net.Timing, net.Delay, net.Faults.Suspect = model.Bounded, 1+r.IntN(2), 0
		net.Wake = model.WakeSet{All: r.IntN(4) > 0}
		a.timed, a.expires = true, r.IntN(4) > 0
		a.defers = r.IntN(6) == 0 && net.Order != model.Inbox
	})
}

// CommutingButOnce returns the system of [Commuting], except that the order makes a
// difference only upon one word, in the local states in which one other has come and no third.
func CommutingButOnce(seed uint64) (*model.System, string) {
	return commuting(seed, func(_ *rand.Rand, _ *model.Network, a *gatherer) { a.flaws, a.lone = 1, true })
}

func commuting(seed uint64, change func(*rand.Rand, *model.Network, *gatherer)) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 1))
	net := networkWithoutRounds(r)
	a := gatherer{
		babbler: babbler{seed: seed, msgs: 2 + r.IntN(2), named: net.IDs != nil, oneWay: net.Topology == model.UnidirectionalRing},
		flaws:   r.IntN(4),
		kind:    r.IntN(int(flawKinds)),
		circles: r.IntN(12) == 0,
		shows:   1 + r.IntN(4),
		counts:  r.IntN(3) == 0,
		expires: r.IntN(3) == 0,
		idles:   r.IntN(2) == 0,
	}
	change(r, &net, &a)
	s, err := model.New(a, net)
	if a.defers {
		s, err = model.New(hesitantGatherer{a}, net)
	}
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("seed %d: n=%d %v %v %v wake %v down %v faults %v ids %v, %d messages, %d flaws of kind %d, lone %t, circles %t",
		seed, net.N, net.Topology, net.Order, net.Timing, net.Wake, net.Down, net.Faults, net.IDs, a.msgs, a.flaws, a.kind, a.lone, a.circles)
}

// A hesitantGatherer defers some messages until it has received others.
type hesitantGatherer struct{ gatherer }

func (g hesitantGatherer) Defers(_ model.Self, s gathered, q model.Port, m chatter) bool {
	return s.Seen>>(2*m.Word)&3 == 0 && g.draws(10, int(s.Seen), int(q), int(m.Word)).IntN(4) == 0
}

// The flaws that a gatherer may have in a local state.
const (
	flawJumps   = iota // it goes elsewhere
	flawSends          // it sends something else
	flawTurns          // it sends in another order
	flawChooses        // it chooses
	flawFails          // its step is not well-formed
	flawForgets        // it forgets the messages received so far
	flawKinds
)

// A gatherer is a random algorithm that gathers messages: its reaction to the first
// of each word depends on the word and the port only, except where it has a flaw.
type gatherer struct {
	babbler
	flaws, kind int
	lone        bool // it has one flaw
	shows       int  // how many words a status tells apart
	circles     bool // the last word is always passed on
	counts      bool // it tells apart whether a word came once or more often
	expires     bool // it has timers, and suspects
	idles       bool // it may be idle
	talks       bool // it mostly sends several messages by itself, and none upon another
}

type gathered struct {
	Awake bool
	Seen  uint8 // two bits for each word: how often it came, at most twice
	Odd   uint8 // a bit for each thing that happens once
}

func (g gatherer) Name() string { return fmt.Sprintf("gatherer-%d", g.seed) }

func (g gatherer) Init(model.Self) gathered { return gathered{} }

func (g gatherer) Restart(_ model.Self, s gathered) gathered {
	return gathered{Seen: s.Seen & uint8(g.draws(5).IntN(16)), Odd: 31}
}

// once reports whether something may happen in a local state: it has not yet.
func (g gatherer) once(s gathered, bit int) bool {
	return s.Odd>>bit&1 == 0 && g.draws(6, bit, int(s.Seen)).IntN(3) == 0
}

func (g gatherer) Ready(_ model.Self, s gathered) model.Spontaneous {
	ready := model.Spontaneous{Wake: !s.Awake && s.Odd&16 == 0 || g.once(s, 3) && g.expires && !g.timed}
	if g.expires && g.once(s, 0) {
		ready.Timers |= model.Timers(0)
	}
	if g.expires && g.timed && s.Odd&128 == 0 && g.draws(16, int(s.Seen)).IntN(2) == 0 {
		ready.Timers |= model.Timers(1)
	}
	if g.expires && g.once(s, 1) {
		ready.Suspect = model.Ports(0)
	}
	ready.Idle = g.idles && g.once(s, 2)
	if g.offers && g.once(s, 7) {
		ready.Operations = 2
	}
	return ready
}

// Durations draws how long a timer runs, and how long it takes to detect a crash: in most
// local states that is the same.
func (g gatherer) Durations(_ model.Self, s gathered) model.Durations {
	r := g.draws(12)
	if g.draws(13, int(s.Seen)).IntN(12) < g.flaws {
		r = g.draws(14, int(s.Seen))
	}
	d := model.Durations{}
	for _, span := range []*model.Span{&d.Timers[0], &d.Timers[1], &d.Suspect} {
		if span.Least, span.Greatest = r.IntN(4), 1+r.IntN(3); r.IntN(6) == 0 {
			span.Greatest = model.Unbounded
		}
		span.Greatest = max(span.Least, span.Greatest)
	}
	return d
}

func (g gatherer) Step(p *model.Process[chatter], s gathered, in model.Input[chatter]) gathered {
	switch in.Kind {
	case model.Wake:
		if s.Awake {
			s.Odd |= 8
		}
		s.Awake = true
	case model.Timeout:
		s.Odd |= 1 + 127*in.Timer
	case model.Suspect:
		s.Odd |= 2
	case model.Idle:
		s.Odd |= 4
	case model.Invoke:
		s.Odd |= 128
	case model.Receive:
		return g.receive(p, s, in)
	}
	g.react(p, s, in, g.flawed(s, in))
	return s
}

func (g gatherer) receive(p *model.Process[chatter], s gathered, in model.Input[chatter]) gathered {
	w := in.Msg.Word
	if g.circles && int(w) == g.msgs-1 {
		p.Send(g.onward(p, in.Port), in.Msg)
		return s
	}
	flawed := g.flawed(s, in)
	if times := s.Seen >> (2 * w) & 3; times > 0 && !(flawed && g.kind == flawJumps) {
		if g.counts && times == 1 {
			s.Seen += 1 << (2 * w)
		}
		return s
	}
	if flawed {
		switch g.kind {
		case flawFails:
			p.Send(model.Port(p.Ports()), in.Msg)
		case flawChooses:
			s.Odd |= uint8(32 << p.Choose(2))
		case flawJumps:
			s.Odd |= 32
		case flawForgets:
			if s.Odd&64 == 0 {
				return gathered{Awake: true, Odd: s.Odd | 64}
			}
		}
	}
	s.Seen |= 1 << (2 * w)
	g.react(p, s, in, flawed)
	return s
}

// react sends the messages with which a process reacts to an input.
func (g gatherer) react(p *model.Process[chatter], s gathered, in model.Input[chatter], flawed bool) {
	if g.timed && g.draws(15, int(in.Kind), int(in.Msg.Word)).IntN(3) == 0 {
		p.Reset(0)
	}
	r := g.draws(7, g.self(p), int(in.Kind), int(in.Port)+int(in.Operation), int(in.Msg.Word))
	var list []chatter
	most := 3
	if g.talks && in.Kind == model.Receive {
		most = 1 + r.IntN(2)
	} else if g.talks {
		most = 5
	}
	for range r.IntN(most) {
		list = append(list, chatter{uint8(r.IntN(g.msgs))})
	}
	first := r.IntN(p.Ports())
	if flawed && g.kind == flawSends {
		list = append(list, chatter{s.Seen & 1})
	}
	turned := g.kind == flawTurns && flawed
	for i := range list {
		if turned {
			i = len(list) - 1 - i
		}
		if q := model.Port((first + i) % p.Ports()); g.sends(p, q) {
			p.Send(q, list[i])
		}
	}
}

// onward returns a port to pass on a message from port q.
func (g gatherer) onward(p *model.Process[chatter], q model.Port) model.Port {
	if next := model.Port((int(q) + 1) % p.Ports()); g.sends(p, next) {
		return next
	}
	return 0
}

// flawed reports whether the order makes a difference upon an input.
func (g gatherer) flawed(s gathered, in model.Input[chatter]) bool {
	if g.lone {
		r := g.draws(11)
		word := r.IntN(g.msgs)
		other := (word + 1 + r.IntN(g.msgs-1)) % g.msgs
		return in.Kind == model.Receive && int(in.Msg.Word) == word && s.Seen == 1<<(2*other)
	}
	if g.flaws == 0 || s.Seen == 0 && g.flaws < 3 {
		return false
	}
	return g.draws(8, int(s.Seen), int(s.Odd)&15, int(in.Kind), int(in.Msg.Word)).IntN(12) < 2*g.flaws
}

func (g gatherer) Observe(p model.Self, s gathered) model.Status {
	r := g.draws(9, int(s.Seen)&(1<<(2*g.shows)-1), int(s.Odd)>>5)
	st := model.Status{Role: model.Role(r.IntN(4)), Term: int(s.Odd) & 1 * r.IntN(2), Halted: r.IntN(3) == 0}
	if g.named && r.IntN(2) == 0 {
		st.Leader = p.ID()
	}
	return st
}
