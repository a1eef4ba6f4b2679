package independent

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A system is a program on a network, with the properties to check.
type system struct {
	program  *program
	net      model.Network
	fairness model.Fairness
	extreme  properties.Extreme
	bound    int // of messages
	fact     int
	within   *constraint // nil: there is none
}

func (s system) String() string {
	return fmt.Sprintf("%+v\nfairness %v, %v, messages<=%d, %s\n%v",
		s.net, s.fairness, s.extreme, s.bound, facts()[s.fact].name, s.program)
}

func (s system) claims() []claim {
	claims := append([]claim{always()}, catalogue(s.extreme, s.bound)...)
	return append(append(append(claims, own(facts()[s.fact])...), everyone(facts()[s.fact], s.net.N)...), flying()...)
}

// terms is the number of terms.
const terms = 2

// A source draws random systems.
type source struct {
	several bool // processes have several initial states
	*rand.Rand
	knows  model.Knowledge
	oneWay bool
	choose bool
	timed  bool // the system is small, and has many timers
	full   bool // its channels have few places
	late   bool // its messages take up to two or three rounds
}

// draw returns the random system of a seed.
func draw(seed uint64) system { return (&source{Rand: rand.New(rand.NewPCG(seed, 0))}).system() }

// drawTimed returns the random system of a seed in timing bounded.
func drawTimed(seed uint64) system {
	return (&source{Rand: rand.New(rand.NewPCG(seed, 1)), timed: true}).system()
}

// drawSeveral returns the random system of a seed whose processes have several initial states.
func drawSeveral(seed uint64) system {
	return (&source{Rand: rand.New(rand.NewPCG(seed, 2)), several: true}).system()
}

// drawFull returns the random system of a seed whose channels have one or two places.
func drawFull(seed uint64) system {
	return (&source{Rand: rand.New(rand.NewPCG(seed, 3)), full: true}).system()
}

// drawLate returns the random system of a seed in lockstep whose messages take up to two or three rounds.
func drawLate(seed uint64) system {
	return (&source{Rand: rand.New(rand.NewPCG(seed, 4)), late: true}).system()
}

// drawInTurn returns the random system of a seed in timing bounded whose timers run out in turn.
func drawInTurn(seed uint64) system {
	s := (&source{Rand: rand.New(rand.NewPCG(seed, 5)), timed: true}).system()
	s.net.TimersInTurn = true
	if s.fairness == model.Strong {
		s.fairness = model.Weak // interrex refuses it
	}
	return s
}

func (r *source) system() system {
	s := system{
		net:      r.network(),
		fairness: [...]model.Fairness{model.ByTiming, model.Unfair, model.Weak, model.Strong}[r.IntN(4)],
		extreme:  properties.Extreme(r.IntN(2)),
		bound:    r.IntN(5),
		fact:     r.IntN(len(facts())),
	}
	r.oneWay = s.net.Topology == model.UnidirectionalRing
	s.program = r.program(&s.net)
	return s
}

// chance is true with probability percent/100.
func (r *source) chance(percent int) bool { return r.IntN(100) < percent }

func (r *source) network() model.Network {
	net := model.Network{
		Topology: model.Topology(r.IntN(int(model.Graph) + 1)),
		N:        [...]int{1, 2, 2, 2, 3, 3, 3, 4}[r.IntN(8)],
		Timing:   model.Timing(r.IntN(4)),
		Order:    model.Order(r.IntN(4)),
	}
	if r.timed {
		net.N, net.Timing = 1+r.IntN(2), model.Bounded
	}
	if r.full {
		net.N = min(net.N, 3)
	}
	if r.late {
		net.N, net.Timing, net.Delay = min(net.N, 3), model.Lockstep, 2+r.IntN(2)
	}
	if net.Timing == model.Lockstep {
		net.Order = model.FIFO
	}
	if net.Timing == model.Bounded {
		net.Delay = r.IntN(3)
	}
	if net.Topology == model.Graph {
		net.Graph = r.graph(net.N)
	}
	if net.Topology == model.CompleteByID || r.chance(60) {
		step := 1 + r.IntN(2)
		for _, p := range r.Perm(net.N) {
			net.IDs = append(net.IDs, model.ID(1+p*step))
		}
	}
	if r.chance(30) {
		for range net.N {
			net.Labels = append(net.Labels, r.IntN(3))
		}
	}
	for p := range net.N {
		if net.Wake.Only == nil {
			net.Wake.Only = []int{}
		}
		if r.chance(50) {
			net.Wake.Only = append(net.Wake.Only, p)
		}
		if r.chance(8) {
			net.Down = append(net.Down, p)
		}
	}
	switch {
	case r.chance(40):
		net.Wake = model.WakeSet{All: true}
	case r.chance(60):
		net.Wake = model.WakeSet{}
	}
	net.Faults = r.faults(net.Timing)
	if r.full {
		r.limit(&net)
	}
	if net.Faults.Crash == 0 && net.Down == nil {
		net.Faults.Restart = 0 // interrex refuses it
	}
	return net
}

// limit gives the channels of a network one or two places. No process wakes at the start if it might find none.
func (r *source) limit(net *model.Network) {
	if net.Timing == model.Lockstep {
		net.Timing, net.Order = model.Async, model.Order(r.IntN(4))
	}
	net.Capacity.Places = 1 + r.IntN(2)
	if net.Timing == model.Async && r.chance(60) {
		net.Capacity.Full, net.Wake.All = model.Block, false
	}
}

