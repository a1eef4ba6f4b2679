package model

import "fmt"

// Order says in which order messages are delivered.
type Order uint8

// The orders of delivery.
const (
	FIFO  Order = iota // per link, in the order of sending
	Bag                // per link, in any order
	Set                // per link, in any order; a message that is in flight already is not added
	Inbox              // per receiver, in the order of sending, over all links
)

// An orderFacts is the definition of an order.
type orderFacts struct {
	name        string
	queued      bool
	distinct    bool
	perReceiver bool
}

// orders is the definition of each order. There are four: the facts are not free to combine. The events that commute with a
// delivery (checker/internal/confluent), the channels of diagrams and the certificates are proved for these, by name. A queue of
// distinct messages, or a bag for each receiver, needs proofs of its own, as docs/development.md says.
var orders = [...]orderFacts{
	FIFO:  {name: "fifo", queued: true},
	Bag:   {name: "bag"},
	Set:   {name: "set", distinct: true},
	Inbox: {name: "inbox", queued: true, perReceiver: true},
}

// check reports that no engine is made for an order with these facts.
func (f orderFacts) check() error {
	var is string
	switch {
	case f.queued && f.distinct:
		is = "is a queue of distinct messages"
	case f.perReceiver && !f.queued:
		is = "is a bag or a set for each receiver"
	default:
		return nil
	}
	return fmt.Errorf("order %s %s, for which no search is proved; allowed: fifo, bag, set, inbox", f.name, is)
}

func (o Order) String() string {
	if !o.exists() {
		return fmt.Sprintf("order(%d)", uint8(o))
	}
	return orders[o].name
}

func (o Order) exists() bool { return int(o) < len(orders) }

// Queued reports whether a channel delivers in the order of sending: only its
// first message may arrive. Otherwise each message may, and which one was sent
// first is not known.
func (o Order) Queued() bool { return o.exists() && orders[o].queued }

// Distinct reports whether a channel holds a message at most once: a message
// equal to one in flight is lost when it is sent.
func (o Order) Distinct() bool { return o.exists() && orders[o].distinct }

// PerReceiver reports whether a channel holds all messages in flight to a
// process, on all links. Otherwise each link has its own.
func (o Order) PerReceiver() bool { return o.exists() && orders[o].perReceiver }

// OrderNames returns the names of the orders.
func OrderNames() []string {
	names := make([]string, len(orders))
	for o := range orders {
		names[o] = orders[o].name
	}
	return names
}

// ParseOrder returns the order of that name.
func ParseOrder(s string) (Order, error) {
	i, err := parseName(OrderNames(), s, "order")
	return Order(i), err
}
