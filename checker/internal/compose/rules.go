package compose

import (
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
)

// Hooks are called while a machine grows.
type Hooks struct {
	// Poll, unless it is nil, is called now and then while tables grow. It may
	// panic to abandon the search. The machine is unusable after that.
	Poll func()
	// Claim, unless it is nil, is called before the machine allocates many bytes at
	// once. It may panic like Poll.
	Claim func(bytes int64)
	// TooLong, unless it is nil, is called when a process sends more than most messages in a round. It
	// may panic like Poll.
	TooLong func(most int)
}

// rules are the parts of a network that decide how events are composed.
type rules struct {
	faults    confluent.Budgets // the kinds of fault that may strike at the start
	blocks    bool              // events wait for places in channels, see places.go
	divides   bool              // the network may divide, see division.go
	turns     bool              // timers in turn, see inturn.go
	delay     int               // the greatest delay of a message in timing bounded; 0: another timing
	sentTicks int               // the ticks of a message that is sent: delay, or in lockstep for how many rounds it may wait
}

func rulesOf(net *model.Network) rules {
	r := rules{faults: confluent.BudgetsOf(net.Faults), blocks: net.Capacity.Blocks(), divides: net.Faults.Divide > 0}
	switch net.Timing {
	case model.Bounded:
		r.delay, r.turns = max(net.Delay, 1), net.TimersInTurn
		r.sentTicks = r.delay
	case model.Lockstep:
		r.sentTicks = max(net.Delay, 1) - 1
	}
	return r
}
