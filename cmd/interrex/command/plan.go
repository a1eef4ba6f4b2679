package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// A group is one variant of an algorithm under one condition. The same
// searches can judge all of its claims.
type group struct {
	entry    claims.Entry
	variant  claims.Variant
	change   func(model.Network) model.Network // from the network of the entry
	layout   string                            // of another network than that; "" otherwise
	fairness model.Fairness
	claims   []*claims.Claim // of the catalogue about it
	liveness bool            // one of the claims is about liveness
	rows     []*row
	gaveUp   atomic.Bool // an instance was cut short, so the others are skipped
	place    int         // among the groups of the request
}

// takesLong reports whether the catalogue says of some claim that a search of this size takes long.
func (g *group) takesLong(n int) bool {
	return slices.ContainsFunc(g.claims, func(c *claims.Claim) bool { return c.TakesLong(n) })
}

// A condition distinguishes the claims about an algorithm.
type condition struct {
	variant  claims.Variant
	order    model.Order
	timing   model.Timing
	delay    int
	inTurn   bool
	capacity model.Capacity
	wake     string
	faults   model.Faults
	victims  string // of the faults; "": everything
	down     string
	ids      string // of claims about one arrangement
	layout   string
	fairness model.Fairness
}

// String describes the condition without the variant, which has its own column.
func (c condition) String() string {
	parts := []string{c.timing.String(), c.order.String()}
	if c.delay > 1 {
		parts = append(parts, fmt.Sprintf("delay=%d", c.delay))
	}
	if c.inTurn {
		parts = append(parts, "timers-in-turn")
	}
	if c.capacity != (model.Capacity{}) {
		parts = append(parts, "capacity "+c.capacity.String())
	}
	if c.fairness != model.ByTiming && c.fairness != model.Unfair {
		parts = append(parts, c.fairness.String())
	}
	if c.wake != "any" {
		parts = append(parts, "wake="+c.wake)
	}
	if c.faults != (model.Faults{}) {
		parts = append(parts, c.faults.String())
	}
	if c.victims != "" {
		parts = append(parts, c.victims)
	}
	if c.down != "" {
		parts = append(parts, "down="+c.down)
	}
	if c.ids != "" {
		parts = append(parts, "ids="+c.ids)
	}
	if c.layout != "" {
		parts = append(parts, c.layout)
	}
	return strings.Join(parts, " ")
}

// network returns the network of the group for n processes, without
// identities.
func (g *group) network(n int) model.Network { return g.change(g.entry.Network(n)) }

// condition returns the condition of the group for n processes.
func (g *group) condition(n int) condition {
	net := g.network(n)
	c := condition{g.variant, net.Order, net.Timing, net.Delay, net.TimersInTurn, net.Capacity, net.Wake.String(), net.Faults, net.Victims.String(), "", claims.ArrangementText(net.IDs), g.layout, g.fairness}
	if net.Down != nil {
		c.down = model.WakeSet{Only: net.Down}.String()
	}
	return c
}

// variantText names the variant, with the readings and limits that are not the usual ones.
func (g *group) variantText() string {
	return joinedWords(g.entry.VariantText(g.variant), g.entry.ReadingsText(g.variant.Readings), g.entry.LimitsText(g.variant.Limits), g.entry.Parameters.Chosen)
}

// limits returns the limits of the instance with n processes, chosen or not.
func (g *group) limits(n int) string {
	return g.entry.InstanceLimits(g.variant, g.network(n))
}

// limitsOf returns the limits of the instances of some sizes: one number for each n if they differ, as in "rounds=3,1,1".
func (g *group) limitsOf(s sizes) string {
	var texts []string
	if all := g.entry.Parameters.All; all != "" {
		texts = append(texts, strings.ReplaceAll(all, ",", " "))
	}
	for i, l := range g.entry.Limits {
		var numbers []string
		for n := s.from; n <= s.to; n++ {
			numbers = append(numbers, strconv.Itoa(l.On(g.network(n), g.variant.Limits[i])))
		}
		if len(slices.Compact(slices.Clone(numbers))) == 1 {
			numbers = numbers[:1]
		}
		if text := strings.Join(numbers, ","); text != "0" {
			texts = append(texts, l.Name+"="+text)
		}
	}
	return strings.Join(texts, " ")
}

// joinedWords joins the texts that are not empty.
func joinedWords(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), " ")
}

// claimGroup returns the group that a claim is about.
func claimGroup(e claims.Entry, c *claims.Claim) (*group, error) {
	v, err := c.ParseVariant(e)
	g := &group{entry: e, variant: v, change: c.On, layout: c.Layout.Name, fairness: c.Fairness, claims: []*claims.Claim{c}}
	if p, err := c.PropertyFor(c.From, e); err == nil {
		g.liveness = p.Form.IsLiveness()
	}
	return g, err
}

