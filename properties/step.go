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
	number        uint32       // of the event, for the source of Before
	asks          bool         // the source says what it sends
	sends         []model.Sent // otherwise
}

// StepFrom returns the argument of a predicate for an event between two configurations of a source, with its
// number there, and whether it sends messages.
func StepFrom(before, after Configuration, e model.Event, number uint32, sends bool) Step {
	return Step{Before: before, After: after, Event: e, number: number, asks: sends}
}

// stepOf returns the argument of a predicate for step y from a configuration.
func stepOf(before Configuration, y model.Successor) Step {
	return Step{Before: before, After: At(before.system, y.Next), Event: y.Event, sends: y.Sends}
}

// sent returns the messages that the event sends.
func (s Step) sent() []model.Sent {
	if s.asks {
		return s.Before.source.Sent(s.Before.number, s.number)
	}
	return s.sends
}

// IsFault reports whether a fault strikes in the event: the event is one, or a process
// suspects another that is up.
func (s Step) IsFault() bool {
	e := s.Event
	return e.Kind.IsFault() || e.Kind == model.Suspect && !s.Before.Status(s.Before.system.Peer(e.Process, e.Port)).Down
}

// Sent yields the messages of type M that the event sends, in order, lost ones
// included. In a round the processes send in the order of their numbers. It panics
// like [InFlight].
func Sent[M any](s Step) iter.Seq[Message[M]] {
	readsMessages[M](s.Before.system)
	return those[M](s.Before.system, s.sent())
}

// those yields the messages of type M of a list.
func those[M any](s *model.System, list []model.Sent) iter.Seq[Message[M]] {
	return func(yield func(Message[M]) bool) {
		for _, sent := range list {
			l := s.Links()[sent.Link]
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
	readsMessages[M](s.Before.system)
	if e := &s.Event; e.StepKind().IsOfMessage() && e.StepKind().IsStep() {
		return delivered[M](s.Before, e.Process, e.Port, e.Message)
	}
	return func(func(Message[M]) bool) {}
}

// delivered yields the first message of type M in flight to a port that has this text.
func delivered[M any](c Configuration, process int, port model.Port, text string) iter.Seq[Message[M]] {
	return func(yield func(Message[M]) bool) {
		for m := range arrivingAt[M](c, process) {
			if m.Port == port && (model.Envelope{Msg: m.Msg}).Text() == text {
				yield(m)
				return
			}
		}
	}
}
