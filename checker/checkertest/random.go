package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Random returns the small random algorithm of a seed on a small random network, and a
// line that describes them. Most have at most a few thousand configurations: sending a
// message takes credit, of which a process has little, unless it passes on one that it
// has just received.
func Random(seed uint64) (*model.System, string) { return random(seed, babbler{}) }

// RandomStarts returns the system of [Random], except that its processes may start in
// one of two local states.
func RandomStarts(seed uint64) (*model.System, string) { return random(seed, babbler{starts: true}) }

// Dull returns the system of [Random], except that its processes ignore most messages in
// some of their local states.
func Dull(seed uint64) (*model.System, string) { return random(seed, babbler{dull: true}) }

// Deferring returns a random system like that of [Dull] whose processes defer messages,
// of which there are two kinds. Seeds differ in the order of delivery.
func Deferring(seed uint64) (*model.System, string) {
	return random(seed, babbler{dull: seed%2 == 0, defers: true})
}

// Bounded returns the system of [Random] in timing bounded, with a delay and durations
// that are that many times as long. If that is 0, timers run out at any time, as in async.
func Bounded(seed uint64, times int) (*model.System, string) {
	return random(seed, babbler{timed: true, times: times, anytime: times == 0})
}

func random(seed uint64, like babbler) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 0))
	net := randomNetwork(r)
	if like.defers {
		net.Order, net.Timing = model.Order(seed/2%4), model.Async
	}
	if like.timed || seed%4 == 3 && net.Timing != model.Lockstep && (like.defers || !like.dull) {
		net.Timing, net.Delay = model.Bounded, max(int(seed/4%3), 1)*max(like.times, 1)
		net.Faults.Suspect = 0
	}
	a := babbler{
		seed:   seed,
		states: 1 + r.IntN(3),
		msgs:   1 + r.IntN(2),
		coins:  r.IntN(2) == 0 && !net.Wake.All && (net.Timing != model.Lockstep || net.N <= 2),
		wild:   r.IntN(8) == 0,
		ends:   r.IntN(8) == 0,
		dull:   like.dull,
		starts: like.starts,
		timed:  net.Timing == model.Bounded,
		times:  like.times,

		anytime: like.anytime,
		hurried: like.hurried,
		endless: like.endless,
		credit:  uint8(r.IntN(3)),
		named:   net.IDs != nil,
		oneWay:  net.Topology == model.UnidirectionalRing,
	}
	if net.N < 3 {
		a.credit++
	}
	if net.Timing != model.Lockstep {
		a.offers, a.defers = r.IntN(5) == 0, r.IntN(4) == 0
	} else {
		a.offers = seed%5 == 2 // without a draw, so that all else stays as it was
		net.Delay = [...]int{2, 3, 0, 0}[seed%4]
	}
	if like.defers {
		a.defers, a.msgs, a.states, a.wild = true, 2, 1+a.states, false
	}
	randomlyUnbounded(r, &net)
	if r.IntN(4) == 0 && net.N > 1 {
		net.Labels = []int{0, 1, r.IntN(2), r.IntN(2)}[:net.N]
	}
	a.shows = r.IntN(2) == 0
	s, err := a.on(net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("seed %d: n=%d %v %v %v delay %d wake %v down %v faults %v ids %v labels %v, %d states %d messages credit %d offers %t defers %t",
		seed, net.N, net.Topology, net.Order, net.Timing, net.Delay, net.Wake, net.Down, net.Faults, net.IDs, net.Labels, a.states, a.msgs, a.credit, a.offers, a.defers)
}

// on returns the system of b on a network. If the network has labels, two programs
// are joined.
func (b babbler) on(net model.Network) (*model.System, error) {
	switch {
	case b.starts && b.defers:
		return model.New(deferringStart{deferring{b}}, net)
	case b.starts:
		return model.New(starting{b}, net)
	case net.Labels != nil && b.defers:
		return model.New(model.Join(model.ProgramOf(deferring{b}), model.ProgramOf(second{b})), net)
	case net.Labels != nil:
		return model.New(model.Join(model.ProgramOf(b), model.ProgramOf(second{b})), net)
	case b.defers:
		return model.New(deferring{b}, net)
	}
	return model.New(b, net)
}

// randomlyUnbounded makes some budgets of a network unbounded. Duplication stays
// bounded unless that leaves finitely many configurations.
func randomlyUnbounded(r *rand.Rand, net *model.Network) {
	for _, b := range net.Faults.Budgets() {
		if *b.Count > 0 && r.IntN(4) == 0 && (b.Name != "dup" || net.Order.Distinct()) {
			*b.Count = model.Unbounded
		}
	}
}

// networkWithoutRounds returns a random network whose timing is not lockstep.
func networkWithoutRounds(r *rand.Rand) model.Network {
	net := randomNetwork(r)
	if net.Timing == model.Lockstep {
		net.Timing, net.Order = model.Async, model.Order(r.IntN(int(model.Inbox)+1))
	}
	return net
}

