package certificate

import (
	"math/rand/v2"
	"slices"

	"github.com/interrex/interrex/model"
)

// ahead compares the messages that the reduced search received early, and the deliveries that send such messages,
// with all other events: where it did so, and after each sequence of other events from there. If the whole system
// was looked at, so is the reduced search. Otherwise random walks of that search are.
func (a *audit) ahead(whole bool) error {
	if !a.certificate.Sends && len(a.overtaking) == 0 {
		return nil
	}
	if whole {
		a.relied = nil
		_, small, err := a.reduced()
		switch {
		case err != nil:
			return err
		case small:
			return a.takeAll(a.relied)
		}
	}
	return a.options.walks(a.walkAhead)
}

// walkAhead goes on a random walk of the reduced search. The deliveries on which it relies are
// compared with all other events where it takes them, and after a random sequence of other events.
func (a *audit) walkAhead(random *rand.Rand) error {
	a.relied = nil
	f, _ := a.normal(a.starts[random.IntN(len(a.starts))])
	for range a.options.Steps {
		for _, t := range a.relied {
			if err := a.follow(random, t); err != nil {
				return err
			}
		}
		edges := a.onwards(&f)
		if len(edges) == 0 {
			return nil
		}
		a.relied = nil
		f, _ = a.normal(a.received(f.vertex, edges[random.IntN(len(edges))]))
	}
	return nil
}

// follow compares a delivery with all else, then where it waits after a random other event, and so
// on.
func (a *audit) follow(random *rand.Rand, t task) error {
	for range a.options.Steps {
		waits, err := a.take(t)
		if err != nil || len(waits) == 0 {
			return err
		}
		t = waits[random.IntN(len(waits))]
	}
	return nil
}

// overtakeAll reports whether the messages that event e sends permit to take it at once
// in v: with order inbox all of them must overtake.
func (a *audit) overtakeAll(v *vertex, e edge) bool {
	if !a.certificate.Sends {
		return true
	}
	_, ok := a.overtake(v, e, a.isEarly)
	return ok
}

// overtake returns the vertex after event e of v and the reception of all that it sends, before
// those that are in front. ok says whether that is possible: each message must be accepted.
func (a *audit) overtake(v *vertex, e edge, accepts func(at *vertex, q int, x model.Envelope) bool) (after *vertex, ok bool) {
	after = e.to
	for _, x := range e.sends {
		l := a.system.Links()[x.Link]
		if x.Lost {
			continue
		}
		if after.Failed() || l.To == e.event.Process || after.Down[l.To] {
			return nil, false
		}
		m, first := a.sentFirst(v, after, l, x)
		if !first || !accepts(after, l.To, m) {
			return nil, false
		}
		if after, ok = a.receiveFirst(after, l.To, m); !ok {
			return nil, false
		}
	}
	return after, true
}

// sentFirst returns a message of a link in the inbox of its receiver that was sent since v. first
// says whether it is there, and the first one of the link.
func (a *audit) sentFirst(v, after *vertex, l model.Link, x model.Sent) (m model.Envelope, first bool) {
	ch := a.system.Semantics().InChannels(l.To)[0]
	for i, m := range after.Channels[ch] {
		if m.Port == l.ToPort && i >= len(v.Channels[ch]) && m.Msg == x.Msg {
			return m, a.isFirst(after.Channels[ch], i)
		}
	}
	return m, false
}

// isFirst reports whether nothing in front of the i-th message in an inbox keeps it from being
// received before.
func (a *audit) isFirst(inbox []model.Envelope, i int) bool {
	return a.certificate.Links || !isFrom(inbox[i].Port, inbox[:i])
}

// receiveFirst returns the vertex after process p has received a message before those in front of
// it in the inbox. ok says whether it is possible, has one outcome and sends nothing.
func (a *audit) receiveFirst(v *vertex, p int, m model.Envelope) (after *vertex, ok bool) {
	ch := a.system.Semantics().InChannels(p)[0]
	i := indexOf(v.Channels[ch], m.Port, m.Text())
	if i < 0 || v.Failed() || v.Down[p] || !a.isFirst(v.Channels[ch], i) {
		return nil, false
	}
	first := v
	if i > 0 {
		first = a.elsewhere(v, toFront(v.Configuration, ch, i))
	}
	e, ok := a.reception(first, task{process: p, port: m.Port, message: m.Text()})
	return e.to, ok && len(e.sends) == 0
}

// indexOf returns where the first message on port q with a text is in a list, -1 if it is not
// there.
func indexOf(list []model.Envelope, q model.Port, text string) int {
	return slices.IndexFunc(list, func(e model.Envelope) bool { return e.Port == q && e.Text() == text })
}

// elsewhere returns the vertex of a configuration that is much like v, but is not met after it.
func (g *graph) elsewhere(v *vertex, c model.Configuration) *vertex {
	before := len(g.vertices)
	to := g.vertex(c, v.monitor)
	if len(g.vertices) > before {
		to.from, to.by, to.start = v.from, v.by, v.start
	}
	return to
}

// toFront returns c with a message of a channel in front of all others.
func toFront(c model.Configuration, ch, at int) model.Configuration {
	c.Channels = slices.Clone(c.Channels)
	list := slices.Clone(c.Channels[ch])
	e := list[at]
	copy(list[1:], list[:at])
	list[0] = e
	c.Channels[ch] = list
	return c
}

// isBehind reports whether something is in front of the message of a task.
func (a *audit) isBehind(t task) bool {
	return indexOf(t.at.Channels[a.system.Semantics().InChannels(t.process)[0]], t.port, t.message) > 0
}

// enablesNothing returns the flaw of a message that is received early, which leads to done, and
// makes its receiver ready for something that it could do before it receives those in front.
func (a *audit) enablesNothing(t task, done *vertex) error {
	for _, f := range a.next(done) {
		if f.event.Process != t.process {
			continue
		}
		switch f.event.Kind {
		case model.Wake, model.Invoke:
		case model.Timeout, model.Suspect:
			if a.system.Network().Timing == model.Timely {
				continue // it waits until nothing is in flight
			}
		default:
			continue
		}
		a.result.Overtaking++
		if _, ok := a.find(t.at, f.event); !ok {
			return t.flaw("it enables %v", f.event)
		}
	}
	return nil
}
