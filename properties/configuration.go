package properties

import (
	"errors"
	"fmt"
	"iter"
	"reflect"

	"github.com/interrex/interrex/model"
)

// A Configuration is the argument of a predicate that looks at more than the
// statuses: the view, the messages in flight, the links that are cut, and the faults
// that may still occur. It does not see local states. It is there as long as the call for which it was
// made; what it returns stays.
type Configuration struct {
	system *model.System
	source Source
	number uint64
}

// A Source has configurations of a search, each with a number. It makes the parts that predicates ask
// for, and may keep them. A list that it returns must not be modified, but for that of a view.
type Source interface {
	View(number uint64) model.View
	Status(number uint64, process int) model.Status
	Arriving(number uint64, process int) [][]model.Envelope // in flight to a process, by [model.Semantics.InChannels]
	Configuration(number uint64) *model.Configuration
	Sent(number uint64, event uint32) []model.Sent // what an event that the configuration enables sends
}

// At returns the argument of a predicate for configuration c of s.
func At(s *model.System, c model.Configuration) Configuration {
	return Configuration{system: s, source: &given{system: s, c: c}}
}

// From returns the argument of a predicate for a configuration of s, which has a number in a source.
func From(s *model.System, source Source, number uint64) Configuration {
	return Configuration{s, source, number}
}

// given is the source of one configuration. It keeps the view once somebody has asked for it.
type given struct {
	system *model.System
	c      model.Configuration
	view   *model.View
}

func (g *given) View(uint64) model.View {
	if g.view == nil {
		v := g.system.View(g.c)
		g.view = &v
	}
	return *g.view
}

func (g *given) Status(_ uint64, p int) model.Status       { return g.system.Status(g.c, p) }
func (g *given) Configuration(uint64) *model.Configuration { return &g.c }
func (g *given) Sent(uint64, uint32) []model.Sent          { return nil }
func (g *given) Arriving(_ uint64, p int) (list [][]model.Envelope) {
	for _, ch := range g.system.Semantics().InChannels(p) {
		list = append(list, g.c.Channels[ch])
	}
	return list
}

// Expire panics, and so the property is in error: its function asks a configuration that it was given for an
// earlier call, and whose source has it no more.
func Expire() {
	panic(misread{errors.New("it asks a configuration that it was given for an earlier call; allowed: that of the call")})
}

// whole returns the configuration.
func (c Configuration) whole() *model.Configuration { return c.source.Configuration(c.number) }

// View returns the view of the configuration.
func (c Configuration) View() model.View { return c.source.View(c.number) }

// Status returns the status of process p.
func (c Configuration) Status(p int) model.Status { return c.source.Status(c.number, p) }

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
func (c Configuration) Divided() []int { return c.system.Semantics().Divided(*c.whole()) }

// Traitor reports whether a process is a traitor. It is down too, so that nobody sees its status.
func (c Configuration) Traitor(process int) bool { return c.whole().Betrayed(process) }

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
			for m := range arrivingAt[M](c, p) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// arrivingAt yields those in flight to one process.
func arrivingAt[M any](c Configuration, process int) iter.Seq[Message[M]] {
	return func(yield func(Message[M]) bool) {
		for _, list := range c.source.Arriving(c.number, process) {
			for _, e := range list {
				if msg, ok := e.Msg.(M); ok && !yield(Message[M]{From: c.system.Peer(process, e.Port), To: process, Port: e.Port, Msg: msg}) {
					return
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

// readsMessages panics if no message of the system can be an M.
func readsMessages[M any](s *model.System) {
	if of, asked := s.Semantics().MessageType(), reflect.TypeFor[M](); of.Kind() != reflect.Interface && !of.AssignableTo(asked) {
		panic(misread{fmt.Errorf("it reads messages of type %v, but those of %s are of type %v", asked, s.Name(), of)})
	}
}
