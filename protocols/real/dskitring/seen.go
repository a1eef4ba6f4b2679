package dskitring

import "github.com/interrex/interrex/properties"

// Seen is an observer's view of a member.
type Seen struct {
	Merged uint   // the updates that its ring has been made of, a bit each
	Ring   string // its entries, each as key-state@time+token
}

// Convergence is the meaning of the laws of merging for members: it does not matter
// in which order and how often a member has merged updates.
func Convergence() properties.Property {
	return properties.NewAlways("convergence", "Members that have merged the same updates hold the same ring.",
		properties.Both(func(a, b Seen) bool { return a.Merged != b.Merged || a.Ring == b.Ring }))
}
