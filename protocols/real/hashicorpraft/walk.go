package hashicorpraft

import (
	"errors"
	"fmt"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// LeaderWithin is how long a cluster with a majority may be without a leader once all is
// timely: five election timeouts.
const LeaderWithin = 5 * ElectionTimeout

// The errors of a walk.
var (
	ErrNoLeader = errors.New("hashicorpraft: no leader within five election timeouts after all is timely")
	ErrUnsafe   = errors.New("hashicorpraft: a property is violated")
)

// Walk runs a walk of servers, and returns the longest time without a leader while all was timely. A server has time for an election in each
// event of time, and for 20 seconds of the timely phase. The error is [ErrNoLeader] or [ErrUnsafe], or says that the code does not suit.
func Walk(o Options, w goroutines.Walk) (goroutines.Walked, time.Duration, error) {
	a, err := goroutines.New(Code(o))
	if err != nil {
		return goroutines.Walked{}, 0, err
	}
	leader := &goroutines.Deadline{Name: "leader", Within: LeaderWithin, Goal: hasLeader}
	w.Step, w.Timely = leaseTimeout, 4*LeaderWithin
	w.See = func(m goroutines.Moment) error {
		for _, p := range safety {
			if !p.Holds(m.View, nil) {
				return fmt.Errorf("%w: %s at %v", ErrUnsafe, p.Name, m.Time)
			}
		}
		if err := leader.See(m); err != nil {
			return fmt.Errorf("%w: %w", ErrNoLeader, err)
		}
		return nil
	}
	walked, err := a.Walk(w)
	return walked, leader.Longest, err
}

func hasLeader(v model.View) bool {
	for _, s := range v.Status {
		if s.Live() && s.Role == model.Won {
			return true
		}
	}
	return false
}