func randomNetwork(r *rand.Rand) model.Network {
	net := model.Network{
		N:        []int{1, 2, 2, 3, 3, 3}[r.IntN(6)],
		Topology: model.Topology(r.IntN(int(model.Graph) + 1)),
		Timing:   model.Timing(r.IntN(int(model.Lockstep) + 1)),
		Faults:   randomFaults(r),
	}
	if net.N == 3 && r.IntN(10) == 0 {
		net.N = 4
	}
	if net.Timing == model.Lockstep {
		net.Faults.Dup = 0
	} else {
		net.Order = model.Order(r.IntN(len(model.OrderNames())))
	}
	if net.Timing != model.Async {
		net.Faults.Suspect = 0
	}
	if net.Topology == model.Graph {
		net.Graph = randomGraph(r, net.N)
	}
	if net.Topology == model.CompleteByID || r.IntN(2) == 0 {
		for _, p := range r.Perm(net.N) {
			net.IDs = append(net.IDs, model.ID(p+1))
		}
	}
	switch r.IntN(4) {
	case 0:
		net.Wake.All = true
	case 1:
		net.Wake.Only = r.Perm(net.N)[:r.IntN(net.N+1)]
	}
	if r.IntN(6) == 0 {
		net.Down = []int{r.IntN(net.N)}
	}
	if net.Faults.Crash == 0 && len(net.Down) == 0 {
		net.Faults.Restart = 0
	}
	return net
}

// randomFaults returns budgets for at most two kinds of fault.
func randomFaults(r *rand.Rand) model.Faults {
	var f model.Faults
	budgets := f.Budgets()[:6] // divisions: see Dividing
	for range r.IntN(3) {
		*budgets[r.IntN(len(budgets))].Count = 1
	}
	if f.Restart > 0 {
		f.Crash = 1
	}
	return f
}

// randomGraph returns a connected graph, at times with a link from a process
// to itself and with two links between the same processes.
func randomGraph(r *rand.Rand, n int) [][]int {
	g := make([][]int, n)
	join := func(p, q int) {
		g[p] = append(g[p], q)
		if p != q {
			g[q] = append(g[q], p)
		}
	}
	for p := 1; p < n; p++ {
		join(p, r.IntN(p))
	}
	for range r.IntN(2) {
		join(r.IntN(n), r.IntN(n))
	}
	return g
}

// A babbler is a random algorithm. It draws its step in each case from a stream that
// depends only on the seed and the case, so the step is a function.
type babbler struct {
	seed         uint64
	states, msgs int
	credit       uint8
	coins        bool // it chooses
	wild         bool // its steps may be ill-formed
	ends         bool // it has a bound
	dull         bool // it ignores most messages
	offers       bool // it offers operations
	defers       bool // it defers messages: see deferring
	starts       bool // it has two initial local states: see starting
	timed        bool // its network measures time: it resets timers
	times        int  // how many times as long its timers run; 0: once
	anytime      bool // its timers run out at any time
	hurried      bool // it sets timers in most of its local states
	named        bool // it reads its identity
	oneWay       bool // it can send to port 0 only
	endless      bool // it sends without credit: there are finitely many configurations only if channels are bounded
	shows        bool // it shows a Hue
}

type babble struct {
	State  uint8 // 0: asleep
	Credit uint8
}

// A Hue is a type of its own, whose values the processes of about half of the
// random systems show.
type Hue struct {
	Value  uint8 // 0, 1 or 2
	Bright bool
}

type chatter struct{ Word uint8 }

// String returns a word of its own for each message, so that faults can strike them by name.
func (c chatter) String() string { return fmt.Sprintf("chatter%d", c.Word) }

func (b babbler) Name() string { return fmt.Sprintf("random-%d", b.seed) }

// draws returns the random stream of a case.
func (b babbler) draws(which ...int) *rand.Rand {
	at := uint64(1)
	for _, i := range which {
		at = at*31 + uint64(i) + 1
	}
	return rand.New(rand.NewPCG(b.seed, at))
}

func (b babbler) Init(model.Self) babble { return babble{Credit: b.credit} }

func (b babbler) Restart(_ model.Self, s babble) babble { return babble{Credit: s.Credit} }

func (b babbler) Ready(_ model.Self, s babble) model.Spontaneous {
	r := b.draws(1, int(s.State))
	if s.State == 0 {
		return model.Spontaneous{Wake: true, Suspect: model.PortSet(r.IntN(2))}
	}
	ready := model.Spontaneous{
		Wake:    r.IntN(8) == 0,
		Idle:    r.IntN(4) == 0,
		Round:   r.IntN(3) == 0,
		Timers:  model.TimerSet(r.IntN(4) & r.IntN(4)),
		Suspect: model.PortSet(r.IntN(8)),
	}
	if b.hurried {
		ready.Timers |= model.TimerSet(r.IntN(4) | r.IntN(4))
	}
	if b.offers {
		ready.Operations = r.IntN(3)
	}
	return ready
}

