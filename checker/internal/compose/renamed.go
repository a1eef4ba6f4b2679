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
		to = append(to, newEntry(r.Port(l.process, e.port()), msg).within(e.ticks()))
	}
	if !l.m.contents.order.Queued() {
		slices.Sort(to)
	}
	return to, true
}

// rename numbers the image of a new state of the environment under each generator. The orbit of a state
// is finite, so the numbering of images that are new too ends.
func (e *environment) rename(id uint32, s environmentState) {
	o := e.m.orbits
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

// ViewAfter returns the image of a view under each element of the group. The statuses of an image
// are overwritten by the next one.
func (m *Machine) ViewAfter(v model.View) func(element int) model.View {
	var after [][]uint32 // by process and element: the number of a status
	var statuses, known []model.Status
	return func(element int) model.View {
		o, w := m.orbits, v
		if after == nil {
			m.mu.Lock()
			for p, s := range v.Status {
				after = append(after, o.statusAfter(p, s))
			}
			known, statuses = o.statuses, make([]model.Status, len(v.Status))
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
		number, ok := o.numbers[s]
		if !ok {
			number = uint32(len(o.statuses))
			o.numbers[s] = number
			o.statuses = append(o.statuses, s)
		}
		list[i] = number
	}
	o.after[key] = list
	return list
}

// Image returns the new name of each process after an element of the group.
func (m *Machine) Image(element int) []int { return m.orbits.elements[element].Image }

// EventAfter returns an event after a renaming of the group, of which the new names of the
// processes are given.
func (m *Machine) EventAfter(image []int, e model.Event) model.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	o := m.orbits
	i := slices.IndexFunc(o.elements, func(x symmetry.Element) bool { return slices.Equal(x.Image, image) })
	for _, k := range o.elements[i].Word {
		e = m.eventAfter(o.generators[k], e)
	}
	return e
}

func (m *Machine) eventAfter(r *symmetry.Renaming, e model.Event) model.Event {
	if e.Process < 0 { // a tick, or a division
		return m.divisionAfter(r, e)
	}
	p := e.Process
	switch kind := e.StepKind(); {
	case kind.IsOfMessage():
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
