package independent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A configuration has the parts of the table in the section Configurations.
type configuration struct {
	locals   []int // nothing if a process is down and cannot restart
	down     []bool
	channels [][]message
	clocks   [][slots]clock // in timing bounded
	cut      []bool         // by link
	divided  []bool         // by link
	traitor  []bool         // by process
	left     model.Faults
	started  bool
	failed   []string // by process: why, or ""
}

// nothing is the local state of a process that is down and cannot restart.
const nothing = -1

// A message is a letter in flight, the port that it arrives on and, in timing bounded,
// the ticks that are left to it. In lockstep these are the rounds for which it may still begin to
// wait, and late says that it waits for the next one.
type message struct {
	port, letter, left int
	late               bool
}

// same reports whether the letter and the port are the same.
func (m message) same(o message) bool { return m.port == o.port && m.letter == o.letter }

func (c *configuration) clone() *configuration {
	d := *c
	d.locals = slices.Clone(c.locals)
	d.down = slices.Clone(c.down)
	d.cut = slices.Clone(c.cut)
	d.divided = slices.Clone(c.divided)
	d.traitor = slices.Clone(c.traitor)
	d.failed = slices.Clone(c.failed)
	d.clocks = slices.Clone(c.clocks)
	d.channels = make([][]message, len(c.channels))
	for i, ch := range c.channels {
		d.channels[i] = slices.Clone(ch)
	}
	return &d
}

// key returns a text that is equal only for equal configurations.
func (c *configuration) key() string {
	var b strings.Builder
	fmt.Fprint(&b, c.locals, c.down, c.clocks, c.cut, c.divided, c.traitor, c.left, c.started)
	for _, why := range c.failed {
		fmt.Fprintf(&b, "%q", why)
	}
	for _, ch := range c.channels {
		b.WriteByte('|')
		for _, m := range ch {
			b.WriteByte(byte(m.port))
			b.WriteByte(byte(m.letter))
			b.WriteByte(byte(m.left))
			if m.late {
				b.WriteByte('+')
			}
		}
	}
	return b.String()
}

func (c *configuration) hasFailed() bool {
	return slices.ContainsFunc(c.failed, func(why string) bool { return why != "" })
}

func (c *configuration) inFlight() int {
	n := 0
	for _, ch := range c.channels {
		n += len(ch)
	}
	return n
}

// An explorer searches a program on a network.
type explorer struct {
	program   *program
	net       *model.Network
	links     []link
	out       [][]int // out[p][q]: the link behind port q of p, -1 for none
	channelOf []int   // by link
	into      [][]int // the channels into each process, by the port that they arrive on
	channels  int
	processes []process
	tooLarge  bool        // a channel or a round exceeds mostInFlight or mostOutcomes
	within    *constraint // nil: there is none
}

func newExplorer(g *program, net *model.Network) *explorer {
	x := &explorer{program: g, net: net, links: links(net)}
	x.out, x.into = make([][]int, net.N), make([][]int, net.N)
	x.channelOf = make([]int, len(x.links))
	x.channels = len(x.links)
	for i, l := range x.links {
		x.channelOf[i] = i
		x.out[l.from] = append(x.out[l.from], i)
	}
	if net.Order == model.Inbox {
		x.channels = net.N
		for i, l := range x.links {
			x.channelOf[i] = l.to
		}
	}
	for p := range net.N {
		x.into[p] = x.channelsInto(p)
		x.processes = append(x.processes, x.describe(p))
	}
	return x
}

