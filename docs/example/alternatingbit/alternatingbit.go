// Package alternatingbit is the alternating bit protocol: K. A. Bartlett, R. A. Scantlebury
// and P. T. Wilkinson, A note on reliable full-duplex transmission over half-duplex links,
// Communications of the ACM 12(5), 1969. docs/examples.md quotes it.
package alternatingbit

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Message is an item with its bit or, back, the bit alone.
type Message struct {
	Bit, Item int
}

// Received is the status of the receiver that an observer sees.
type Received struct {
	Items int  // how many it has accepted
	Wrong bool // one of them was not the next one
}

// Options say which protocol New makes.
type Options struct {
	Items   int           // how many the sender has
	Network model.Network // order, timing, capacity and faults; the rest is set by New

	// Planted faults:
	Deaf   bool // the receiver does not look at the bit
	Blind  bool // the sender does not look at the bit
	Silent bool // the receiver sends back only the bits of items that it accepts
}

// New returns the protocol on a link each way: process 0 sends, process 1 receives.
func New(o Options) (*model.System, error) {
	net := o.Network
	net.Topology, net.N, net.Graph, net.Labels = model.Graph, 2, [][]int{{1}, {0}}, []int{0, 1}
	return model.New(model.Join(model.ProgramOf(sender{o.Items, o.Blind}), model.ProgramOf(receiver{o.Deaf, o.Silent})), net)
}

// sender is the program of the sender. Its local state is the item that it sends.
type sender struct {
	items int
	blind bool
}

func (sender) Init(model.Self) int                  { return 0 }
func (sender) Observe(model.Self, int) model.Status { return model.Status{} }

func (a sender) Ready(_ model.Self, item int) model.Spontaneous {
	if item < a.items {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

// Durations says that the timer is longer than a round trip, in timing bounded.
func (sender) Durations(model.Self, int) (d model.Durations) {
	d.Timers[0] = model.Span{Least: 3, Greatest: 3}
	return d
}

// Step sends the item again on each timeout, and goes on when its bit has come back.
func (a sender) Step(p *model.Process[Message], item int, in model.Input[Message]) int {
	switch {
	case in.Kind == model.Receive && item < a.items && (in.Msg.Bit == item%2 || a.blind):
		return item + 1
	case in.Kind == model.Timeout:
		p.Send(0, Message{item % 2, item})
	}
	return item
}

// receiver is the program of the receiver.
type receiver struct{ deaf, silent bool }

func (receiver) Init(model.Self) Received                      { return Received{} }
func (receiver) Ready(model.Self, Received) model.Spontaneous  { return model.Spontaneous{} }
func (receiver) Observe(_ model.Self, r Received) model.Status { return model.Status{Own: r} }

// Step accepts an item with the bit that is expected, and sends every bit back.
func (a receiver) Step(p *model.Process[Message], r Received, in model.Input[Message]) Received {
	if r.Wrong {
		return r
	}
	switch {
	case in.Msg.Bit == r.Items%2 || a.deaf:
		r.Wrong = in.Msg.Item != r.Items
		r.Items++
	case a.silent:
		return r
	}
	p.Send(0, Message{Bit: in.Msg.Bit})
	return r
}

// InOrder says that the receiver accepts each item once, in order.
func InOrder() properties.Property {
	return properties.NewAlways("in-order", "each item is accepted once, in order",
		properties.Each(func(r Received) bool { return !r.Wrong }))
}

// Complete says that the receiver accepts all items at last.
func Complete(items int) properties.Property {
	return properties.NewEventually("complete", "all items are accepted",
		properties.Some(func(r Received) bool { return r.Items == items && !r.Wrong }))
}