// graph draws a graph of n processes, perhaps with loops and with several links
// between two.
func (r *source) graph(n int) [][]int {
	graph := make([][]int, n)
	join := func(p, q int) {
		graph[p] = append(graph[p], q)
		if p != q {
			graph[q] = append(graph[q], p)
		}
	}
	for p := 1; p < n; p++ {
		join(r.IntN(p), p)
	}
	for range r.IntN(3) {
		join(r.IntN(n), r.IntN(n))
	}
	for _, peers := range graph {
		r.Shuffle(len(peers), func(i, j int) { peers[i], peers[j] = peers[j], peers[i] })
	}
	return graph
}

func (r *source) faults(t model.Timing) model.Faults {
	budget := func() int {
		switch {
		case r.chance(80):
			return 0
		case r.chance(20):
			return model.Unbounded
		}
		return 1 + r.IntN(2)
	}
	f := model.Faults{Crash: budget(), Restart: budget(), Loss: budget(), Dup: budget(), Cut: budget(), Suspect: budget()}
	if t != model.Async {
		f.Suspect = 0
	}
	if t == model.Lockstep {
		f.Dup = 0
	}
	return f
}

func (r *source) program(net *model.Network) *program {
	g := &program{letters: 1 + r.IntN(3), boxed: r.chance(30)}
	possible := []model.Knowledge{model.KnowN, model.KnowLabel}
	if net.IDs != nil {
		possible = append(possible, model.KnowID, model.KnowNeighbours)
	}
	some := func() (k model.Knowledge) {
		for _, one := range possible {
			if r.chance(40) {
				k |= one
			}
		}
		return k
	}
	if r.chance(40) {
		net.Grants = some()
	}
	if r.chance(40) {
		g.needs = some()
	}
	if net.Grants != 0 && net.Grants&g.needs != g.needs {
		g.needs = 0
	}
	g.defers = net.Timing != model.Lockstep && r.chance(25)
	sorts := 1 + r.IntN(3)
	if r.chance(20) {
		g.joined, g.boxed, sorts = true, false, 1+r.IntN(min(3, net.N))
		net.Labels = r.Perm(net.N)
		for p := range net.Labels {
			net.Labels[p] %= sorts
		}
	}
	r.knows = granted(g, net)
	g.reads = some() & r.knows
	r.choose = r.chance(35)
	for range sorts {
		g.sorts = append(g.sorts, r.sort(g, net))
	}
	return g
}

func (r *source) sort(g *program, net *model.Network) sort {
	states := 2 + r.IntN(5)
	t := sort{start: r.IntN(min(2, states))}
	for s := range states {
		if r.several && s != t.start && r.chance(35) {
			t.others = append(t.others, s)
		}
		t.states = append(t.states, r.state(g, net, s, states))
	}
	return t
}

func (r *source) state(g *program, net *model.Network, s, states int) state {
	st := state{restart: r.IntN(states), ready: model.Spontaneous{
		Wake: r.chance(max(5, 90-45*s)), Idle: r.chance(20), Round: r.chance(25),
	}}
	for t := range uint8(2) {
		if r.chance(15) || r.timed && r.chance(70) {
			st.ready.Timers |= model.Timers(t)
		}
		if r.chance(20) {
			st.ready.Suspect = st.ready.Suspect.With(model.Port(t))
		}
	}
	st.status = model.Status{
		Role:    model.Role(r.IntN(4)),
		Term:    r.IntN(5) / (6 - terms),
		Halted:  r.chance(40),
		Bounded: r.chance(3),
		Aside:   r.chance(10),
	}
	if r.chance(40) {
		st.status.Leader = model.ID(r.IntN(4))
	}
	if r.chance(15) {
		st.ready.Operations = 1 + r.IntN(2)
	}
	for i := range st.lasts {
		least := r.IntN(3)
		st.lasts[i] = model.Span{Least: least, Greatest: max(1, least+r.IntN(2))}
		if r.chance(10) {
			st.lasts[i].Greatest = model.Unbounded
		}
	}
	for range g.rows() - onReceive {
		st.defers = append(st.defers, r.chance(30))
	}
	st.ownID = r.chance(30) && r.knows&model.KnowID != 0
	for row := range g.rows() {
		st.on = append(st.on, r.reaction(g, net, s, states, row))
	}
	return st
}

// reaction draws a reaction of state s. Later states send less, so that most
// systems come to rest.
func (r *source) reaction(g *program, net *model.Network, s, states, row int) reaction {
	re := reaction{next: min(states-1, s+r.IntN(3))}
	switch {
	case r.chance(20):
		re.next = r.IntN(states)
	case r.chance(30):
		re.next = s
	}
	for r.chance(max(10, 60-12*s)) && len(re.sends) < 3 && !(r.timed && r.chance(60)) {
		re.sends = append(re.sends, send{r.port(), r.IntN(g.letters)})
	}
	for t := range uint8(2) {
		if net.Timing == model.Bounded && r.chance(25) {
			re.resets |= model.Timers(t)
		}
	}
	if r.chance(1) {
		re.ill = illness(1 + r.IntN(int(illnesses)-1))
	}
	if r.choose && r.chance(12) {
		for range 2 + r.IntN(2) {
			re.branches = append(re.branches, r.reaction(g, net, s, states, row))
		}
	}
	return re
}

func (r *source) port() int {
	if r.oneWay {
		return 0
	}
	return r.IntN(4)
}