// channelsInto returns the channels into process p, by port.
func (x *explorer) channelsInto(p int) []int {
	if x.net.Order == model.Inbox {
		return []int{p}
	}
	var list []int
	for i, l := range x.links {
		if l.to == p {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(i, j int) int { return cmp.Compare(x.links[i].toPort, x.links[j].toPort) })
	return list
}

func (x *explorer) describe(p int) process {
	d := process{oneWay: x.net.Topology == model.UnidirectionalRing, knows: granted(x.program, x.net)}
	for _, l := range x.out[p] {
		d.peers = append(d.peers, x.links[l].to)
	}
	if d.oneWay {
		d.peers = append(d.peers, (p+x.net.N-1)%x.net.N)
		x.out[p] = append(x.out[p], -1)
	}
	sum, reads := 0, x.program.reads
	if reads&model.KnowID != 0 {
		sum += int(x.net.IDs[p])
	}
	if reads&model.KnowN != 0 {
		sum += x.net.N
	}
	if reads&model.KnowNeighbours != 0 && len(d.peers) > 0 {
		sum += int(x.net.IDs[d.peers[0]])
	}
	if reads&model.KnowLabel != 0 && x.net.Labels != nil {
		sum += x.net.Labels[p]
	}
	d.sort = &x.program.sorts[sum%len(x.program.sorts)]
	if x.program.joined {
		d.sort = &x.program.sorts[x.net.Labels[p]]
	}
	return d
}

// A start is an initial configuration, with the statuses before it: those of the
// initial local states, then those after each wake-up of wake all.
type start struct {
	vector []int // by process: the index of its initial local state
	config *configuration
	at     int // its number
	seen   [][]model.Status
	sent   int
	most   int // sent in one wake-up
}

// initials follows the section Configurations: a start for each combination of initial local
// states. Where a process begins that is down for ever makes no difference.
func (x *explorer) initials() []start {
	vectors := [][]int{nil}
	for p := range x.net.N {
		count := len(x.processes[p].sort.starts())
		if slices.Contains(x.net.Down, p) && x.net.Faults.Restart == 0 {
			count = 1
		}
		var longer [][]int
		for _, v := range vectors {
			for i := range count {
				longer = append(longer, append(slices.Clone(v), i))
			}
		}
		vectors = longer
	}
	var list []start
	for _, v := range vectors {
		list = append(list, x.initial(v))
	}
	return list
}

// initial follows the section Configurations, and Waking.
func (x *explorer) initial(vector []int) start {
	n := x.net.N
	c := &configuration{
		locals: make([]int, n), down: make([]bool, n), failed: make([]string, n),
		channels: make([][]message, x.channels), cut: make([]bool, len(x.links)), divided: make([]bool, len(x.links)), traitor: make([]bool, n), left: x.net.Faults,
	}
	for p := range n {
		c.locals[p] = x.processes[p].sort.starts()[vector[p]]
	}
	for _, p := range x.net.Down {
		c.down[p] = true
		x.forget(c, p)
	}
	x.begin(c)
	s := start{vector: vector, config: c, seen: [][]model.Status{x.statuses(c)}}
	for p := range n {
		if x.net.Wake.All && !c.hasFailed() && !c.down[p] && x.ready(c, p).Wake {
			before, o := c.clone(), x.step(&x.processes[p], c.locals[p], onWake)[0]
			sent := x.take(c, p, o)
			x.measure(before, c, event{process: p, kind: wake}, o.resets)
			s.sent, s.most = s.sent+sent, max(s.most, sent)
			s.seen = append(s.seen, x.statuses(c))
		}
	}
	return s
}

// statuses follows the section Statuses.
func (x *explorer) statuses(c *configuration) []model.Status {
	var list []model.Status
	for p := range x.net.N {
		if c.down[p] {
			list = append(list, model.Status{Down: true})
			continue
		}
		st := x.processes[p].sort.states[c.locals[p]]
		s := st.status
		if st.ownID {
			s.Leader = x.net.IDs[p]
		}
		if c.failed[p] != "" {
			s = model.Status{Failed: true}
		}
		list = append(list, s)
	}
	return list
}

func (x *explorer) ready(c *configuration, p int) model.Spontaneous {
	return x.processes[p].sort.states[c.locals[p]].ready
}

// forget removes the local state of a process that is down and cannot restart.
func (x *explorer) forget(c *configuration, p int) {
	if x.net.Faults.Restart == 0 {
		c.locals[p] = nothing
	}
}

// take lets process p take a step, and returns how many messages it sends.
func (x *explorer) take(c *configuration, p int, o outcome) int {
	c.started = true
	if o.why != "" {
		c.failed[p] = o.why
		return 0
	}
	c.locals[p] = o.next
	for _, m := range o.sends {
		x.send(c, p, m)
	}
	return len(o.sends)
}

// send follows the section Orders: a send enters its channel unless it is lost.
func (x *explorer) send(c *configuration, p int, m send) {
	i := x.out[p][m.port]
	l := x.links[i]
	if c.down[l.to] || c.cut[i] || c.divided[i] || x.lacksPlace(c, i, m) {
		return
	}
	ch, in := &c.channels[x.channelOf[i]], message{port: l.toPort, letter: m.letter, left: x.delay()}
	x.tooLarge = x.tooLarge || len(*ch) > mostInFlight
	switch x.net.Order {
	case model.FIFO, model.Inbox:
		if n := len(*ch); n > 0 && (*ch)[n-1].late {
			in = in.wait()
		}
		*ch = append(*ch, in)
	case model.Set:
		if slices.ContainsFunc(*ch, in.same) {
			return
		}
		fallthrough
	case model.Bag:
		*ch = append(*ch, in)
		slices.SortFunc(*ch, func(a, b message) int { return cmp.Or(a.letter-b.letter, a.left-b.left) })
	}
}

// lacksPlace follows the section Capacity: it reports whether the channel of link i, which is not severed and leads to no process
// that is down, has no place for a letter that it must take in.
func (x *explorer) lacksPlace(c *configuration, i int, m send) bool {
	ch, in := c.channels[x.channelOf[i]], message{port: x.links[i].toPort, letter: m.letter}
	held := x.net.Order == model.Set && slices.ContainsFunc(ch, in.same)
	return x.net.Capacity.Places > 0 && len(ch) >= x.net.Capacity.Places && !held
}

// mustWait follows the section Capacity: it reports whether a step of process p waits, as one of its
// outcomes finds no place for something that it sends.
func (x *explorer) mustWait(p int, in input) bool {
	if x.net.Capacity.Places == 0 || x.net.Capacity.Full != model.Block {
		return false
	}
	for _, o := range x.step(&x.processes[p], in.before.locals[p], in.row) {
		d := in.before.clone()
		for _, m := range o.sends {
			i := x.out[p][m.port]
			if o.why == "" && !d.down[x.links[i].to] && !d.cut[i] && !d.divided[i] && x.lacksPlace(d, i, m) {
				return true
			}
			if o.why == "" {
				x.send(d, p, m)
			}
		}
	}
	return false
}

// arrival is a message that may arrive next, and whether it is deferred.
type arrival struct {
	at       int // its index in the channel
	deferred bool
}

// next follows the sections Orders and Deferred messages. It returns the messages of a
// channel that may arrive next at p, one of equal messages.
func (x *explorer) next(c *configuration, p, channel int) []arrival {
	var list []arrival
	ch := c.channels[channel]
	for i, m := range ch {
		if slices.ContainsFunc(ch[:i], m.same) {
			continue
		}
		a := arrival{i, x.defers(c, p, m)}
		list = append(list, a)
		if x.net.Order == model.FIFO || x.net.Order == model.Inbox && !a.deferred {
			break
		}
	}
	return list
}

// defers reports whether process p does not receive m in its local state.
func (x *explorer) defers(c *configuration, p int, m message) bool {
	t := x.processes[p].sort
	return x.program.mayDefer(t) && t.states[c.locals[p]].defers[rowOfReceive(m.port, m.letter)-onReceive]
}

// canReceive reports whether process p, which is up, can receive anything.
func (x *explorer) canReceive(c *configuration, p int) bool {
	return slices.ContainsFunc(x.into[p], func(channel int) bool {
		return slices.ContainsFunc(x.next(c, p, channel), func(a arrival) bool { return !a.deferred })
	})
}

// spend takes one from a budget, unless that is unbounded.
func spend(budget *int) {
	if *budget != model.Unbounded {
		*budget--
	}
}

// A system with more messages in a channel, or more outcomes of a round, is not searched.
const mostInFlight, mostOutcomes = 10, 300

// crash takes process p down, and removes the messages in flight to it.
func (x *explorer) crash(c *configuration, p int) {
	c.down[p] = true
	x.forget(c, p)
	spend(&c.left.Crash)
	for _, i := range x.into[p] {
		c.channels[i] = nil
	}
}
