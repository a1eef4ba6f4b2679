package compose

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// renamed returns the image of a vector of the leaf under a renaming: a vector of the leaf of the
// process that gets its name. It reports false if the image of its local state, or of a message in
// it, is not known. The lock must be held.
func (l *leaf) renamed(r *symmetry.Renaming, v []int32) (w []int32, ok bool) {
	m, w := l.m, slices.Clone(v)
	if v[atLocal] >= 0 {
		local, ok := r.Local(l.process, compiled.Local(v[atLocal]))
		if !ok {
			return nil, false
		}
		w[atLocal] = int32(local)
	}
	setCutPorts(w, r.Ports(l.process, cutPorts(v)))
	m.leaves[r.Process(l.process)].setAcross(w, r.Ports(l.process, l.across(v)))
	for i := range l.slots {
		list, ok := l.renamedEntries(r, m.contents.lists[v[atChannels+i]])
		if !ok {
			return nil, false
		}
		w[atChannels+r.Slot(l.process, i)] = m.contents.number(list)
	}
	if m.delay > 0 {
		to := m.leaves[r.Process(l.process)]
		to.setDownPorts(w, r.Ports(l.process, l.downPorts(v)))
		w[l.atClocks()] = m.clocks.Number(r.Clocks(l.process, m.clocks.List(v[l.atClocks()])))
	}
	return w, true
}

// renamedEntries returns the images of messages to the process of the leaf under a renaming.
func (l *leaf) renamedEntries(r *symmetry.Renaming, list []entry) (to []entry, ok bool) {
	for _, e := range list {
		msg, ok := r.Message(e.message())
		if !ok {
			return nil, false
		}
		to = append(to, newEntry(r.Port(l.process, e.port()), msg)|e&^(oneTick-1))
	}
	if !l.m.contents.order.Queued() {
		slices.Sort(to)
	}
	return to, true
}

// surroundings implements [folding]: it numbers the image of a new state of the environment under each generator. The orbit of a state
// is finite, so the numbering of images that are new too ends.
func (o *orbits) surroundings(e *environment, s environmentState, id uint32) {
	e.ranks(id)[0] = id
	if e.monitor == nil {
		return
	}
	var rows []environmentRow
	if old := o.environment.Load(); old != nil {
		rows = *old
	}
	rows = append(rows, environmentRow{key: s.hash()}) // a reader asks only for complete rows
	o.environment.Store(&rows)
	var images []uint32
	for _, r := range o.generators {
		t := s
		if after, ok := renamedMonitor(e.monitor, s.monitor, r.Image); ok {
			t.monitor = after
		} else {
			o.refuse()
		}
		images = append(images, e.state(t))
	}
	(*o.environment.Load())[id].images = images
}

// viewAfter implements [folding].
func (o *orbits) viewAfter(v model.View) func(element int) model.View {
	var after [][]uint32 // by process and element: the number of a status
	var statuses, known []model.Status
	return func(element int) model.View {
		m, w := o.m, v
		if after == nil {
			m.mu.Lock()
			for p, s := range v.Status {
				after = append(after, o.statusAfter(p, s))
			}
			known, statuses = o.statuses.All, make([]model.Status, len(v.Status))
			m.mu.Unlock()
		}
		for p, to := range o.elements[element].Image {
			statuses[to] = known[after[p][element]]
		}
		w.Status = statuses
		return w
	}
}

// statusAfter returns the number of the image of a status of process p under each element of the
// group. The lock must be held.
func (o *orbits) statusAfter(p int, s model.Status) []uint32 {
	key := statusOf{p, s}
	if list, ok := o.after[key]; ok {
		return list
	}
	list := make([]uint32, len(o.elements))
	for i, e := range o.elements {
		p, s := p, s
		for _, k := range e.Word {
			r := o.generators[k]
			p, s = r.Process(p), r.Status(p, s)
		}
		list[i] = o.statuses.Number(s)
	}
	o.after[key] = list
	return list
}

// eventAfter implements [folding].
func (o *orbits) eventAfter(image []int, e model.Event) model.Event {
	i := slices.IndexFunc(o.elements, func(x symmetry.Element) bool { return slices.Equal(x.Image, image) })
	for _, k := range o.elements[i].Word {
		e = o.m.eventAfter(o.generators[k], e)
	}
	return e
}

// eventAfter returns an event after a generator.
func (m *Machine) eventAfter(r *symmetry.Renaming, e model.Event) model.Event {
	if e.Process < 0 { // a tick, or a division
		return m.divisionAfter(r, e)
	}
	p := e.Process
	switch kind := e.StepKind(); {
	case kind.IsOfMessage() || kind == model.Forge:
		e.Port = r.Port(p, e.Port)
		if msg, ok := r.Message(m.tables.MessageOf(e.Message)); ok {
			e.Message = m.tables.MessageText(msg)
		}
	case kind == model.Suspect:
		e.Port = r.Port(p, e.Port)
	}
	if e.Kind == model.Cut {
		e.Peer = r.Process(e.Peer)
	}
	e.Process = r.Process(p)
	return e
}
