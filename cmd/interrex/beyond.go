package main

import (
	"errors"
	"slices"

	"github.com/interrex/interrex/protocols/catalogue"
)

// allowsBeyond reports that --beyond stands beside flags that it has no
// meaning with.
func (q *request) allowsBeyond() error {
	if q.beyond == 0 || !q.setsCondition() && q.sizes == (sizes{}) && q.ids.mode != listedArrangement {
		return nil
	}
	return errors.New("--beyond is about the catalogue's claims, each under its condition; allowed beside it: algorithms, --property, --ids all or worst, --engine and bounds")
}

// groupsBeyond returns the groups of all claims about e at sizes beyond those at
// which the catalogue checks them: a row for each claim and size.
func (q *request) groupsBeyond(e catalogue.Entry) ([]*group, error) {
	groups, err := claimGroups(e)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		for _, name := range claimedIn(g) {
			if q.properties != nil && !slices.Contains(q.properties, name) {
				continue
			}
			last := g.lastClaim(name)
			if last.Ends != "" {
				continue
			}
			for n := last.To + 1; n <= last.To+q.beyond; n++ {
				g.rows = append(g.rows, g.newRow(name, last, sizes{n, n}))
			}
		}
	}
	return slices.DeleteFunc(groups, func(g *group) bool { return len(g.rows) == 0 }), nil
}

// lastClaim returns the claim of the property called name that goes to the
// largest n.
func (g *group) lastClaim(name string) *catalogue.Claim {
	var last *catalogue.Claim
	for _, c := range g.claims {
		if c.Property == name && (last == nil || c.To > last.To) {
			last = c
		}
	}
	return last
}
