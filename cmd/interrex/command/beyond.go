package command

import (
	"errors"
	"slices"

	"github.com/interrex/interrex/protocols/catalogue"
)

// allowsBeyond returns an error if --beyond is combined with flags that have no
// meaning with it.
func (q *request) allowsBeyond() error {
	if q.beyond == 0 || !q.setsCondition() && q.sizes == (sizes{}) && q.ids.mode != listedArrangement {
		return nil
	}
	return errors.New("--beyond checks the catalogue's claims, each under its condition; allowed with it: algorithms, --property, --ids all or worst, --engine and bounds")
}

// groupsBeyond returns the groups of all claims about e at sizes beyond those of
// the catalogue: one row for each claim and size.
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
			if !last.GoesOn() {
				continue
			}
			for n := last.To + 1; n <= last.To+q.beyond; n++ {
				g.rows = append(g.rows, g.newRow(name, last, sizes{n, n}))
			}
		}
	}
	return slices.DeleteFunc(groups, func(g *group) bool { return len(g.rows) == 0 }), nil
}

// lastClaim returns the claim about the property called name with the
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

// setsCondition reports whether the request, not the catalogue, sets the condition
// of the search.
func (q *request) setsCondition() bool {
	return len(q.changes) > 0 || q.fairness != nil || q.variant != "" || q.readings != ""
}
