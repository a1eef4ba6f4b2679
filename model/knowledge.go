package model

import (
	"fmt"
	"strings"
)

// Knowledge is a set of facts that processes may know.
type Knowledge uint8

// The facts that a process may know besides the number of its ports.
const (
	KnowID              Knowledge = 1 << iota // its own identity
	KnowN                                     // the number of processes
	KnowNeighbours                            // the identities behind its ports
	KnowLabel                                 // its input label
	KnowNeighbourLabels                       // the input labels behind its ports
)

var knowledgeNames = []string{"ID", "N", "Neighbours", "Label", "NeighbourLabels"}

func (k Knowledge) String() string {
	var names []string
	for i, name := range knowledgeNames {
		if k>>i&1 == 1 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// knower is the knowledge of one process.
type knower struct {
	grants   Knowledge
	id       ID
	n, label int
	lay      *layout
	process  int // for lay: the process that knows
	listener *Listener
}

func (k *knower) read(what Knowledge) {
	k.call()
	if k.grants&what == 0 {
		fail("reads %v, which the network does not grant (it grants: %v)", what, k.grants)
	}
}

// be makes k the knowledge of process p.
func (k *knower) be(p int) {
	net := k.lay.net
	k.process = p
	if net.IDs != nil {
		k.id = net.IDs[p]
	}
	if net.Labels != nil {
		k.label = net.Labels[p]
	}
}

// ports returns the number of ports of the process.
func (k *knower) ports() int { return k.lay.ports(k.process) }

// mustHave panics unless the process has port q.
func (k *knower) mustHave(q Port) {
	if q < 0 || int(q) >= k.ports() {
		fail("port %d does not exist: the process has ports 0..%d", q, k.ports()-1)
	}
}

// neighbour returns the identity behind port q, NoID if there are none.
func (k *knower) neighbour(q Port) ID {
	if ids := k.lay.net.IDs; ids != nil {
		return ids[k.lay.peer(k.process, q)]
	}
	return NoID
}

// labelBehind returns the label of the process behind port q.
func (k *knower) labelBehind(q Port) int {
	if labels := k.lay.net.Labels; labels != nil {
		return labels[k.lay.peer(k.process, q)]
	}
	return 0
}

// illFormed is the value of the panic upon an ill-formed use of Self or Process.
type illFormed string

func fail(format string, args ...any) { panic(illFormed(fmt.Sprintf(format, args...))) }
