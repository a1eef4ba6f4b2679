package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Exchangeable returns a small random system in which processes may change places, though each
// remembers others by their ports, and names them. In a third of the systems it has a flaw: once in a
// while a process tells ports or processes apart.
func Exchangeable(seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 4))
	net := model.Network{
		N:        []int{2, 3, 3, 3, 4}[r.IntN(5)],
		Topology: []model.Topology{model.Complete, model.Complete, model.CompleteByID, model.Star, model.Ring}[r.IntN(5)],
		Timing:   []model.Timing{model.Async, model.Timely, model.Bounded}[r.IntN(3)],
		Order:    model.Order(r.IntN(len(model.OrderNames()))),
		Grants:   model.KnowID | model.KnowN | model.KnowNeighbours,
		Delay:    r.IntN(2),
	}
	for _, p := range r.Perm(net.N) {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	switch r.IntN(6) {
	case 0, 1:
		net.Faults = randomFaults(r)
	case 2:
		net.Faults.Cut = 1
	}
	single := net.Faults.Crash > 0 && r.IntN(2) == 0
	if single {
		net.Topology = model.Star
	}
	if net.Timing != model.Bounded {
		net.Delay = 0
	}
	if net.Timing != model.Async {
		net.Faults.Suspect = 0
	}
	switch r.IntN(4) {
	case 0:
		net.Wake.All = true
	case 1:
		net.Wake.Only = r.Perm(net.N)[:1+r.IntN(net.N)]
	}
	a := member{babbler: babbler{seed: seed}, credit: uint8(1 + r.IntN(5)/4), circles: r.IntN(3) == 0, single: single}
	if r.IntN(3) == 0 {
		a.flaw = 1 + r.IntN(3)
	}
	var s *model.System
	var err error
	if r.IntN(5) == 0 {
		s, err = model.New(deferringMember{a}, net)
	} else {
		s, err = model.New(a, net)
	}
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("seed %d: n=%d %v %v %v delay %d wake %v faults %v ids %v, credit %d, flaw %d, circles %t",
		seed, net.N, net.Topology, net.Order, net.Timing, net.Delay, net.Wake, net.Faults, net.IDs, a.credit, a.flaw, a.circles)
}

// A member is a random algorithm. Its step depends on its phase, on the word that it
// receives, and on its memory of the process that sent it.
type member struct {
	babbler
	credit  uint8
	flaw    int // 0: none
	circles bool
	single  bool // a step sends one message at most: a crash may strike within any other
}

type membership struct {
	Phase  uint8
	Heard  model.PortSet // who has sent something
	Chief  model.Port    // whom it follows
	Bound  bool          // it follows somebody
	Credit uint8
}

// notice is a message: a word, and somebody's name, or none.
type notice struct {
	Word uint8
	Who  model.ID
}

const phases, words = 3, 2

func (m member) Name() string { return fmt.Sprintf("member-%d", m.seed) }

func (m member) Init(model.Self) membership { return membership{Credit: m.credit} }

func (m member) Restart(_ model.Self, s membership) membership {
	return membership{Phase: uint8(m.draws(1).IntN(phases)), Heard: s.Heard, Chief: s.Chief, Bound: s.Bound}
}

func (m member) Ready(_ model.Self, s membership) model.Spontaneous {
	r := m.draws(2, int(s.Phase), s.Heard.Len(), btoi(s.Bound))
	ready := model.Spontaneous{Wake: s.Phase == 0 && s.Credit > 0, Idle: s.Credit > 0 && r.IntN(6) == 0}
	if s.Credit > 0 && r.IntN(3) == 0 {
		ready.Timers = model.Timers(uint8(r.IntN(2)))
	}
	if s.Credit > 0 && s.Bound && r.IntN(2) == 0 {
		ready.Suspect = model.Ports(s.Chief)
	}
	return ready
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m member) Durations(_ model.Self, s membership) model.Durations {
	d := model.Durations{}
	for _, span := range []*model.Span{&d.Timers[0], &d.Timers[1], &d.Suspect} {
		r := m.draws(3, int(s.Phase))
		span.Least = r.IntN(3)
		span.Greatest = max(1, span.Least+r.IntN(2))
	}
	return d
}

