package clientgo

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Seen is the part of an elector that properties see, beside its role: it has won while
// the context of its OnStartedLeading is live.
type Seen struct {
	Callback bool // OnStartedLeading runs
	Leader   bool // IsLeader returns true
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
			return count(v, func(s model.Status, _ Seen) bool { return s.Role == model.Won }) <= 1
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
