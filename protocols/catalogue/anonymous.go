package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/anonymous"
	"github.com/interrex/interrex/protocols/claims"
)

func anonymousEntry() Entry {
	return Entry{
		Name:   "anonymous",
		Title:  "No leader on an anonymous ring: a process that wakes alone is elected, and if several wake at once all of them are",
		Source: "Misra, Impossibility: Leader Election in Anonymous Rings",
		Network: func(n int) model.Network {
			return model.Network{Topology: model.UnidirectionalRing, N: n, Grants: model.KnowLabel,
				Timing: model.Lockstep, Wake: starts(0)}
		},
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(anonymous.First(), net)
		},
		Claims: anonymousClaims(),
		Family: "rings",
		Sweeps: []Sweep{{Name: "last-change", Sizes: "2..64*2", Limit: endless}},
		Curves: []Curve{
			{Of: Messages, Start: AnyStart, Name: "n(n+1)/2", At: triangle(0)},
			{Of: Time, Start: AnyStart, Name: "n", At: linear(1, 0)},
		},
		Counts: []Count{
			{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 4, Events: 4, Depth: 3, Reason: "the message comes round, and then nothing changes"},
		},
	}
}

// anonymousClaims says that a process that wakes alone breaks the symmetry, as on
// the network of the entry, and that several that wake at once do not.
func anonymousClaims() []Claim {
	var list []Claim
	claim := func(property string, wake model.WakeSet, reason string) *Claim {
		list = append(list, Claim{Property: property, From: 2, To: 6, Wake: wake, Fairness: model.Weak, Reason: reason})
		return &list[len(list)-1]
	}
	holding := []string{"well-formed", "irrevocability", "elected", "decided", "leader-reachable"}
	unique := []string{"uniqueness", "uniqueness-ever"}
	for _, property := range slices.Concat(holding, unique) {
		claim(property, model.WakeSet{}, "a process that wakes alone wins, and wakes the others with a message")
	}
	for _, wake := range []model.WakeSet{{Only: []int{0, 1}}, {All: true}} {
		for _, property := range holding {
			claim(property, wake, "a process that receives nothing in its first round wins, any other loses")
		}
		for _, property := range unique {
			claim(property, wake, "all that wake at once win, as the theorem says").Fails = true
		}
	}
	claim("symmetric", model.WakeSet{All: true}, "all processes begin in one state, receive the same and go on in one state: the invariant of the proof")
	return list
}
