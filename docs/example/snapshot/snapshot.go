// Package snapshot is a distributed snapshot: K. M. Chandy and L. Lamport,
// Distributed snapshots: determining global states of distributed systems (ACM
// TOCS 3(1), 1985). The processes of a ring pay each other coins meanwhile.
// docs/examples.md quotes it.
package snapshot

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A message is a coin or a marker.
type message string

const (
	coin   message = "COIN"
	marker message = "MARKER"
)

// A Record is the local state of a process. An observer sees all of it.
type Record struct {
	Coins    int // that it has
	Recorded bool
	Own      int           // the coins that it had when it recorded them
	Arrived  int           // the coins that it has recorded as in flight to it
	Waits    model.PortSet // the ports on which it waits for a marker
}

// Algorithm: a process that records its coins sends a marker through each port in
// the same step. Until a marker arrives on a port, it also records the coins that
// arrive there.
type Algorithm struct {
	Deaf bool // the planted fault: it records its own coins only
}

// InputNames names the start of a snapshot and the payments.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "snapshot", Operations: []string{"pay-left", "pay-right"}}
}

// Needs asks for the label, which is the number of coins at the start.
func (Algorithm) Needs() model.Needs { return model.Needs{Knowledge: model.KnowLabel} }

// Init gives each process its coins.
func (Algorithm) Init(p model.Self) Record { return Record{Coins: p.Label()} }

// Ready says that a process may start a snapshot, and may pay if it has a coin.
func (Algorithm) Ready(p model.Self, s Record) model.Spontaneous {
	ready := model.Spontaneous{Wake: !s.Recorded}
	if s.Coins > 0 {
		ready.Operations = p.Ports()
	}
	return ready
}

// Observe shows everything.
func (Algorithm) Observe(_ model.Self, s Record) model.Status { return model.Status{Own: s} }

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[message], s Record, in model.Input[message]) Record {
	switch {
	case in.Kind == model.Wake:
		return record(p, s)
	case in.Kind == model.Invoke:
		s.Coins--
		p.Send(model.Port(in.Operation), coin)
	case in.Msg == coin:
		s.Coins++
		if s.Waits.Has(in.Port) && !a.Deaf {
			s.Arrived++
		}
	case in.Msg == marker:
		if !s.Recorded {
			s = record(p, s)
		}
		s.Waits = s.Waits.Without(in.Port)
	}
	return s
}

// record records the coins of a process, and sends the markers.
func record(p *model.Process[message], s Record) Record {
	s.Recorded, s.Own = true, s.Coins
	for q := range model.Port(p.Ports()) {
		p.Send(q, marker)
		s.Waits = s.Waits.With(q)
	}
	return s
}

// coins returns how many coins there are.
func coins(net *model.Network) int {
	sum := 0
	for _, label := range net.Labels {
		sum += label
	}
	return sum
}

// Total says that a snapshot that is complete has as many coins as there are.
func Total() properties.Property {
	return properties.NewAlways("total", "a complete snapshot has all coins, each once", func(v model.View) bool {
		recorded := 0
		for _, r := range properties.Own[Record](v) {
			if !r.Recorded || r.Waits != 0 {
				return true
			}
			recorded += r.Own + r.Arrived
		}
		return recorded == coins(v.Network)
	})
}

// Consistent says that the cut is consistent all the time: each coin is either
// recorded or before the cut, and then it is at a process that has not recorded
// its coins, or in flight on a link and ahead of the marker.
func Consistent() properties.Property {
	type end struct {
		to   int
		port model.Port
	}
	return properties.NewAlways("consistent", "each coin is on one side of the cut", func(c properties.Configuration) bool {
		found := 0
		for _, r := range properties.Own[Record](c.View()) {
			if r.Recorded {
				found += r.Own + r.Arrived
			} else {
				found += r.Coins
			}
		}
		marked := map[end]bool{}
		for m := range properties.InFlight[message](c) { // of one link the next to arrive first
			at := end{m.To, m.Port}
			to, _ := properties.OwnOf[Record](c.Status(m.To))
			switch {
			case m.Msg == marker:
				marked[at] = true
			case !marked[at] && (!to.Recorded || to.Waits.Has(m.Port)):
				found++
			}
		}
		return found == coins(c.View().Network)
	})
}

// Complete says that a snapshot that has started becomes complete.
func Complete() properties.Property {
	return properties.NewLeadsTo("complete", "a snapshot that has started becomes complete",
		properties.Some(func(r Record) bool { return r.Recorded }),
		properties.Each(func(r Record) bool { return r.Recorded && r.Waits == 0 }))
}

// Markers says that no more markers are sent than there are links. Its monitor is
// told of events, and counts.
func Markers() properties.Property {
	return properties.NewAlways("markers", "no more markers are sent than there are links",
		properties.Watch(func(model.View) int { return 0 }, count,
			func(v model.View, sent int) bool { return sent <= 2*len(v.Status) }))
}

// count adds the markers that a step sends.
func count(sent int, step properties.Step) int {
	for m := range properties.Sent[message](step) {
		if m.Msg == marker {
			sent++
		}
	}
	return sent
}