func (m member) Observe(p model.Self, s membership) model.Status {
	status := model.Status{Role: [...]model.Role{model.Undecided, model.Candidate, model.Lost}[s.Phase]}
	switch {
	case s.Phase == 1 && s.Heard.Len() > 0:
		status = model.Status{Role: model.Won, Leader: p.ID()}
	case s.Bound:
		status.Leader = p.Neighbour(s.Chief)
	}
	return status
}

func (m member) Step(p *model.Process[notice], s membership, in model.Input[notice]) membership {
	of, heard := false, false
	if in.Kind == model.Receive {
		of, heard = s.Bound && s.Chief == in.Port, s.Heard.Has(in.Port)
	}
	r := m.draws(4, int(s.Phase), int(in.Kind), int(in.Timer), int(in.Msg.Word), btoi(of), btoi(heard), btoi(in.Msg.Who == p.ID()), btoi(s.Heard.Len() > 1))
	s.Phase = uint8(r.IntN(phases))
	if in.Kind == model.Receive {
		if r.IntN(2) == 0 {
			s.Heard = s.Heard.With(in.Port)
		}
		if r.IntN(3) == 0 {
			s.Chief, s.Bound = in.Port, true
		}
	}
	switch {
	case m.circles && in.Kind == model.Receive && r.IntN(4) == 0:
		p.Send(in.Port, in.Msg) // for ever, perhaps
	case s.Credit > 0 && (in.Kind != model.Receive || r.IntN(2) == 0):
		s.Credit--
		m.speak(p, s, in, r)
	}
	if m.errs(p, s, in) {
		s.Phase = 1
	}
	return s
}

// speak sends a word to all, to the sender of the message or to the chief.
func (m member) speak(p *model.Process[notice], s membership, in model.Input[notice], r *rand.Rand) {
	msg := notice{Word: uint8(r.IntN(words))}
	switch r.IntN(4) {
	case 0:
		msg.Who = p.ID()
	case 1:
		if s.Bound {
			msg.Who = p.Neighbour(s.Chief)
		}
	}
	switch answers := r.IntN(3); {
	case answers == 0 && in.Kind == model.Receive:
		p.Send(in.Port, msg)
	case answers == 1 && s.Bound:
		p.Send(s.Chief, msg)
	case m.single && p.Ports() > 1:
	default:
		for q := range model.Port(p.Ports()) {
			p.Send(q, msg)
		}
	}
}

// errs reports whether a process tells something apart that it should not.
func (m member) errs(p *model.Process[notice], s membership, in model.Input[notice]) bool {
	if m.flaw == 0 || m.draws(5, int(s.Phase), int(in.Kind), int(in.Msg.Word)).IntN(4) > 0 {
		return false
	}
	switch m.flaw {
	case 1:
		return in.Kind == model.Receive && s.Bound && in.Port < s.Chief
	case 2:
		return in.Msg.Who > p.ID()
	}
	return in.Kind == model.Receive && s.Heard.Has(in.Port) && p.Neighbour(in.Port) == 2
}

// A deferringMember defers some words of those that it has heard.
type deferringMember struct{ member }

func (m deferringMember) Defers(_ model.Self, s membership, q model.Port, msg notice) bool {
	return msg.Word == 1 && s.Phase == 2 && s.Heard.Has(q)
}

// Forges returns a word about nobody and one about the receiver. With a flaw one process forges less.
func (m member) Forges(p model.Self, q model.Port) []notice {
	list := []notice{{Word: 0}, {Word: 1, Who: p.Neighbour(q)}}
	if m.flaw == 3 && p.ID() == 2 {
		return list[:1]
	}
	return list
}
