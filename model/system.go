package model

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/interrex/interrex/model/values"
)

// A System is an algorithm on a network. It is immutable and may be shared.
type System struct {
	net       Network
	name      string
	alg       program
	given     any  // the algorithm of alg
	defers    bool // some message may be deferred
	selves    []Self
	names     []InputNames // by process
	links     []Link
	out       [][]int // out[p][q] is the link behind port q of process p, -1 if there is none
	peers     [][]int // peers[p][q] is the process behind port q of process p
	channels  []Channel
	in        [][]int   // in[p] lists the channels into process p, by port
	divisions [][]int   // the groups into which the network may divide, in the order of events
	forgeries [][][]any // by process and port: the messages that a traitor may forge; nil: none
	initial   Configuration
	starts    []int                     // by process: in how many local states it may start
	begun     func() ([]*System, error) // the result of Starts, if there are several
	startup   Execution                 // the wake-ups of WakeSet.All
	shows     []shown                   // by process
	types     []OwnType
}

// A Channel holds the messages in flight on one link or, if the order is per
// receiver, to one process (then Link is -1).
type Channel struct {
	To   int // the process that receives from it
	Link int // the index of its link in [System.Links]
}

// New returns the system of an algorithm on a network. The error is one line
// that names the culprit.
func New[L, M comparable](alg Algorithm[L, M], net Network) (_ *System, err error) {
	defer blame(&err)
	if alg == nil {
		return nil, errNoAlgorithm
	}
	s := &System{net: net, alg: erased[L, M]{alg}, name: NameOf(alg), given: alg}
	if err := comparableTypes[L, M](); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if err := CheckWord(s.name); err != nil {
		return nil, fmt.Errorf("the name %q of algorithm %T %w", s.name, alg, err)
	}
	if err := s.prepare(); err != nil {
		return nil, s.ofSystem(err)
	}
	return s, nil
}

var errNoAlgorithm = errors.New("no algorithm: the interface is nil")

var errNoSystem = errors.New("no system: it is nil; New returns one, or an error")

// comparableTypes reports why local states of type L or messages of type M cannot
// be compared by value.
func comparableTypes[L, M comparable]() error {
	if err := valuesOf("local state", reflect.TypeFor[L]()); err != nil {
		return err
	}
	return valuesOf("message", reflect.TypeFor[M]())
}

// valuesOf reports why local states or messages of type t cannot be compared
// by value.
func valuesOf(what string, t reflect.Type) error {
	if err := values.CheckType(t); err != nil {
		return fmt.Errorf("%s %v is not comparable by value: %w", what, t, err)
	}
	return nil
}

// On returns the system of the same algorithm on another network.
func (x Semantics) On(net Network) (_ *System, err error) {
	if x.sys == nil {
		return nil, errNoSystem
	}
	defer blame(&err)
	other := &System{net: net, alg: x.sys.alg, name: x.sys.name, given: x.sys.given}
	if err := other.prepare(); err != nil {
		return nil, x.sys.ofSystem(err)
	}
	return other, nil
}

// ofSystem returns an error with the name of the system, which an *ImpureError has.
func (s *System) ofSystem(err error) error {
	if impure := (*ImpureError)(nil); errors.As(err, &impure) {
		return err
	}
	return fmt.Errorf("%s: %w", s.name, err)
}

// NameOf returns the name of an algorithm: the result of its method Name, if it has
// one, else the name of its type in lower case. A type called Algorithm has the name
// of its package.
func NameOf(alg any) string {
	if n, ok := alg.(Namer); ok {
		return n.Name()
	}
	name, _, _ := strings.Cut(reflect.TypeOf(alg).String(), "[") // without type parameters
	pkg, name, _ := strings.Cut(strings.TrimLeft(name, "*"), ".")
	if name == "Algorithm" && pkg != "main" {
		name = pkg
	}
	return strings.ToLower(name)
}

// adapt makes net grant the knowledge that the algorithm needs, if it lists
// none. It reports a need that the network does not meet.
func (net *Network) adapt(needs Needs) error {
	if net.Grants == 0 {
		net.Grants = needs.Knowledge
	}
	if err := net.validate(); err != nil {
		return err
	}
	return net.fits(needs)
}

// adapt adapts a network to the algorithm of s.
func (s *System) adapt(net *Network) error {
	if err := net.adapt(s.alg.needs()); err != nil {
		return err
	}
	if err := s.alg.accepts(net); err != nil {
		return err
	}
	if net.Timing == Lockstep && s.alg.defers() {
		return errors.New("timing lockstep, in which each message is received in its round, but the algorithm has a Defers method; allowed: async, bounded, timely")
	}
	if net.Faults.Restart > 0 && !s.alg.restarts() {
		return fmt.Errorf("%v, but the algorithm has no Restart method", Faults{Restart: net.Faults.Restart})
	}
	return nil
}

