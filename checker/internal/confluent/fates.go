package confluent

import "github.com/interrex/interrex/model"

// The fates of a message are its delivery, its loss and its duplication. A delivery that does
// something is not confluent while its message may be lost, or come twice. But if it commutes with
// all else, so do the others: whichever of them comes first in an execution may come at once, and
// if none does, the delivery may be added. So a search may take the fates of a message alone, as it
// takes the events of a closed process.

// Fates reports whether the events of a message that may arrive next may be taken alone, where
// nothing is confluent, while at most these kinds of fault may strike: its delivery, which has one
// outcome, its loss and its duplication.
func (d *Deliveries) Fates(of Delivery, left Budgets) bool {
	others := left &^ (Loss | Dup)
	if others == left || d.sight.Loops || !d.allConfluent(of, others) {
		return false
	}
	all := d.deliveriesOf(of)
	for _, y := range all {
		if d.processes[y.Process].whole[y.Local] || !d.keepsOrder(y) {
			return false
		}
	}
	for _, y := range all {
		x := d.claim(y, others)
		d.taken.fates(y.Process, x)
		d.rely(y.Process, x, false)
	}
	d.closes = true
	return true
}

// keepsOrder reports whether a delivery sends nothing to an inbox: messages overtake others there
// only if they may be lost as well.
func (d *Deliveries) keepsOrder(x Delivery) bool {
	if !d.system.Network().Order.PerReceiver() || !d.requires(fatesInbox) {
		return true
	}
	o, _ := d.sole(x.Process, x.Local, x.Input())
	return len(o.Sends) == 0
}

// HasFate reports whether an event of a kind is a fate of its message while these kinds of fault
// may strike.
func (d *Deliveries) HasFate(k model.Kind, left Budgets) bool {
	switch k {
	case model.Receive:
		return true
	case model.Lose:
		return left.has(Loss) && d.requires(fatesLoss)
	case model.Duplicate:
		return left.has(Dup) && d.requires(fatesDup)
	}
	return false
}
