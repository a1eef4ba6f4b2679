package grpclease

import (
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// OneLeader says that no two clients lead at once. The time of a process that has reached
// its bound stands still, so such configurations are not judged.
func OneLeader() properties.Property {
	return properties.NewAlways("one-leader", "at most one client leads", func(v model.View) bool {
		return v.Bounded() || len(leaders(v)) <= 1
	})
}

func leaders(v model.View) (list []int) {
	for p, s := range v.Status {
		if s.Role == model.Won {
			list = append(list, p)
		}
	}
	return list
}

// A Watch judges a walk.
type Watch struct {
	led time.Duration // when somebody led last, or all became timely
	// Longest is the longest time without a leader once all is timely.
	Longest time.Duration
	// Two is when two clients led at once; 0: never.
	Two time.Duration
}

// See is told of each moment of a walk.
func (w *Watch) See(m goroutines.Moment) error {
	list := leaders(m.View)
	if len(list) > 1 && w.Two == 0 {
		w.Two = m.Time
	}
	if w.Longest = max(w.Longest, m.Time-w.led); len(list) > 0 || !m.Timely {
		w.led = m.Time
		if !m.Timely {
			w.Longest = 0
		}
	}
	return nil
}