// Durations draws how long each timer runs, and whether that has an end.
func (b babbler) Durations(_ model.Self, s babble) model.Durations {
	r, d, times := b.draws(10, int(s.State)), model.Durations{}, max(b.times, 1)
	span := func() model.Span {
		least := r.IntN(3)
		switch endless := r.IntN(6) == 0; {
		case b.anytime:
			return model.Span{Greatest: model.Unbounded}
		case endless:
			return model.Span{Least: least * times, Greatest: model.Unbounded}
		}
		return model.Span{Least: least * times, Greatest: (max(least, 1) + r.IntN(2)) * times}
	}
	d.Timers[0], d.Timers[1], d.Suspect = span(), span(), span()
	return d
}

// A deferring babbler defers some messages in some of its local states.
type deferring struct{ babbler }

func (b deferring) Defers(_ model.Self, s babble, q model.Port, m chatter) bool {
	return b.draws(5, int(s.State), int(q)%2, int(m.Word)).IntN(3) == 0
}

// A starting babbler begins in one of two local states.
type starting struct{ babbler }

func (b starting) Inits(p model.Self) []babble { return b.inits(p) }

// deferringStart is a starting babbler that defers messages.
type deferringStart struct{ deferring }

func (b deferringStart) Inits(p model.Self) []babble { return b.inits(p) }

func (b babbler) inits(p model.Self) []babble {
	return []babble{b.Init(p), {State: uint8(1 + b.draws(6).IntN(b.states)), Credit: b.credit}}
}

// second is a babbler with local states of another type, which does something else.
type second struct{ babbler babbler }

type murmur struct{ Is babble }

func (b second) Name() string { return "second" }

func (b second) other() babbler {
	other := b.babbler
	other.seed += 1 << 40
	return other
}

func (b second) Init(p model.Self) murmur { return murmur{b.other().Init(p)} }

func (b second) Ready(p model.Self, s murmur) model.Spontaneous { return b.other().Ready(p, s.Is) }

func (b second) Durations(p model.Self, s murmur) model.Durations {
	return b.other().Durations(p, s.Is)
}

func (b second) Restart(p model.Self, s murmur) murmur { return murmur{b.other().Restart(p, s.Is)} }

func (b second) Observe(p model.Self, s murmur) model.Status { return b.other().Observe(p, s.Is) }

func (b second) Step(p *model.Process[chatter], s murmur, in model.Input[chatter]) murmur {
	return murmur{b.other().Step(p, s.Is, in)}
}

func (b babbler) Step(p *model.Process[chatter], s babble, in model.Input[chatter]) babble {
	if b.dull && in.Kind == model.Receive && b.draws(4, int(s.State), int(in.Port), int(in.Msg.Word)).IntN(3) > 0 {
		return s
	}
	r := b.draws(2, b.self(p), int(s.State), int(in.Kind), int(in.Port), int(in.Timer)+int(in.Operation), int(in.Msg.Word))
	if b.wild && r.IntN(20) == 0 {
		p.Send(model.Port(p.Ports()), chatter{})
	}
	if b.timed && b.draws(11, int(s.State), int(in.Kind)).IntN(3) == 0 {
		p.Reset(0)
	}
	free := in.Kind == model.Receive
	for range r.IntN(3) {
		q, m := model.Port(r.IntN(p.Ports()+1)), chatter{uint8(r.IntN(b.msgs))}
		if b.coins && r.IntN(4) == 0 {
			m.Word = uint8(p.Choose(b.msgs))
		}
		switch {
		case !b.sends(p, q):
		case free:
			free = false
			p.Send(q, m)
		case b.endless:
			p.Send(q, m)
		case s.Credit > 0:
			s.Credit--
			p.Send(q, m)
		}
	}
	s.State = uint8(1 + r.IntN(b.states))
	if b.coins && r.IntN(3) == 0 {
		s.State = uint8(1 + p.Choose(b.states))
	}
	return s
}

// sends reports whether messages can be sent to port q.
func (b babbler) sends(p *model.Process[chatter], q model.Port) bool {
	if b.oneWay {
		return q == 0
	}
	return int(q) < p.Ports()
}

// self returns the part of a case that a process knows of itself.
func (b babbler) self(p *model.Process[chatter]) int {
	if b.named {
		return int(p.ID())
	}
	return 0
}

func (b babbler) Observe(p model.Self, s babble) model.Status {
	r := b.draws(3, int(s.State))
	st := model.Status{Role: model.Role(r.IntN(4)), Term: r.IntN(2), Halted: r.IntN(2) == 0}
	st.Bounded = b.ends && r.IntN(4) == 0
	if b.named && r.IntN(2) == 0 {
		st.Leader = p.ID()
	}
	st.Aside = r.IntN(8) == 0
	if b.named && r.IntN(8) == 0 {
		st.Leader = model.ID(1 + r.IntN(3)) // its process may be down, or not exist
	}
	if b.shows {
		st.Own = Hue{uint8(r.IntN(3)), r.IntN(2) == 0}
	}
	return st
}
