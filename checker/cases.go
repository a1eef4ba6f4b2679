package checker

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// casesOf returns the cases of properties of s, and of which property each is one, as an index.
func casesOf(s *model.System, list []properties.Property) (cases []properties.Property, of []int) {
	for i, p := range list {
		for _, c := range p.Cases(s) {
			cases, of = append(cases, c), append(of, i)
		}
	}
	return cases, of
}
