package dividedsun

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// State is the local state of a process.
type State struct {
	Leader model.ID // the coordinator, NoID while unknown

	// For the processes of the ring.
	Heard    bool // of the crash or of an election: detects nothing any more
	Detected bool // has detected the crash
	Sent     bool // has sent election in the main ring

	// For points and other P_m's.
	Called  bool     // has sent crash to the informer
	Divides bool     // has received divide: it is a D_i
	Ended   bool     // the subring of the main ring that ends here has ended
	Best    model.ID // the biggest number known of it; of the informer: of all information
	Held    model.ID // the value that has come in the ring of P_m's and waits for the end of the subring, NoID if nothing does
	Told    bool     // has sent coordinator into its subring

	// For the informer.
	Asked   bool          // has sent election to its points
	Replied model.PortSet // the points that have replied
	Split   bool          // has sent divide to the points that have replied
	Given   model.PortSet // the points that have given information
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
	add(s.Detected, "%v", "detected")
	add(s.Sent, "%v", "sent")
	add(s.Called, "%v", "called")
	add(s.Divides, "%v", "divides")
	add(s.Ended, "%v", "ended")
	add(s.Told, "%v", "told")
	add(s.Asked, "%v", "asked")
	add(s.Replied != 0, "replied=%v", list(s.Replied))
	add(s.Split, "%v", "split")
	add(s.Given != 0, "given=%v", list(s.Given))
	add(s.Best != model.NoID, "best=%d", s.Best)
	add(s.Held != model.NoID, "held=%d", s.Held)
	add(s.Leader != model.NoID, "leader=%d", s.Leader)
	return strings.Join(words, ",")
}

// list returns the ports of a set in ascending order.
func list(set model.PortSet) []int {
	var ports []int
	for q := range set.All() {
		ports = append(ports, int(q))
	}
	return ports
}
