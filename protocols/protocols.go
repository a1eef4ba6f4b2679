// Package protocols lists the algorithms of the catalogue and what we say
// holds of them. Each algorithm is in a directory of its own that imports only
// model; here they meet their properties.
package protocols

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An Entry is an algorithm of the catalogue.
type Entry struct {
	Name     string // the name of its package
	Title    string // in words
	Source   string // document and place
	Extreme  properties.Extreme
	Errata   []model.Erratum
	Readings []model.Reading
	// Network returns the network that the document assumes for n processes,
	// without identities.
	Network func(n int) model.Network
	// New joins a variant of the algorithm and a network.
	New    func(v Variant, net model.Network) (*model.System, error)
	Claims []Claim
	Counts []Count
}

// A Variant is a set of fixes and a way to read what the text leaves open.
type Variant struct {
	Fixes    model.Fixes
	Readings model.Readings
}

// A Claim is what we say of a property of the corrected algorithm, on the
// network of the entry changed by the fields that are set, for n in From..To.
type Claim struct {
	Property string // a name that [properties.Named] knows; "messages<=f(n)" with Bound
	Bound    func(n int) int
	From, To int // numbers of processes at which it is checked by default
	Order    model.Order
	Timing   model.Timing
	Wake     model.WakeSet
	Faults   model.Faults
	Fairness model.Fairness
	Fails    bool   // we say that it does not hold
	Reason   string // why it holds, or why it cannot
}

// A Count is what an exhaustive search of a variant finds without reduction.
type Count struct {
	Variant        string // as [Entry.ParseVariant] reads it
	IDs            []model.ID
	Configurations int64
	Events         int64
	Depth          int
	Reason         string
}
