package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Balloting returns a random system like Paxos and like the election of Raft. A process begins ballots of its own, asks all others, and
// follows the greatest ballot that it has heard of. What it answers, when enough have answered, and whether
// it reacts to lesser ballots is drawn. Some systems forget their ballot when they restart.
func Balloting(seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 31))
	n := []int{2, 2, 3, 3, 3}[r.IntN(5)]
	net := model.Network{N: n, Topology: model.Complete, Order: model.Order(r.IntN(len(model.OrderNames())))}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	switch r.IntN(6) {
	case 0:
		net.Faults.Crash, net.Faults.Restart = 1, r.IntN(2)
	case 1:
		net.Faults.Loss = 1
	case 2:
		net.Faults.Dup = 1
	case 3:
		net.Faults.Suspect = 1
	}
	if n == 3 && r.IntN(2) == 0 {
		net.Wake.Only = []int{0, 1}
	}
	a := voter{seed: seed, rounds: 1 + r.IntN(4-n), quorum: 1 + r.IntN(n-1), old: r.IntN(3) == 0, forgets: r.IntN(3) == 0, news: r.IntN(2) == 0}
	s, err := model.New(a, net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("ballots, seed %d: n=%d %v faults %v wake %v, %d rounds quorum %d, old %t forgets %t", seed, n, net.Order, net.Faults, net.Wake, a.rounds, a.quorum, a.old, a.forgets)
}

// voter is the algorithm of Balloting.
type voter struct {
	seed           uint64
	rounds, quorum int
	old            bool // it may react to lesser ballots
	forgets        bool // a restart forgets the ballot
	news           bool // a process that has decided tells the others
}

type voted struct {
	Ballot model.ID // round * 4 + identity
	Phase  uint8    // 0: follows, 1: asks, 2: proposes, 3: has decided
	Heard  uint8    // the ports that have answered
	Note   uint8
}

type vote struct {
	Ballot model.ID
	Kind   uint8 // 0: asks, 1: answers, 2: proposes, 3: accepts, 4: news
	Note   uint8
}

func (v voter) Name() string { return fmt.Sprintf("voter-%d", v.seed) }

func (voter) Needs() model.Needs { return model.Needs{Knowledge: model.KnowID} }

func (voter) Init(model.Self) voted { return voted{} }

func (v voter) Restart(_ model.Self, s voted) voted {
	if v.forgets {
		return voted{}
	}
	return voted{Ballot: s.Ballot, Note: s.Note}
}

func (v voter) Ready(p model.Self, s voted) (ready model.Spontaneous) {
	ready.Wake = s == voted{}
	if s.Phase < 3 && s.Ballot != 0 && int(s.Ballot)/4 < v.rounds {
		ready.Timers = model.Timers(0)
	}
	if s.Phase == 0 && v.draw(9, int(s.Note)) == 0 {
		ready.Suspect = model.Ports(0)
	}
	return ready
}

// draw returns the number below 4 that belongs to some numbers.
func (v voter) draw(of ...int) int {
	x := v.seed
	for _, n := range of {
		x = (x ^ uint64(n+1)) * 0x9E3779B97F4A7C15
		x ^= x >> 29
	}
	return int(x % 4)
}

func (v voter) Step(p *model.Process[vote], s voted, in model.Input[vote]) voted {
	m := in.Msg
	switch {
	case in.Kind == model.Suspect:
		s.Note |= 2
		return s
	case in.Kind != model.Receive:
		s = voted{Ballot: model.ID(4*(int(s.Ballot)/4+1)) + p.ID(), Phase: 1, Note: s.Note}
		v.broadcast(p, vote{s.Ballot, 0, s.Note})
		return s
	case m.Kind == 4:
		return voted{Ballot: s.Ballot, Phase: 3, Note: m.Note}
	case s.Phase == 3 && v.draw(1, int(m.Kind)) > 0:
		return s
	case m.Ballot < s.Ballot && !v.old:
		return s
	case m.Kind == 0 && m.Ballot != s.Ballot:
		if v.draw(2, int(m.Note), int(s.Note)) > 0 {
			p.Send(in.Port, vote{m.Ballot, 1, s.Note})
		}
		return voted{Ballot: m.Ballot, Note: s.Note | m.Note&1}
	case m.Kind == 2:
		p.Send(in.Port, vote{m.Ballot, 3, m.Note})
		return voted{Ballot: m.Ballot, Note: m.Note}
	case m.Ballot == s.Ballot && m.Kind == 2*s.Phase-1:
		return v.count(p, s, in.Port, m)
	}
	return s
}

// count handles an answer.
func (v voter) count(p *model.Process[vote], s voted, from model.Port, m vote) voted {
	s.Heard |= 1 << from
	s.Note = max(s.Note, m.Note)
	heard := 0
	for q := range p.Ports() {
		heard += int(s.Heard >> q & 1)
	}
	switch {
	case heard < v.quorum:
	case s.Phase == 1:
		s.Phase, s.Heard = 2, 0
		s.Note = uint8(v.draw(3, int(s.Note), int(p.ID())))
		v.broadcast(p, vote{s.Ballot, 2, s.Note})
	default:
		s.Phase, s.Heard = 3, 0
		if v.news {
			v.broadcast(p, vote{s.Ballot, 4, s.Note})
		}
	}
	return s
}

func (voter) broadcast(p *model.Process[vote], m vote) {
	for q := range model.Port(p.Ports()) {
		p.Send(q, m)
	}
}

func (voter) Observe(p model.Self, s voted) model.Status {
	roles := [...]model.Role{model.Undecided, model.Candidate, model.Candidate, model.Won}
	status := model.Status{Role: roles[s.Phase], Term: int(s.Ballot) / 4}
	if s.Phase == 3 {
		status.Leader = model.ID(s.Note) + 1
	}
	return status
}
