package claims

import "github.com/interrex/interrex/properties"

// A Concern says which part of an election a property is about.
type Concern uint8

// The concerns. The first three are about the outcome.
const (
	Decisions Concern = iota // no wrong decision is made: one leader at a time, on whom all agree, for good, by well-formed steps
	Choice                   // the process that wins is the right one, and the only one ever
	Ending                   // there is a leader, all processes know that they have won or lost, and they come to rest
	Course                   // how the election goes on, or how much of it the instance shows
	Economy                  // how many messages it takes
)

// Concern returns the part of the election that the claim is about. A property that only
// the algorithm itself has counts among its decisions.
func (c Claim) Concern() Concern {
	if c.Bound != nil {
		return Economy
	}
	return concernOf(c.Property)
}

func concernOf(property string) Concern {
	switch property {
	case properties.Validity(properties.Greatest).Name, properties.UniquenessEver().Name:
		return Choice
	case properties.Elected().Name, properties.Decided().Name, properties.Known().Name, properties.Halted().Name,
		properties.Quiescence().Name, properties.LeaderReachable().Name:
		return Ending
	case properties.Symmetric().Name, properties.OneCandidate().Name, properties.Undisturbed().Name, properties.WithinBounds().Name,
		properties.Defeated().Name, properties.InTime().Name:
		return Course
	}
	return Decisions
}

// IsBeside reports whether the claim is about the course of the election: it makes an
// algorithm neither safe nor unsafe.
func (c Claim) IsBeside() bool { return c.Concern() == Course }

// IsOfOutcome reports whether a concern is the outcome of an election.
func (k Concern) IsOfOutcome() bool { return k <= Ending }

// About returns the names of the properties of the outcome that the algorithm is about:
// those that it is claimed to have, corrected and with the first option of each reading,
// under some condition.
func (e Entry) About() map[string]Concern {
	names := map[string]Concern{}
	for _, c := range e.AsRead() {
		if k := c.Concern(); !c.Fails && k.IsOfOutcome() {
			names[c.Property] = k
		}
	}
	return names
}

// AsRead returns the claims about the corrected algorithm with the first option of each
// reading and the usual limits.
func (e Entry) AsRead() []Claim {
	var list []Claim
	for _, c := range e.Claims {
		if c.Variant == "" && c.Readings == "" && c.Limits == "" {
			list = append(list, c)
		}
	}
	return list
}
