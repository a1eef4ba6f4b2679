package command

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// A request has the choices of the command line of check. Its zero value asks
// for every claim of the catalogue.
type request struct {
	known      *collection
	algorithms []string
	sizes      sizes // zero: those of the claims
	large      bool  // the claims at those of their sizes too that take long
	beyond     int   // if not 0, this many sizes beyond those of the claims instead
	variant    string
	readings   string
	limits     string
	ids        arrangement
	changes    []func(*model.Network)
	budgets    []budgetFlag    // of faults, those above 0
	fairness   *model.Fairness // nil: that of the claims, or the default of the timing
	properties []string
	options    checker.Options

	instanceTime time.Duration // limit for one instance; 0: no bound
	disk         string        // folder for files of searches; "": none
	every        time.Duration // between two checkpoints of a search in that folder; 0: the default
}

// groups returns the groups to search, in the order of the catalogue.
func (q *request) groups() ([]*group, error) {
	entries, err := q.known.named(q.algorithms)
	if err != nil {
		return nil, err
	}
	var all []*group
	for _, e := range entries {
		groups, err := q.groupsOf(e)
		if err != nil {
			return nil, err
		}
		all = append(all, groups...)
	}
	if len(all) == 0 {
		return nil, errors.New("no claim beyond the sizes of the catalogue is about what the flags ask for; interrex check ALGORITHM --beyond K without them shows all")
	}
	for _, g := range all {
		for _, r := range g.rows {
			if _, err := r.judges(r.sizes.from); err != nil {
				return nil, fmt.Errorf("%s: %w", g.entry.Name, err)
			}
		}
	}
	return all, nil
}

func (q *request) groupsOf(e claims.Entry) ([]*group, error) {
	if q.large {
		e = e.Enlarged()
	}
	if q.beyond > 0 {
		groups, err := q.groupsBeyond(e)
		if err == nil && q.setsCondition() {
			groups, err = q.underCondition(e, groups)
		}
		return groups, err
	}
	if q.setsCondition() {
		return q.ownGroups(e, q.propertiesOf(e))
	}
	if !q.large {
		e = e.Usual()
	}
	groups, err := claimGroups(e)
	if err != nil {
		return nil, err
	}
	own, err := q.ownGroups(e, nil)
	if err != nil {
		return nil, err
	}
	rest := slices.Clone(q.properties)
	for _, g := range groups {
		for _, name := range claimedIn(g) {
			if q.properties == nil || slices.Contains(q.properties, name) {
				g.addRows(name, q.sizes)
			}
		}
		if !slices.ContainsFunc(own, g.isLike) {
			// Claims under a special condition are searched only at their own n.
			g.rows = slices.DeleteFunc(g.rows, func(r *row) bool { return r.claim == nil })
		}
		rest = slices.DeleteFunc(rest, func(name string) bool { return g.judges(name, q.sizes) })
	}
	groups = slices.DeleteFunc(groups, func(g *group) bool { return len(g.rows) == 0 })
	if len(groups) == 0 {
		rest = q.propertiesOf(e)
	}
	if len(rest) == 0 {
		return groups, nil
	}
	unclaimed, err := q.ownGroups(e, rest)
	return append(groups, unclaimed...), err
}

// underCondition returns the groups of e for the condition that the flags set. Fairness
// counts only if a flag sets it.
func (q *request) underCondition(e claims.Entry, groups []*group) ([]*group, error) {
	own, err := q.ownGroups(e, nil)
	return slices.DeleteFunc(groups, func(g *group) bool {
		return !slices.ContainsFunc(own, func(h *group) bool {
			a, b := h.condition(2), g.condition(2)
			if q.fairness == nil {
				a.fairness = b.fairness
			}
			return a == b
		})
	}), err
}

// judges reports whether rows of the group are about the property called name, for
// each n that was asked for, if any.
func (g *group) judges(name string, asked sizes) bool {
	count := 0
	for _, r := range g.rows {
		if r.property == name {
			count += r.sizes.to - r.sizes.from + 1
		}
	}
	return count > asked.to-asked.from
}

// isLike reports whether g and h are the same variant under the same
// condition.
func (g *group) isLike(h *group) bool { return g.condition(2) == h.condition(2) }

// ownGroups returns the groups for the condition that the flags set: the
// variant that they name, or printed and corrected.
func (q *request) ownGroups(e claims.Entry, names []string) ([]*group, error) {
	variants := []string{"printed", "corrected"}
	switch {
	case q.variant != "":
		variants = []string{q.variant}
	case len(e.Errata) == 0:
		variants = []string{"corrected"}
	}
	var groups []*group
	for _, name := range variants {
		v, err := e.ParseChoice(name, q.readings, q.limits)
		if err != nil {
			return nil, err
		}
		g := &group{entry: e, variant: v, change: q.changed}
		g.fairness = q.fairnessOn(g.network(max(q.sizes.from, 2)))
		if err := g.findClaims(); err != nil {
			return nil, err
		}
		for _, name := range names {
			g.addRows(name, q.sizes)
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// changed returns net with the changes of the flags.
func (q *request) changed(net model.Network) model.Network {
	for _, change := range q.changes {
		change(&net)
	}
	return net
}

// fairnessOn returns the requested fairness, or the default for the
// timing of net.
func (q *request) fairnessOn(net model.Network) model.Fairness {
	if q.fairness != nil {
		return q.fairness.Under(net.Timing)
	}
	return model.ByTiming.Under(net.Timing)
}

// findClaims finds the claims of the catalogue about g.
func (g *group) findClaims() error {
	for i := range g.entry.Claims {
		h, err := claimGroup(g.entry, &g.entry.Claims[i])
		if err != nil {
			return err
		}
		n := h.claims[0].From
		if !h.liveness {
			h.fairness = g.fairness
		}
		if h.condition(n) == g.condition(n) {
			g.claims = append(g.claims, h.claims...)
		}
	}
	return nil
}

// propertiesOf returns the names of the properties that are judged if the
// request sets the condition: those that it names, or all that the catalogue
// claims of the corrected algorithm under some condition.
func (q *request) propertiesOf(e claims.Entry) []string {
	if q.properties != nil {
		return q.properties
	}
	var names []string
	for _, c := range e.Claims {
		if !c.Fails && !slices.Contains(names, c.Property) && (c.Variant == "" || c.Variant == "corrected") {
			names = append(names, c.Property)
		}
	}
	if names == nil {
		names = e.OwnNames(1)
	}
	if names == nil {
		for _, p := range properties.Standard(e.Extreme) {
			names = append(names, p.Name)
		}
	}
	return names
}

// fixSizes sets the range of n to the number of identities, if they are listed.
func (q *request) fixSizes() error {
	if err := q.allowsBeyond(); err != nil {
		return err
	}
	if q.ids.mode != listedArrangement {
		return nil
	}
	n := len(q.ids.list)
	if n > maxSize {
		return fmt.Errorf("--ids lists %d identities; allowed: at most %d", n, maxSize)
	}
	if q.sizes != (sizes{}) && q.sizes != (sizes{n, n}) {
		return fmt.Errorf("--ids lists %d identities, but -n is %v; allowed: -n %d", n, q.sizes, n)
	}
	q.sizes = sizes{n, n}
	return nil
}