// claimGroups returns all claims about an entry. A group has the claims that the same
// searches can judge all of its claims.
func claimGroups(e claims.Entry) ([]*group, error) {
	var groups []*group
	for i := range e.Claims {
		g, err := claimGroup(e, &e.Claims[i])
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(groups, func(h *group) bool { return h.shares(g) })
		if at < 0 {
			groups = append(groups, g)
			continue
		}
		h := groups[at]
		if !h.liveness {
			h.fairness = g.fairness
		}
		h.claims, h.liveness = append(h.claims, g.claims...), h.liveness || g.liveness
	}
	return groups, nil
}

// shares reports whether the searches of h can judge the claims of g too.
// Fairness matters only to liveness.
func (h *group) shares(g *group) bool {
	n := g.claims[0].From
	a, b := h.condition(n), g.condition(n)
	if !h.liveness || !g.liveness {
		a.fairness = b.fairness
	}
	return a == b && slices.Equal(h.claims[0].IDs, g.claims[0].IDs)
}

// A row is one property of a group for a range of n: a row of the final table.
type row struct {
	group    *group
	property string
	bound    func(n int) int // of messages<=f(n), else nil
	sizes    sizes
	claim    *claims.Claim // of the catalogue for these n; nil: none
	implicit bool          // the checker judged it without a request: well-formed
	sized    int           // how many of its sizes have had their instances counted
	partly   int           // at how many of its sizes the claim is confirmed; only a survey knows
	tally
}

// found returns the result for all instances of all sizes. If some were not searched it is
// unknown, unless another instance violates the property.
func (r *row) found() checker.Result {
	if r.result != checker.Violated && !r.isSearched() {
		return checker.Unknown
	}
	return r.result
}

// isSearched reports whether all instances of all sizes have been searched.
func (r *row) isSearched() bool {
	return r.sized > r.sizes.to-r.sizes.from && r.searched == r.planned
}

// judges returns the property of the row for n processes.
func (r *row) judges(n int) (properties.Property, error) {
	return claims.Claim{Property: r.property, Bound: r.bound}.PropertyFor(n, r.group.entry)
}

// addRows adds the rows of the property called name for the requested n. If there
// are none, it takes the n of the claims, and without claims small n.
func (g *group) addRows(name string, asked sizes) {
	made := slices.DeleteFunc(slices.Clone(g.claims), func(c *claims.Claim) bool { return c.Property != name })
	switch {
	case asked != sizes{}:
		g.rows = append(g.rows, g.segments(name, made, asked)...)
	case len(made) == 0:
		g.rows = append(g.rows, g.newRow(name, nil, unclaimed(g.entry)))
	default:
		for _, c := range made {
			g.rows = append(g.rows, g.newRow(name, c, sizes{c.From, c.To}))
		}
	}
}

// unclaimedSize is the default largest n for a condition without a claim. Faults
// cause many configurations, so it is small.
const unclaimedSize = 4

// unclaimed returns the default sizes for a condition without a claim. A protocol of
// one's own names its sizes, which are those of all its claims.
func unclaimed(e claims.Entry) sizes {
	if e.Own != nil {
		return sizes{e.Claims[0].From, e.Claims[0].To}
	}
	return sizes{2, unclaimedSize}
}

// segments divides a range of n into ranges with the same claim.
func (g *group) segments(name string, made []*claims.Claim, asked sizes) []*row {
	var rows []*row
	for n := asked.from; n <= asked.to; n++ {
		var claim *claims.Claim
		for _, c := range made {
			if c.From <= n && n <= c.To {
				claim = c
			}
		}
		if last := len(rows) - 1; last >= 0 && rows[last].claim == claim {
			rows[last].sizes.to = n
			continue
		}
		rows = append(rows, g.newRow(name, claim, sizes{n, n}))
	}
	return rows
}

func (g *group) newRow(name string, claim *claims.Claim, of sizes) *row {
	r := &row{group: g, property: name, sizes: of, claim: claim}
	if claim != nil {
		r.bound = claim.Bound
		return r
	}
	for _, c := range g.entry.Claims {
		if c.Property == name && c.Bound != nil {
			r.bound = c.Bound
		}
	}
	return r
}

// sizes returns the smallest range that contains those of all rows.
func (g *group) sizes() sizes {
	all := g.rows[0].sizes
	for _, r := range g.rows {
		all = sizes{min(all.from, r.sizes.from), max(all.to, r.sizes.to)}
	}
	return all
}

// claimedIn returns the names of the properties that g has claims about, in the
// order of the claims.
func claimedIn(g *group) []string {
	var names []string
	for _, c := range g.claims {
		if !slices.Contains(names, c.Property) {
			names = append(names, c.Property)
		}
	}
	return names
}

// capacityText returns the capacity of channels, "" if they have none.
func capacityText(net model.Network) string {
	if net.Capacity == (model.Capacity{}) {
		return ""
	}
	return net.Capacity.String()
}

// timersText returns "in turn" if timers run out so, else "".
func timersText(inTurn bool) string {
	if inTurn {
		return "in turn"
	}
	return ""
}

// maxDelay returns the greatest delay of a message, 0 unless time is measured or a message may take
// several rounds.
func maxDelay(net model.Network) int {
	if net.Timing != model.Bounded {
		return net.Delay
	}
	return max(net.Delay, 1)
}
