package compose

// Drop gives back the events and the pushes of pairs. They are made again when they are needed, and all states and views keep their
// numbers. Nobody else may use the machine meanwhile; lists of events that somebody still has stay as they are.
func (m *Machine) Drop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.pairs {
		p.dropMade()
	}
}

// Droppable returns how many bytes Drop gives back.
func (m *Machine) Droppable() (sum int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.pairs {
		sum += p.made
	}
	return sum
}

// growMade is grow for the bytes that Drop gives back.
func (c *component) growMade(bytes int64) {
	c.made += bytes
	c.grow(bytes)
}

// dropMade empties the arena, with all that has a place in it, and the pushes.
func (c *component) dropMade() {
	for _, page := range *c.records.Load() {
		for i := range page {
			page[i].events.Store(0)
		}
	}
	for _, columns := range [][]column{c.overtaking, c.alone} {
		for i := range columns {
			columns[i].forget()
		}
	}
	c.arena.Store(&[][]event{})
	c.pushes.Store(&[]*pushRow{})
	c.growMade(-c.made)
}

// forget makes all words unknown.
func (c *column) forget() {
	pages := c.pages.Load()
	if pages == nil {
		return
	}
	for _, page := range *pages {
		if page == nil {
			continue
		}
		for i := range page {
			page[i].Store(0)
		}
	}
}
