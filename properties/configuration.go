package properties

import (
	"fmt"
	"iter"
	"reflect"

	"github.com/interrex/interrex/model"
)

// A Configuration is the argument of a predicate that looks at more than the
// statuses: the view, the messages in flight, the links that are cut, and the faults
// that may still occur. It does not see local states.
type Configuration struct{ *sight }

// sight is a configuration, and its view once somebody has asked for it.
type sight struct {
	system *model.System
	source Source // of c and the view; nil: c is there
	made   bool   // c is there
	c      model.Configuration
	view   *model.View
}

// A Source makes a configuration of a search, or its view, when a predicate asks for it.
type Source interface {
	Configuration() model.Configuration
	View() model.View
}

// At returns the argument of a predicate for configuration c of s.
func At(s *model.System, c model.Configuration) Configuration {
	return Configuration{&sight{system: s, c: c, made: true}}
}

// From returns the argument of a predicate for a configuration of s that is made when the
// predicate asks for it.
func From(s *model.System, source Source) Configuration {
	return Configuration{&sight{system: s, source: source}}
}

// whole returns the configuration.
func (c Configuration) whole() *model.Configuration {
	if !c.made {
		c.c, c.made = c.source.Configuration(), true
	}
	return &c.c
}

// View returns the view of the configuration.
func (c Configuration) View() model.View {
	if c.view == nil {
		var v model.View
		if c.source != nil {
			v = c.source.View()
		} else {
			v = c.system.View(c.c)
		}
		c.view = &v
	}
	return *c.view
}

// Status returns the status of process p.
func (c Configuration) Status(p int) model.Status { return c.View().Status[p] }

// Left returns the faults that may still occur.
func (c Configuration) Left() model.Faults { return c.whole().Left }

// Cut reports whether the link with that index in [model.System.Links] is cut. It
// panics, and so the property is in error, if there is no such link.
func (c Configuration) Cut(link int) bool {
	if links := len(c.system.Links()); link < 0 || link >= links {
		panic(misread{fmt.Errorf("it asks whether link %d is cut; allowed for %s: 0..%d, its links", link, c.system.Name(), links-1)})
	}
	cut := c.whole().Cut
	return cut != nil && cut[link]
}

// Divided returns the smaller of the two groups into which the network is divided, in ascending order: of
// two of the same size that with process 0. It returns nil if the network is whole.
func (c Configuration) Divided() []int { return c.system.Divided(*c.whole()) }

// A Message is a message of type M in flight or, of a [Step], one that was delivered
// or sent.
type Message[M any] struct {
	From, To int        // processes
	Port     model.Port // of To, on which it arrives
	Msg      M
	Lost     bool // of a message that was sent: it was not put into flight (see [model.Sent])
}

// InFlight yields the messages of type M in flight: by receiver and port, and of one
// link the next to arrive first. It panics, and so the property is in error, if no
// message of the system can be an M.
func InFlight[M any](c Configuration) iter.Seq[Message[M]] {
	readsMessages[M](c.system)
	return func(yield func(Message[M]) bool) {
		for p := range c.system.Network().N {
			for _, ch := range c.system.InChannels(p) {
				for _, e := range c.whole().Channels[ch] {
					if m, ok := arriving[M](c.system, p, e); ok && !yield(m) {
						return
					}
				}
			}
		}
	}
}

// CountInFlight returns how many messages in flight are an M that satisfies holds.
func CountInFlight[M any](c Configuration, holds func(M) bool) int {
	sum := 0
	for m := range InFlight[M](c) {
		if holds(m.Msg) {
			sum++
		}
	}
	return sum
}

// arriving returns a message in flight to process p, if it is an M.
func arriving[M any](s *model.System, p int, e model.Envelope) (Message[M], bool) {
	msg, ok := e.Msg.(M)
	return Message[M]{From: s.Peer(p, e.Port), To: p, Port: e.Port, Msg: msg}, ok
}

// readsMessages panics if no message of the system can be an M.
func readsMessages[M any](s *model.System) {
	if of, asked := s.MessageType(), reflect.TypeFor[M](); of.Kind() != reflect.Interface && !of.AssignableTo(asked) {
		panic(misread{fmt.Errorf("it reads messages of type %v, but those of %s are of type %v", asked, s.Name(), of)})
	}
}
