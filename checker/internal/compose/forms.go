package compose

import (
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// normal is the reduction to normal forms: a confluent delivery is taken at once, and nothing else is while one
// is enabled.
type normal struct {
	m          *Machine
	deliveries *confluent.Deliveries
	overtaking bool              // messages may overtake others, see overtake.go
	settlings  []*settling       // by process; those of an orbit share one
	sent       map[sender]uint32 // how many messages the confluent deliveries of a process send, unless none
}

// normalMaker computes the entries of a component that normal forms need.
type normalMaker interface {
	makeConfluent(n *normal, id uint32, left confluent.Budgets) (event, bool)
	makeOvertaking(n *normal, id uint32, left confluent.Budgets) []event
	makeAlone(n *normal, id uint32, left confluent.Budgets) []event
	sends(n *normal, id uint32, left confluent.Budgets) uint32 // how many messages the confluent delivery sends
}

// newNormal returns the reduction of m, whose system and folding are set.
func newNormal(m *Machine, d *confluent.Deliveries) *normal {
	n := &normal{m: m, deliveries: d, overtaking: d.Overtaking(), sent: map[sender]uint32{}}
	for p := range m.sys.Network().N {
		if first := m.folding.classOf(p); first < p {
			n.settlings = append(n.settlings, n.settlings[first])
		} else {
			n.settlings = append(n.settlings, newSettling())
		}
	}
	return n
}

// prepare implements [reduction].
func (n *normal) prepare(c *component) {
	c.courses, c.alone = make([]column, n.m.faults+1), make([]column, n.m.faults+1)
	c.overtaking = make([]column, n.m.faults+1)
}

// number implements [reduction]: states that enable silent deliveries have no numbers.
func (n *normal) number(l *leaf, v []int32, early []passage) uint32 {
	v, over := n.settle(l, v)
	id := l.number(v)
	n.settled(l, id, append(early, over...))
	return id
}

// replay implements [reduction].
func (n *normal) replay(c *component, kind uint64, id uint32, left confluent.Budgets) bool {
	switch kind {
	case askedCourse:
		c.courseLocked(n, id, left)
	case askedOvertaking:
		c.overtakingLocked(n, id, left)
	case askedAlone:
		c.aloneLocked(n, id, left)
	}
	return true
}

// learn implements [reduction].
func (n *normal) learn() bool {
	if !n.deliveries.Broken() {
		return false
	}
	n.deliveries.Learn()
	return true
}

// dependsOnCut implements [reduction]: of the closed processes one that has the fewest events is taken, and that number
// depends on the cut if some of them may be refused.
func (n *normal) dependsOnCut(refuses bool) bool { return refuses }

func (n *normal) step(process int, local compiled.Local, outcomes []compiled.Outcome) {
	n.deliveries.Step(process, local, outcomes)
}
func (n *normal) become(before, after model.Status) { n.deliveries.Become(before, after) }
func (n *normal) fill(channel int)                  { n.deliveries.Fill(channel) }
func (n *normal) watch(monitor any)                 { n.deliveries.Watch(monitor) }
func (n *normal) bytes() int64                      { return n.deliveries.Bytes() }
func (n *normal) broken() bool                      { return n.deliveries.Broken() }
func (n *normal) closes() bool                      { return n.deliveries.Closes() }
func (n *normal) seesSteps() bool                   { return n.deliveries.SeesSteps() }
func (n *normal) isPlain() bool                     { return false }
