package properties

import (
	"iter"

	"github.com/interrex/interrex/model"
)

// A Step is the argument of a predicate of events, and of a monitor of whole events
// ([Watch]): an event with the configurations before and after it. The wake-ups of
// [model.WakeSet.All] are steps too.
type Step struct {
	Before, After Configuration
	Event         model.Event
	sends         func() []model.Sent // nil: it sends nothing
}

// StepFrom returns the argument of a predicate for an event between two configurations. If
// it sends messages, sends returns them when the predicate asks; else sends is nil.
func StepFrom(before, after Configuration, e model.Event, sends func() []model.Sent) Step {
	return Step{Before: before, After: after, Event: e, sends: sends}
}

// stepOf returns the argument of a predicate for step y from a configuration.
func stepOf(before Configuration, y model.Successor) Step {
	s := Step{Before: before, After: At(before.system, y.Next), Event: y.Event}
	if len(y.Sends) > 0 {
		s.sends = func() []model.Sent { return y.Sends }
	}
	return s
}

// sent returns the messages that the event sends.
func (s Step) sent() []model.Sent {
	if s.sends == nil {
		return nil
	}
	return s.sends()
}

// IsFault reports whether a fault strikes in the event: the event is one, or a process
// suspects another that is up.
func (s Step) IsFault() bool {
	e := s.Event
	return e.Kind.IsFault() || e.Kind == model.Suspect && !s.Before.whole().Down[s.Before.system.Peer(e.Process, e.Port)]
}

// Sent yields the messages of type M that the event sends, in order, lost ones
// included. In a round the processes send in the order of their numbers. It panics
// like [InFlight].
func Sent[M any](s Step) iter.Seq[Message[M]] {
	system := s.Before.system
	readsMessages[M](system)
	return func(yield func(Message[M]) bool) {
		for _, sent := range s.sent() {
			l := system.Links()[sent.Link]
			if msg, ok := sent.Msg.(M); ok && !yield(Message[M]{From: l.From, To: l.To, Port: l.ToPort, Msg: msg, Lost: sent.Lost}) {
				return
			}
		}
	}
}

// Delivered yields the messages of type M that the event delivers, also those that it
// keeps in flight as it duplicates them. Most events deliver one or none; a round
// delivers all that are in flight. It panics like [InFlight].
func Delivered[M any](s Step) iter.Seq[Message[M]] {
	if s.Event.StepKind() == model.Round {
		return InFlight[M](s.Before)
	}
	system, e := s.Before.system, s.Event
	readsMessages[M](system)
	return func(yield func(Message[M]) bool) {
		if !e.StepKind().IsOfMessage() || !e.StepKind().IsStep() {
			return
		}
		for m := range InFlight[M](s.Before) {
			if m.To == e.Process && m.Port == e.Port && (model.Envelope{Msg: m.Msg}).Text() == e.Message {
				yield(m)
				return
			}
		}
	}
}
