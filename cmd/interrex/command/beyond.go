package command

import (
	"errors"
	"slices"

	"github.com/interrex/interrex/protocols/claims"
)

// allowsBeyond returns an error if --beyond is combined with identities that only one size
// has.
func (q *request) allowsBeyond() error {
	if q.beyond == 0 || q.ids.mode != listedArrangement {
		return nil
	}
	return errors.New("--beyond checks several sizes; allowed with it: --ids all or worst")
}

// groupsBeyond returns the groups of the claims about e at sizes beyond those of
// the catalogue: one row for each claim and size, of those that were asked for if any.
func (q *request) groupsBeyond(e claims.Entry) ([]*group, error) {
	groups, err := claimGroups(e)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		for _, name := range claimedIn(g) {
			if q.properties == nil || slices.Contains(q.properties, name) {
				g.addBeyond(name, q.beyond, q.sizes)
			}
		}
	}
	return slices.DeleteFunc(groups, func(g *group) bool { return len(g.rows) == 0 }), nil
}

// addBeyond adds the rows of the property called name for so many sizes after those of its
// claims, but only for those that were asked for, if any.
func (g *group) addBeyond(name string, more int, asked sizes) {
	last := g.lastClaim(name)
	if !last.GoesOn() {
		return
	}
	for n := last.To + 1; n <= last.To+more; n++ {
		if asked == (sizes{}) || asked.from <= n && n <= asked.to {
			g.rows = append(g.rows, g.newRow(name, last, sizes{n, n}))
		}
	}
}

// lastClaim returns the claim about the property called name with the
// largest n.
func (g *group) lastClaim(name string) *claims.Claim {
	var last *claims.Claim
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
	return len(q.changes) > 0 || q.fairness != nil || q.variant != "" || q.readings != "" || q.limits != ""
}
