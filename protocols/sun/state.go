package sun

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/interrex/interrex/model"
)

// State is the local state of a process.
type State struct {
	Heard  bool     // of the crash or of an election: detects nothing any more
	Leader model.ID // the coordinator, NoID while unknown

	// For the processes on more rings than one.
	Informer bool     // has begun an election in the innermost ring, and not given way
	Back     bool     // the informer's election has come back, and M-coordinator is not sent yet (R5=b)
	Wheeled  bool     // has sent election into its subrings
	Told     bool     // has sent coordinator into its subrings
	Ended    Rings    // the rings of which a subring has ended here
	Biggest  model.ID // the biggest number of these subrings, NoID if none has ended
	Held     model.ID // the ring-biggest of an M-coordinator that waits, NoID if none does
}

// Rings is a set of rings; ring i of the document is i-1 here.
type Rings uint8

func (r Rings) String() string {
	var names []string
	for ; r != 0; r &= r - 1 {
		names = append(names, fmt.Sprintf("R%d", bits.TrailingZeros8(uint8(r))+1))
	}
	return strings.Join(names, "+")
}

func (s State) String() string {
	words := []string{"unaware"}
	if s.Heard {
		words[0] = "aware"
	}
	add := func(set bool, format string, value any) {
		if set {
			words = append(words, fmt.Sprintf(format, value))
		}
	}
	add(s.Informer, "%v", "informer")
	add(s.Back, "%v", "back")
	add(s.Wheeled, "%v", "wheeled")
	add(s.Told, "%v", "told")
	add(s.Ended != 0, "ended=%v", s.Ended)
	add(s.Biggest != model.NoID, "biggest=%d", s.Biggest)
	add(s.Held != model.NoID, "held=%d", s.Held)
	add(s.Leader != model.NoID, "leader=%d", s.Leader)
	return strings.Join(words, ",")
}
