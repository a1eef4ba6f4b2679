package clientgo

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Seen is the part of an elector that properties see, beside its role: it has won while
// the context of its OnStartedLeading is live.
type Seen struct {
	Callback bool // OnStartedLeading runs
	Leader   bool // IsLeader returns true
	Ended    bool // its context has ended
	Returned bool // its context has ended, and Run has returned
	Overdue  bool // its context has ended a while ago, and Run has not returned
}

// Lease is the part of the API server that properties see.
type Lease struct {
	Holder   string
	Released bool // an elector has released the lease of another
}

// Properties returns the promises of the library, some of which need assumptions. They
// judge the seconds of a search: at its end time stands still and messages still arrive,
// which no execution of the library does.
func Properties() []properties.Property {
	return []properties.Property{
		within("one-context", "at most one OnStartedLeading has a context that has not ended", func(v model.View) bool {
			return leading(v) <= 1
		}),
		within("one-callback", "at most one OnStartedLeading runs", func(v model.View) bool {
			return count(v, func(_ model.Status, own Seen) bool { return own.Callback }) <= 1
		}),
		within("one-isleader", "IsLeader returns true at one elector at most", func(v model.View) bool {
			return count(v, func(_ model.Status, own Seen) bool { return own.Leader }) <= 1
		}),
		within("own-release", "no elector releases the lease of another", func(v model.View) bool { return !lease(v).Released }),
		within("returned-holds-none", "an elector whose context has ended and whose Run has returned does not hold the lease", returnedHoldsNone),
		within("returns", "Run returns within five seconds of the end of its context", func(v model.View) bool {
			return count(v, func(_ model.Status, own Seen) bool { return own.Overdue }) == 0
		}),
	}
}

func within(name, statement string, holds func(v model.View) bool) properties.Property {
	return properties.NewAlways(name, statement, func(v model.View) bool { return v.Bounded() || holds(v) })
}

func returnedHoldsNone(v model.View) bool {
	for p, s := range v.Status {
		if own, ok := s.Own.(Seen); ok && own.Returned && lease(v).Holder == Name(v.Network.IDs[p]) {
			return false
		}
	}
	return true
}

// leading returns how many OnStartedLeading have a context that has not ended.
func leading(v model.View) int {
	return count(v, func(s model.Status, _ Seen) bool { return s.Role == model.Won })
}

func count(v model.View, has func(s model.Status, own Seen) bool) int {
	n := 0
	for _, s := range v.Status {
		if own, ok := s.Own.(Seen); ok && has(s, own) {
			n++
		}
	}
	return n
}

// lease returns the Lease that the API server shows.
func lease(v model.View) Lease {
	for _, s := range v.Status {
		if own, ok := s.Own.(Lease); ok {
			return own
		}
	}
	return Lease{}
}

// LeadsAgain returns the property that at most so many seconds pass at a time in which
// no elector leads, while one could: Run has not returned, its context has not ended,
// and no link between it and the API server is cut.
func LeadsAgain(s *model.System, most int) properties.Property {
	could := func(c properties.Configuration) bool {
		for p, status := range c.View().Status {
			own, ok := status.Own.(Seen)
			if ok && !status.Halted && !own.Ended && !isCut(s, c, p) {
				return true
			}
		}
		return false
	}
	return properties.NewAlways("leads-again", fmt.Sprintf("somebody leads again within %d seconds", most), properties.Watch(
		func(model.View) int { return 0 },
		func(seconds int, step properties.Step) int {
			v := step.After.View()
			switch leads := count(v, func(s model.Status, _ Seen) bool { return s.Role == model.Won }) > 0; {
			case v.Bounded() || leads || !could(step.After):
				return 0
			case step.Event.Kind == model.Round:
				return seconds + 1
			}
			return seconds
		},
		func(seconds int) bool { return seconds <= most }))
}

// isCut reports whether a link between the API server and an elector is cut.
func isCut(s *model.System, c properties.Configuration, elector int) bool {
	for i, l := range s.Links() {
		if (l.From == elector || l.To == elector) && c.Cut(i) {
			return true
		}
	}
	return false
}
