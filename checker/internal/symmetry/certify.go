package symmetry

import "github.com/interrex/interrex/checker/certificate"

// Certify adds to a certificate the renamings that generate those that the search used.
func (g *Group) Certify(c *certificate.Certificate) {
	for _, r := range g.Generators() {
		renaming := certificate.Renaming{Image: r.Image, Ports: r.ports, Messages: map[any]any{}}
		for p := range r.locals {
			values := map[any]any{}
			for l, to := range r.locals[p].all() {
				values[g.tables.Value(p, l)] = g.tables.Value(r.Image[p], to)
			}
			renaming.Locals = append(renaming.Locals, values)
		}
		for m, to := range r.messages.all() {
			renaming.Messages[g.tables.MessageValue(m)] = g.tables.MessageValue(to)
		}
		c.Renamings = append(c.Renamings, renaming)
	}
}

// all returns the numbers that are mapped, with their images.
func (m *mapping[T]) all() map[T]T {
	list := map[T]T{}
	for x := range m.to {
		if to, ok := m.of(T(x)); ok {
			list[T(x)] = to
		}
	}
	return list
}
