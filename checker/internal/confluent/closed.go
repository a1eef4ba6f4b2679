package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// A process is closed if nobody can give it an input that it does not have yet:
// the others only add messages to its channels behind those that are there. Then
// its next event commutes with the events of the others before it, so a search may
// take its events alone.

// Closed reports whether the events of a process may be taken alone, where nothing is
// confluent, while at most these kinds of fault may strike. It has a delivery for the head
// of each of its channels, with Msg -1 where a channel is empty.
func (d *Deliveries) Closed(heads []Delivery, left Budgets) bool {
	if len(heads) == 0 || !d.isClosed(heads[0].Process, heads, left) {
		return false
	}
	all := d.headsOf(heads)
	if slices.ContainsFunc(all[1:], func(heads []Delivery) bool { return !d.isClosed(heads[0].Process, heads, left) }) {
		return false
	}
	for _, heads := range all {
		d.taken.process(heads, left)
	}
	return true
}

func (d *Deliveries) isClosed(p int, heads []Delivery, left Budgets) bool {
	l := heads[0].Local
	if d.processes[p].whole[l] || !d.shuts(left) || !d.holdsTime(heads) {
		return false
	}
	list, empty, ok := d.closure(p, claim{pair: pair{local: l}, left: left, due: heads[0].due(d)}, heads)
	if !ok {
		return false
	}
	courses, ok := d.turn(p, l, list)
	if !ok || !d.standsApart(p, courses, d.known) {
		return false
	}
	for _, c := range courses {
		d.depend(p, c, false)
	}
	for _, ch := range empty {
		d.unfilled[ch] = true
		d.broken = d.broken || d.met.filled[ch] && d.requires(closedChannels) && d.requires(metFilled)
	}
	d.broken = d.broken || !d.standsApart(p, courses, d.latest())
	d.closes = true
	return true
}

// shuts reports whether a process can be closed at all: it has queues, defers nothing, and
// no fault can strike that depends on a budget that all share.
func (d *Deliveries) shuts(left Budgets) bool {
	for i, k := range [...]model.Kind{model.Crash, model.Restart, model.Lose, model.Duplicate, model.Cut} {
		if !d.requiresOf(closedFaults, k) {
			left &^= 1 << i
		}
	}
	return d.system.Network().Order.Queued() && !d.tables.Defers() && !left.has(^Suspect)
}

// holdsTime reports whether time cannot pass before the process receives: a message that
// may arrive next must.
func (d *Deliveries) holdsTime(heads []Delivery) bool {
	return !d.measured() || !d.requires(closedUrgent) || slices.ContainsFunc(heads, func(x Delivery) bool { return x.Msg >= 0 && x.Ticks == 0 })
}

// closure returns the inputs that a closed process may be given and the channels
// that must stay empty; ok says whether it is closed.
func (d *Deliveries) closure(p int, x claim, heads []Delivery) (list []compiled.Input, empty []int, ok bool) {
	list = slices.DeleteFunc(d.spontaneous(p, x), func(f compiled.Input) bool { return !d.requiresOf(closedWhole, f.Kind) })
	if x.left.has(Suspect) && slices.ContainsFunc(list, func(f compiled.Input) bool { return f.Kind == model.Suspect }) {
		return nil, nil, false
	}
	arrivals := 0
	for i, ch := range d.system.Semantics().InChannels(p) {
		switch link := d.system.Semantics().Channels()[ch].Link; {
		case heads[i].Msg >= 0:
			list = append(list, heads[i].Input())
			arrivals++
		case link >= 0 && d.system.Links()[link].From == p: // only the process itself fills it
		case d.known.filled[ch] && d.requires(closedChannels):
			return nil, nil, false
		default:
			empty = append(empty, ch)
		}
	}
	return list, empty, arrivals > 0
}

// turn returns the courses of the process for each of these inputs; ok says
// whether all are well-formed, and commute with the messages that others send.
func (d *Deliveries) turn(p int, l compiled.Local, list []compiled.Input) (courses []course, ok bool) {
	silent := d.system.Network().Order.PerReceiver() && d.requires(closedInbox)
	for _, f := range list {
		d.poll()
		for _, o := range d.peek(p, l, f) {
			if !o.IsKnown() {
				return nil, o.Blame == nil && !d.requires(closedWellFormed)
			}
			if silent && len(o.Sends) > 0 {
				return nil, false
			}
			courses = append(courses, course{claim{pair: pair{local: l}}, o})
		}
	}
	return courses, true
}

// standsApart reports whether no course of a process is seen, or keeps another
// process from being idle.
func (d *Deliveries) standsApart(p int, courses []course, among *surroundings) bool {
	return !slices.ContainsFunc(courses, func(c course) bool {
		return d.requires(closedSeen) && !d.unseen(p, c, view{among, false}) || d.requires(closedIdle) && !d.disturbsNobody(p, c, among)
	})
}

// Fill tells that there may be a message in a channel.
func (d *Deliveries) Fill(channel int) {
	d.met.filled[channel], d.real.filled[channel] = true, true
	d.broken = d.broken || d.unfilled[channel] && d.requires(closedChannels) && d.requires(metFilled)
}

// Closes reports whether Closed was true of anything since Learn. Then there must
// be no cycle of configurations all of which have the events of one process taken
// alone.
func (d *Deliveries) Closes() bool { return d.closes }

// Whole makes process p not closed in local state l: such a cycle passes through
// it. The search is to begin again.
func (d *Deliveries) Whole(p int, l compiled.Local) {
	d.processes[p].whole[l] = true
	d.broken = true
}
