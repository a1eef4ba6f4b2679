package model

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// Knowledge is a set of things that processes may know.
type Knowledge uint8

// What a process may know besides the number of its ports.
const (
	KnowID         Knowledge = 1 << iota // its own identity
	KnowN                                // the number of processes
	KnowNeighbours                       // the identities behind its ports
	KnowLabel                            // its input label
)

var knowledgeNames = []string{"ID", "N", "Neighbours", "Label"}

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
	grants     Knowledge
	reads      atomic.Uint32 // the Knowledge that was read so far
	id         ID
	n, label   int
	neighbours []ID
	out        []bool // the ports that can be sent on
}

func (k *knower) read(what Knowledge) {
	if k.grants&what == 0 {
		fail("reads %v, which the network does not grant (it grants: %v)", what, k.grants)
	}
	k.reads.Or(uint32(what))
}

// illFormed is what an ill-formed use of Self and Process panics with.
type illFormed string

func fail(format string, args ...any) { panic(illFormed(fmt.Sprintf(format, args...))) }
