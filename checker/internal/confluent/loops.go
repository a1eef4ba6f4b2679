package confluent

// SeesLoops reports whether a search must see all that happens in loops.
func (d *Deliveries) SeesLoops() bool { return d.sight.Loops }

// Keep tells that an event on a cycle of normal forms passes over a delivery. From the next
// search on it is not taken at once. The search is to begin again.
func (d *Deliveries) Keep(x Delivery) {
	for _, y := range d.deliveriesOf(x) {
		d.processes[y.Process].exposed[pair{y.Local, y.letter()}] = true
	}
	d.broken = true
}
