package catalogue

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/toy"
)

func toyEntry() Entry {
	return Entry{
		Name:    "toy",
		Title:   "Toy: the ring of a test",
		Source:  "Misra, O(n^2) Messages LE Algorithm",
		Extreme: properties.Greatest,
		Network: func(n int) model.Network {
			return model.Network{Topology: model.UnidirectionalRing, N: n, Wake: model.WakeSet{All: true}}
		},
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(toy.Algorithm{}, net)
		},
		Claims: only(each(Claim{To: 3, Reason: "only the greatest identity passes every process"}, nil), "uniqueness", "elected"),
	}
}
