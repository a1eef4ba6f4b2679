// Package symmetry finds the renamings of processes that change nothing: neither the
// network nor the steps of the algorithm. Of the configurations that they map to each
// other, a search needs to visit only one.
package symmetry

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Group is a group of renamings of the processes of a system. That they keep the
// network and the initial configuration is known beforehand. That they keep what the
// algorithm does is found out while the tables of the group grow, as far as the search
// goes; that they keep what a property sees is found out by the search. It is for one
// goroutine at a time.
type Group struct {
	system  *model.System
	images  [][]int // by renaming, without the identity: the new name of each process
	tables  *compiled.Tables
	refused bool // by what the properties of the question see
}

// New returns the group of s before any search: all renamings that keep the network and
// the initial configuration.
func New(s *model.System) *Group {
	g := &Group{system: s}
	if s.Network().Timing != model.Lockstep && !s.Initial().Failed() {
		g.images = slices.DeleteFunc(s.Automorphisms()[1:], func(image []int) bool { return !g.keeps(image) })
	}
	g.tables = compiled.NewShared(s, g.Orbits())
	return g
}

// keeps reports whether a renaming keeps the links and the initial configuration.
func (g *Group) keeps(image []int) bool {
	for _, l := range g.system.Links() {
		i := g.system.OutLink(image[l.From], l.FromPort)
		if i < 0 || g.system.Links()[i] != (model.Link{From: image[l.From], FromPort: l.FromPort, To: image[l.To], ToPort: l.ToPort}) {
			return false
		}
	}
	c := g.system.Initial()
	for p, q := range image {
		if c.Locals[p] != c.Locals[q] || c.Down[p] != c.Down[q] {
			return false
		}
		if c.Clocks != nil && !slices.Equal(c.Clocks[p], c.Clocks[q]) {
			return false
		}
		there := g.system.InChannels(q)
		for i, ch := range g.system.InChannels(p) {
			if !slices.Equal(c.Channels[ch], c.Channels[there[i]]) {
				return false
			}
		}
	}
	return true
}

// Orbits returns the sets of at least two processes that the group maps to each other.
// They share their tables.
func (g *Group) Orbits() [][]int {
	var list [][]int
	for p := range g.system.Network().N {
		orbit := []int{p}
		for _, image := range g.images {
			if !slices.Contains(orbit, image[p]) {
				orbit = append(orbit, image[p])
			}
		}
		if len(orbit) > 1 && slices.Min(orbit) == p {
			list = append(list, orbit)
		}
	}
	return list
}

// System returns the system of the group.
func (g *Group) System() *model.System { return g.system }

// Tables returns the tables for the searches up to the group. Processes that it maps to
// each other share them.
func (g *Group) Tables() *compiled.Tables { return g.tables }

// Images returns the renamings that a search may use, without the identity: the new
// name of each process.
func (g *Group) Images() [][]int {
	if g.refused {
		return nil
	}
	return g.images
}

// Order returns the number of renamings that a search may use, with the identity.
func (g *Group) Order() int { return 1 + len(g.Images()) }

// Begin begins a question about other properties.
func (g *Group) Begin() { g.refused = false }

// Refuse says that a property or its monitor does not see the same after a renaming.
func (g *Group) Refuse() { g.refused = true }

// Refused reports whether Refuse was called since Begin.
func (g *Group) Refused() bool { return g.refused }

// Broken reports whether a search relied upon a renaming that does change something.
func (g *Group) Broken() bool { return g.tables.Apart() != nil }

// Learn prepares for another search: it keeps the renamings that map no process to one
// that was found to do something else.
func (g *Group) Learn() {
	apart := g.tables.Apart()
	if apart == nil {
		return
	}
	g.images = slices.DeleteFunc(g.images, func(image []int) bool {
		return slices.ContainsFunc(apart, func(q int) bool { return !slices.Contains(apart, image[q]) })
	})
	poll, repeat := g.tables.Poll, g.tables.Repeat
	g.tables = compiled.NewShared(g.system, g.Orbits())
	g.tables.Poll, g.tables.Repeat = poll, repeat
}
