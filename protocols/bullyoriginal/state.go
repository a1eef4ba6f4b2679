package bullyoriginal

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// Phase is the state of a process in the words of the listing. There is no DEAD,
// because the network kills a process.
type Phase uint8

// The phases.
const (
	Normal Phase = iota
	WaitingForOK
	WaitingForCoordinator
	Coordinating // COORDINATOR
)

var phaseNames = [...]string{"NORMAL", "WAITING_FOR_OK", "WAITING_FOR_COORDINATOR", "COORDINATOR"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("PHASE(%d)", uint8(p))
}

// State is the local state of a process. The zero value is its state at the
// start.
type State struct {
	Phase   Phase
	Current model.ID // current_coordinator, NoID while there is none
	Oks     int      // oks; 1: at least one, as no line asks for more
	Expired bool     // time_expired, from when the time is over to when the phase is left
	Sent    bool     // coordinator_msg_sent
	Best    model.ID // with E1: the greatest process that has answered OK in this election
}

func (s State) String() string {
	words := []string{s.Phase.String()}
	if s.Current != model.NoID {
		words = append(words, fmt.Sprintf("coordinator=%d", s.Current))
	}
	if s.Oks > 0 {
		words = append(words, fmt.Sprintf("oks=%d", s.Oks))
	}
	if s.Expired {
		words = append(words, "expired")
	}
	if s.Sent {
		words = append(words, "sent")
	}
	if s.Best != model.NoID {
		words = append(words, fmt.Sprintf("best=%d", s.Best))
	}
	return strings.Join(words, ",")
}
