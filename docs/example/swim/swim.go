// Package swim is the failure detector of SWIM: A. Das, I. Gupta and A. Motivala, SWIM: scalable weakly-consistent infection-style process
// group membership protocol (DSN 2002), sections 3.1, 4.1 and 4.2. A member takes the others in turn (section 4.3), and each message has all
// that its sender knows. Members that join, and the numbers of periods in acks, are left out. docs/examples.md quotes it.
package swim

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Most is the greatest number of members.
const Most = 4

// Health is that of a member, as another one knows it.
type Health uint8

// The healths of a member.
const (
	Alive Health = iota
	Suspected
	Dead
)

func (h Health) String() string { return [...]string{"alive", "suspected", "dead"}[h] }

// An Opinion is about one incarnation of a member. All members begin with its zero value about all.
type Opinion struct {
	Health      Health
	Incarnation uint8
}

func (o Opinion) String() string {
	if o.Health == Dead {
		return "dead"
	}
	return fmt.Sprintf("%v/%d", o.Health, o.Incarnation)
}

// overrides reports whether an opinion is news for somebody with another one.
func (o Opinion) overrides(other Opinion) bool {
	if o.Health == Dead || other.Health == Dead {
		return other.Health != Dead
	}
	return o.Incarnation > other.Incarnation || o.Incarnation == other.Incarnation && o.Health > other.Health
}

// A List has the opinions about all members, by their ports.
type List [Most]Opinion

func (l List) String() string {
	var parts []string
	for q, o := range l {
		if o != (Opinion{}) {
			parts = append(parts, fmt.Sprintf("p%d=%v", q, o))
		}
	}
	return strings.Join(parts, ",")
}

// A Member is the status that an observer sees. Its own incarnation stands in its list.
type Member struct {
	Port model.Port
	List List
}

func (m Member) String() string {
	if m.List == (List{}) {
		return "all-alive"
	}
	return m.List.String()
}

// State is the local state of a member.
type State struct {
	Member
	Target model.Port // of this period
	Acked  bool       // the target has answered
	Asked  bool       // others are asked to ping it
	Left   [Most]int8 // the ends of periods until a member that is suspected is declared dead
}

// A Kind is the kind of a message.
type Kind uint8

// The kinds of messages.
const (
	Ping Kind = iota
	PingReq
	Ack
)

// Message is a message.
type Message struct {
	Kind        Kind
	Target, For model.Port // whose health is asked for, and by whom
	News        List       // all that the sender knows
}

func (m Message) String() string {
	from, to := m.For, m.Target
	if m.Kind == Ack {
		from, to = to, from
	}
	name := [...]string{"PING", "PING-REQ", "ACK"}[m.Kind]
	if m.News == (List{}) {
		return fmt.Sprintf("%s(p%d->p%d)", name, from, to)
	}
	return fmt.Sprintf("%s(p%d->p%d,%v)", name, from, to, m.News)
}

// Algorithm is the program of each member.
type Algorithm struct {
	Helpers  int  // k: how many members are asked to ping one that does not answer
	Patience int8 // the ends of periods until a suspicion is confirmed; 0: at once, as in section 3.1

	// The planted faults, beside no helpers and no patience:
	Meek   bool // who is suspected answers with the same incarnation
	Renews bool // a suspicion that is heard again begins anew
}

// Needs says that port q leads to the process with the q-th smallest identity.
func (Algorithm) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowID, Topologies: []model.Topology{model.CompleteByID}}
}

// The timers: of a ping that is not answered, and of the rest of the period.
const (
	answer = iota
	period
)

// InputNames names the timers.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{answer: "ack", period: "period"}}
}

// Init returns a member that ends a period in which there was nothing to do.
func (Algorithm) Init(p model.Self) State {
	self := model.Port(p.ID() - 1)
	return State{Member: Member{Port: self}, Target: self, Acked: true}
}

// Observe shows the member.
func (Algorithm) Observe(_ model.Self, s State) model.Status { return model.Status{Own: s.Member} }

// Ready says that a period ends after the target has answered, or all who are asked for help had time to.
func (Algorithm) Ready(p model.Self, s State) (r model.Spontaneous) {
	switch {
	case s.next(p, s.Port) == s.Port: // it is alone
	case s.Acked || s.Asked:
		r.Timers = model.Timers(period)
	default:
		r.Timers = model.Timers(answer)
	}
	return r
}

