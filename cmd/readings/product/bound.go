package product

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// Messages is the name of the property that no execution sends more messages than the document states. Only rows about messages
// are judged for it: those of the network for which the bound is claimed, where it may be that a single process starts.
const Messages = "messages"

// A Bound is a bound on the number of messages.
type Bound struct {
	From, To int // the numbers of processes
	at       func(n int) int
	on       func(model.Network) model.Network
}

// BoundOf returns the first bound that is claimed to hold for the corrected algorithm.
func BoundOf(e catalogue.Entry) (Bound, bool) {
	for _, c := range e.Claims {
		if c.Bound != nil && c.Variant == "" && !c.Fails {
			return Bound{From: c.From, To: c.To, at: c.Bound, on: c.On}, true
		}
	}
	return Bound{}, false
}

// Property returns the property that n processes keep the bound.
func (b Bound) Property(n int) properties.Property {
	p := properties.MessagesAtMost(b.at(n))
	p.Name = Messages
	return p
}

// rows returns the rows about messages.
func (b Bound) rows(e catalogue.Entry) []Row {
	var rows []Row
	for n := max(smallest, b.From); n <= min(greatest, b.To); n++ {
		net := b.on(e.Network(n))
		r := Row{Variant: "corrected", Condition: Condition{net.Order, net.Timing, net.Faults}, N: n, Messages: true}
		rows = append(rows, r)
		if len(e.Errata) > 0 {
			r.Variant = "printed"
			rows = append(rows, r)
		}
	}
	return rows
}
