package compose

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A folding is a layer over the tables: it decides which configurations stand for others. A search asks it about each configuration
// that it meets, and it is told of each state that gets a number, while the lock is held. There are three: [distinct], in which each
// configuration stands for itself, [identity], the same by a group that has no other renaming, and [orbits].
type folding interface {
	folds() bool
	// representative returns the configuration that stands for s, and renaming the old name of each of its processes.
	representative(lane int, s State) State
	renaming(s State) []int
	orbit(s State) []State
	// renamings returns the elements of the group, the identity first; none: there is no other.
	renamings() []symmetry.Element
	viewAfter(v model.View) func(element int) model.View
	eventAfter(image []int, e model.Event) model.Event

	// vector is told of a new state of a leaf, surroundings of one of the environment, and join of one of a pair. grow is told that
	// a component has got room for more states.
	vector(l *leaf, v []int32, id uint32)
	surroundings(e *environment, s environmentState, id uint32)
	join(p *pair, halves uint64, id uint32)
	grow(c *component)
	// forgetHalves is told that states of pairs have other numbers.
	forgetHalves()
	// begin is told where a monitor begins, by start, and follow of the state next that follows state upon x.
	begin(of *properties.Monitor, starts []*model.System, states []any)
	follow(of *properties.Monitor, state any, x properties.Observation, next any)
	// replay makes a recorded request again. It reports whether it makes sense.
	replay(c *component, r *reader) bool

	// classOf returns the first of the processes that p stands for.
	classOf(p int) int
	// shared returns a number that a state of a leaf has in common with its images.
	shared(l *leaf, id uint32) uint32
	// refuse says that the properties do not see the same after each renaming, and broken whether some renaming changes something.
	refuse()
	broken() bool
}

// distinct has no renaming.
type distinct struct{}

func (distinct) folds() bool                         { return false }
func (distinct) representative(_ int, s State) State { return s }
func (distinct) renaming(State) []int                { return nil }
func (distinct) orbit(s State) []State               { return []State{s} }
func (distinct) renamings() []symmetry.Element       { return nil }
func (distinct) viewAfter(v model.View) func(int) model.View {
	return func(int) model.View { return v }
}
func (distinct) eventAfter(_ []int, e model.Event) model.Event                { return e }
func (distinct) vector(*leaf, []int32, uint32)                                {}
func (distinct) surroundings(*environment, environmentState, uint32)          {}
func (distinct) join(*pair, uint64, uint32)                                   {}
func (distinct) grow(*component)                                              {}
func (distinct) forgetHalves()                                                {}
func (distinct) begin(*properties.Monitor, []*model.System, []any)            {}
func (distinct) follow(*properties.Monitor, any, properties.Observation, any) {}
func (distinct) replay(*component, *reader) bool                              { return false }
func (distinct) classOf(p int) int                                            { return p }
func (distinct) shared(_ *leaf, id uint32) uint32                             { return id }
func (distinct) refuse()                                                      {}
func (distinct) broken() bool                                                 { return false }

// identity is distinct, with the tables of a group.
type identity struct {
	distinct
	group *symmetry.Group
}

func (i identity) broken() bool { return i.group.Broken() }

// Representative returns the configuration that stands for all that are s after a
// renaming. Each concurrent worker has its own lane.
func (m *Machine) Representative(lane int, s State) State { return m.folding.representative(lane, s) }

// Renaming returns the renaming of s to its representative: the old name of each process.
func (m *Machine) Renaming(s State) []int { return m.folding.renaming(s) }

// Orbit returns the distinct configurations that are s after a renaming, s among them.
func (m *Machine) Orbit(s State) []State { return m.folding.orbit(s) }

// Folds reports whether a configuration may stand for others.
func (m *Machine) Folds() bool { return m.folding.folds() }

// Order returns the number of renamings of the group, with the identity.
func (m *Machine) Order() int { return max(1, len(m.folding.renamings())) }

// Elements returns the renamings of the group without the identity, as [Machine.ViewAfter]
// and [Machine.Image] take them.
func (m *Machine) Elements() []int {
	var list []int
	for i := 1; i < m.Order(); i++ {
		list = append(list, i)
	}
	return list
}

// Generators returns those of [Machine.Elements] of which the others are composed.
func (m *Machine) Generators() []int {
	all := m.folding.renamings()
	return slices.DeleteFunc(m.Elements(), func(i int) bool { return len(all[i].Word) > 1 })
}

// Image returns the new name of each process after an element of the group.
func (m *Machine) Image(element int) []int { return m.folding.renamings()[element].Image }

// ViewAfter returns the image of a view under each element of the group. The statuses of an image
// are overwritten by the next one.
func (m *Machine) ViewAfter(v model.View) func(element int) model.View { return m.folding.viewAfter(v) }

// EventAfter returns an event after a renaming of the group, of which the new names of the
// processes are given.
func (m *Machine) EventAfter(image []int, e model.Event) model.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.folding.eventAfter(image, e)
}

// Refuse says that a property does not see the same after each renaming, so that the
// machine is broken.
func (m *Machine) Refuse() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.folding.refuse()
}