// Durations says for timing bounded that a ping and its answer take two delays, and a ping by others four.
func (Algorithm) Durations(_ model.Self, s State) (d model.Durations) {
	d.Timers[answer] = model.Span{Least: 3, Greatest: 3}
	d.Timers[period] = model.Span{Least: 5, Greatest: 5}
	return d
}

// next returns the next member after q that is neither dead nor s itself; s itself if there is none.
func (s State) next(p model.Self, q model.Port) model.Port {
	for range p.Ports() {
		q = (q + 1) % model.Port(p.Ports())
		if q != s.Port && s.List[q].Health != Dead {
			return q
		}
	}
	return s.Port
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	switch {
	case in.Kind == model.Timeout && in.Timer == answer:
		return a.askOthers(p, s)
	case in.Kind == model.Timeout:
		return a.end(p, s)
	}
	s = a.learn(s, m.News)
	switch {
	case m.Kind == PingReq:
		p.Send(m.Target, Message{Ping, m.Target, m.For, s.List})
	case m.Kind == Ping:
		p.Send(in.Port, Message{Ack, m.Target, m.For, s.List})
	case m.For != s.Port:
		p.Send(m.For, Message{Ack, m.Target, m.For, s.List})
	case m.Target == s.Target:
		s.Acked = true
	}
	return s
}

// learn takes those opinions that are news. Who hears that it is suspected takes a greater incarnation.
func (a Algorithm) learn(s State, news List) State {
	for q, o := range news {
		switch mine := s.List[q]; {
		case q == int(s.Port):
			if o.Health == Suspected && o.Incarnation == mine.Incarnation && !a.Meek {
				s.List[q].Incarnation++
			}
		case o.overrides(mine), a.Renews && o == mine:
			s = a.believe(s, q, o)
		}
	}
	return s
}

// believe takes an opinion.
func (a Algorithm) believe(s State, q int, o Opinion) State {
	s.List[q], s.Left[q] = o, 0
	if o.Health == Suspected {
		s.Left[q] = a.Patience
	}
	if o.Health == Dead || o.Health == Suspected && a.Patience == 0 {
		s.List[q] = Opinion{Health: Dead}
	}
	return s
}

// askOthers asks others to ping the target.
func (a Algorithm) askOthers(p *model.Process[Message], s State) State {
	s.Asked = true
	helper := s.Target
	for range a.Helpers {
		if helper = s.next(p.Self, helper); helper == s.Target {
			break
		}
		p.Send(helper, Message{PingReq, s.Target, s.Port, s.List})
	}
	return s
}

// end ends a period, and begins the next one.
func (a Algorithm) end(p *model.Process[Message], s State) State {
	for q := range s.Left {
		if s.Left[q] > 0 {
			if s.Left[q]--; s.Left[q] == 0 {
				s = a.believe(s, q, Opinion{Health: Dead})
			}
		}
	}
	if o := s.List[s.Target]; !s.Acked && o.Health == Alive {
		s = a.believe(s, int(s.Target), Opinion{Suspected, o.Incarnation})
	}
	s.Target, s.Acked, s.Asked = s.next(p.Self, s.Target), false, false
	if s.Target != s.Port {
		p.Send(s.Target, Message{Ping, s.Target, s.Port, s.List})
	}
	return s
}

// Network returns a network of n members.
func Network(n int, timing model.Timing, f model.Faults) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n, Timing: timing, Faults: f}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// Accuracy says that no member that is up is declared dead.
func Accuracy() properties.Property {
	return properties.NewAlways("accuracy", "no member that is up is declared dead",
		properties.Both(func(a, b Member) bool { return a.List[b.Port].Health != Dead }))
}

// Trust says that no member that is up is suspected.
func Trust() properties.Property {
	return properties.NewAlways("trust", "no member that is up is suspected",
		properties.Both(func(a, b Member) bool { return a.List[b.Port].Health == Alive }))
}

// Completeness says that each crash is known at last to all members that are up.
func Completeness() properties.Property {
	known := func(v model.View) bool {
		for _, m := range properties.Own[Member](v) {
			for q, status := range v.Status {
				if status.Down && m.List[q].Health != Dead {
					return false
				}
			}
		}
		return true
	}
	return properties.NewLeadsTo("completeness", "all that are up declare each member dead that is not",
		func(v model.View) bool { return !known(v) }, known)
}
