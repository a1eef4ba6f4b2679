package claims

import "github.com/interrex/interrex/model"

// A Count is the size of the state space of a variant, searched without reduction
// on the network of the entry with these identities.
type Count struct {
	Variant        string // as [Entry.ParseVariant] reads it
	Readings       string // as [Entry.ParseReadings] reads it
	IDs            []model.ID
	Configurations int64 // distinct
	Events         int64 // enabled events summed over distinct configurations
	Depth          int   // events
	Reason         string
}

// DescendingIDs returns the identities n, n-1, ..., 1.
func DescendingIDs(n int) []model.ID {
	ids := make([]model.ID, n)
	for p := range ids {
		ids[p] = model.ID(n - p)
	}
	return ids
}