func (s *System) prepare() (err error) {
	s.net = s.net.clone()
	if err := s.adapt(&s.net); err != nil {
		return err
	}
	lay, err := s.net.layout()
	if err != nil {
		return err
	}
	s.defers = s.alg.defers()
	if s.links, s.peers, err = lay.links(); err != nil {
		return err
	}
	if err := lay.fitsVictims(); err != nil {
		return err
	}
	if err := lay.fitsDivisions(); err != nil {
		return err
	}
	s.prepareDivisions()
	s.prepareChannels()
	s.prepareSelves(lay)
	for _, names := range s.names {
		if err := names.check(); err != nil {
			return err
		}
	}
	if err := s.prepareForgeries(); err != nil {
		return err
	}
	if err := s.begins(); err != nil {
		return err
	}
	s.begun = sync.OnceValues(s.froms)
	if s.several() {
		_, err = s.begun()
	}
	return err
}

func (s *System) prepareChannels() {
	n := s.net.N
	s.out, s.in = make([][]int, n), make([][]int, n)
	for p := range n {
		s.out[p] = slices.Repeat([]int{-1}, len(s.peers[p]))
	}
	for i, l := range s.links {
		s.out[l.From][l.FromPort] = i
		if !s.net.Order.PerReceiver() {
			s.channels = append(s.channels, Channel{To: l.To, Link: i})
			s.in[l.To] = append(s.in[l.To], i)
		}
	}
	if s.net.Order.PerReceiver() {
		for p := range n {
			s.channels = append(s.channels, Channel{To: p, Link: -1})
			s.in[p] = []int{p}
		}
		return
	}
	for p := range n {
		slices.SortFunc(s.in[p], func(a, b int) int { return int(s.links[a].ToPort - s.links[b].ToPort) })
	}
}

func (s *System) prepareSelves(lay *layout) {
	s.selves, s.names = make([]Self, s.net.N), make([]InputNames, s.net.N)
	for p := range s.selves {
		k := &knower{grants: s.net.granted(), n: s.net.N, lay: lay}
		k.be(p)
		s.selves[p] = Self{k}
		s.names[p] = s.alg.inputNames(s.selves[p])
	}
}

// Restrict returns the system in which only these processes may wake of their
// own accord, and at most these faults occur. Its executions are some of those of
// the whole system, whose startup it keeps.
func (x Semantics) Restrict(wake []int, faults Faults) *System {
	r := *x.sys
	r.begun = sync.OnceValues(r.froms)
	r.net.Faults, r.initial.Left = faults, faults
	if !r.net.Wake.All {
		r.net.Wake = WakeSet{Only: append([]int{}, wake...)}
	}
	return &r
}

// Name returns the name of the algorithm.
func (s *System) Name() string { return s.name }

// MessageType returns the type of the messages: of joined programs, an interface.
func (x Semantics) MessageType() reflect.Type { return x.sys.alg.messages() }

// Network returns the network. It must not be modified.
func (s *System) Network() *Network { return &s.net }

// Links returns the links, ordered by (From, FromPort). They must not be
// modified.
func (s *System) Links() []Link { return s.links }

// Channels returns the channels. They must not be modified.
func (x Semantics) Channels() []Channel { return x.sys.channels }

// InChannels returns the channels into process p, by port. They must not be
// modified.
func (x Semantics) InChannels(p int) []int { return x.sys.in[p] }

// OutLink returns the link behind port q of process p, -1 if there is none.
func (x Semantics) OutLink(p int, q Port) int {
	if q < 0 || int(q) >= len(x.sys.out[p]) {
		return -1
	}
	return x.sys.out[p][q]
}

// Ports returns the number of ports of process p.
func (x Semantics) Ports(p int) int { return len(x.sys.peers[p]) }

// Peer returns the process behind port q of process p.
func (s *System) Peer(p int, q Port) int { return s.peers[p][q] }

// Restarts reports whether the algorithm has a Restart method.
func (x Semantics) Restarts() bool { return x.sys.alg.restarts() }

// ChannelOfLink returns the channel that link i feeds.
func (x Semantics) ChannelOfLink(i int) int { return x.sys.channelOf(i) }

func (s *System) channelOf(i int) int {
	if s.net.Order.PerReceiver() {
		return s.links[i].To
	}
	return i
}
