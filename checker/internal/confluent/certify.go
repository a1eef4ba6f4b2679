package confluent

import (
	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/model"
)

// taken has the deliveries that a search may take at once, and the closed processes whose events it
// may take alone, as it was told.
type taken struct {
	deliveries []map[claim]bool // by process
	whole      []map[claim]bool // by process: those of which the other fates are taken too
	closed     map[string]shut  // by name
}

// shut is a closed process: the deliveries at the heads of its channels, while at most these
// kinds of fault may strike.
type shut struct {
	heads []Delivery
	left  Budgets
}

// Record keeps from now on the deliveries and closed processes that [Deliveries.Certify] needs.
func (d *Deliveries) Record() {
	d.taken = &taken{closed: map[string]shut{}}
	for range d.processes {
		d.taken.deliveries = append(d.taken.deliveries, map[claim]bool{})
		d.taken.whole = append(d.taken.whole, map[claim]bool{})
	}
}

// delivery notes that a delivery may be taken at once; t may be nil.
func (t *taken) delivery(p int, x claim) {
	if t != nil {
		t.deliveries[p][x] = true
	}
}

// fates notes that the fates of a message may be taken alone; t may be nil.
func (t *taken) fates(p int, x claim) {
	if t != nil {
		t.whole[p][x] = true
	}
}

// process notes that a process is closed; t may be nil.
func (t *taken) process(heads []Delivery, left Budgets) {
	if t != nil {
		t.closed[nameOf(heads)+string(byte(left))] = shut{heads, left}
	}
}

// Certify adds to a certificate the deliveries and closed processes that the search since Learn relied
// upon. Record must have been called.
func (d *Deliveries) Certify(c *certificate.Certificate) {
	c.Sends, c.Links, c.Loops = d.Overtaking() && d.requires(inboxSilent), !d.requires(overtakesOthers), d.sight.Loops
	c.Course = d.MaxCourse
	for p := range d.processes {
		for x := range d.taken.deliveries[p] {
			c.Deliveries = append(c.Deliveries, d.entry(p, x))
		}
		for x := range d.taken.whole[p] {
			c.Fates = append(c.Fates, certificate.Fates{Delivery: d.entry(p, x), Loss: d.requires(fatesLoss), Dup: d.requires(fatesDup)})
		}
	}
	for _, s := range d.taken.closed {
		first := s.heads[0]
		closed := certificate.Closed{Process: first.Process, Local: d.tables.Value(first.Process, first.Local), While: s.left.while(first.due(d))}
		for _, x := range s.heads {
			closed.Heads = append(closed.Heads, d.head(x))
		}
		c.Closed = append(c.Closed, closed)
	}
}

func (d *Deliveries) entry(p int, x claim) certificate.Delivery {
	return certificate.Delivery{Process: p, Local: d.tables.Value(p, x.local), Port: x.port, Msg: d.tables.MessageValue(x.msg),
		While: x.left.while(x.due), Ticks: x.ticks, Overtakes: x.overtakes}
}

func (d *Deliveries) head(x Delivery) certificate.Head {
	if x.Msg < 0 {
		return certificate.Head{Empty: true}
	}
	return certificate.Head{Envelope: model.Envelope{Port: x.Port, Msg: d.tables.MessageValue(x.Msg), Ticks: x.Ticks}}
}

// while returns where a claim counts.
func (b Budgets) while(due Due) certificate.While {
	w := certificate.While{Timers: due.timers, Ports: due.ports}
	for i, left := range w.Left.Budgets() {
		if b.has(1 << i) {
			*left.Count = 1
		}
	}
	return w
}
