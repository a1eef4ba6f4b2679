package claims

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Claim states that a property of an algorithm holds, or fails, on the network
// of its entry changed by the fields that are set, for n in From..To.
type Claim struct {
	Property string // a name that [properties.Named] knows; "messages<=f(n)" with Bound
	Bound    func(n int) int
	Variant  string // as [Entry.ParseVariant] reads it; "": corrected
	Readings string // as [Entry.ParseReadings] reads it; "": the first of each
	Limits   string // as [Entry.ParseLimits] reads it; "": the usual ones
	From, To int    // numbers of processes at which it is checked by default
	// Large is the greatest number at which it is checked if asked to. 0: enlarged, if the claim
	// goes on; noLarger: To.
	Large int
	// Slow says that it takes minutes to check at any of its sizes, so that it is checked if
	// asked to only.
	Slow   bool
	Order  model.Order
	Timing model.Timing
	Wake   model.WakeSet
	Faults model.Faults
	Down   []int // processes that are down from the start
	// IDs is the only arrangement that the claim is about, of From = To processes;
	// nil: all. It shows the behaviour at sizes that have too many arrangements.
	IDs    []model.ID
	Layout Layout
	// Async and FIFO set that timing and that order although they are zero values:
	// they are needed where the network of the entry has another.
	Async, FIFO bool
	Fairness    model.Fairness
	// Fails says that the property does not hold: at each n, some arrangement
	// of the identities violates it. Otherwise it holds for all arrangements.
	Fails bool
	// Vacuous are the numbers of processes at which the property is vacuous for some arrangement
	// of the identities, since nothing in the system can refute it, for the reason Nothing. It
	// holds for the others.
	Vacuous []int
	Nothing string
	Reason  string // why it holds, or why it cannot
	// Ends says why the claim ends at To. "": the same is expected for every
	// greater n, and a complete search only takes longer.
	Ends string
}

// A Layout is another network on which an algorithm runs, as a figure of its
// document shows it. The zero value is the network of the entry.
type Layout struct {
	Name    string                    // one word, without a hyphen
	Network func(n int) model.Network // without identities
}

// On returns net with the changes of the claim.
func (c Claim) On(net model.Network) model.Network {
	if c.Layout.Network != nil {
		net = c.Layout.Network(net.N)
	}
	if c.FIFO || c.Order != model.FIFO {
		net.Order = c.Order
	}
	if c.Async || c.Timing != model.Async {
		net.Timing = c.Timing
	}
	if c.Wake.All || c.Wake.Only != nil {
		net.Wake = c.Wake
	}
	if (c.Faults != model.Faults{}) {
		net.Faults = c.Faults
	}
	if c.Down != nil {
		net.Down = c.Down
	}
	net.IDs = c.IDs
	return net
}

// Arrangements returns the arrangements of the identities that the claim is about,
// for the processes of net, which is its network.
func (c Claim) Arrangements(net model.Network) (iter.Seq[[]model.ID], error) {
	if c.IDs != nil {
		return slices.Values([][]model.ID{c.IDs}), nil
	}
	return model.Arrangements(net)
}

// PropertyFor returns the property that the claim is about at n processes of the
// algorithm of e.
func (c Claim) PropertyFor(n int, e Entry) (properties.Property, error) {
	if c.Bound != nil {
		return properties.MessagesAtMost(c.Bound(n)), nil
	}
	return e.Property(c.Property, n)
}

// ParseVariant returns the variant of e that the claim is about.
func (c Claim) ParseVariant(e Entry) (Variant, error) {
	return e.ParseChoice(cmp.Or(c.Variant, "corrected"), c.Readings, c.Limits)
}

// Condition describes the conditions of the claim, "" for those of the
// document: variant, readings, limits, layout, order, timing, wake, faults, who is down
// and the identities, where set.
func (c Claim) Condition() string {
	parts := append(make([]string, 0, 10), c.Variant, c.Readings, c.Limits, c.Layout.Name)
	if c.FIFO || c.Order != model.FIFO {
		parts = append(parts, c.Order.String())
	}
	if c.Async || c.Timing != model.Async {
		parts = append(parts, c.Timing.String())
	}
	if c.Wake.All || c.Wake.Only != nil {
		parts = append(parts, "wake="+c.Wake.String())
	}
	if (c.Faults != model.Faults{}) {
		parts = append(parts, c.Faults.String())
	}
	if c.Down != nil {
		parts = append(parts, "down="+model.WakeSet{Only: c.Down}.String()) // a list of processes reads the same
	}
	if c.IDs != nil {
		parts = append(parts, "ids="+ArrangementText(c.IDs))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// ArrangementText writes identities as the command reads them: worst stands for n..1.
func ArrangementText(ids []model.ID) string {
	if ids != nil && slices.Equal(ids, DescendingIDs(len(ids))) {
		return "worst"
	}
	parts := make([]string, len(ids))
	for p, id := range ids {
		parts[p] = fmt.Sprint(int(id))
	}
	return strings.Join(parts, ",")
}

// enlarged is the greatest number of processes at which a claim is checked if asked to, unless
// the claim says otherwise. More take too long under many conditions.
const enlarged = 5

// NoLarger, as Claim.Large, says that no more than To processes can be searched in reasonable time.
const NoLarger = -1

// TakesLong reports whether a search of n processes is known to take long, even reduced.
func (c Claim) TakesLong(n int) bool { return n == c.Large && n > enlarged }

// Usual returns the entry with the claims that are checked by default.
func (e Entry) Usual() Entry {
	e.Claims = slices.DeleteFunc(slices.Clone(e.Claims), func(c Claim) bool { return c.Slow })
	return e
}

// Enlarged returns the entry with each claim at the greatest size at which it is checked if
// asked to.
func (e Entry) Enlarged() Entry {
	e.Claims = slices.Clone(e.Claims)
	for i, c := range e.Claims {
		if c.Large == 0 && c.GoesOn() && !e.continues(c) {
			c.Large = enlarged
		}
		e.Claims[i].To = max(c.To, c.Large)
	}
	return e
}

// GoesOn reports whether the same is expected of more processes, unless another claim is about
// these.
func (c Claim) GoesOn() bool { return c.Ends == "" && c.IDs == nil }

// continues reports whether another claim speaks of more processes than c is about.
func (e Entry) continues(c Claim) bool {
	return slices.ContainsFunc(e.Claims, func(d Claim) bool {
		return d.Property == c.Property && d.From > c.To && d.Condition() == c.Condition()
	})
}

// ShownBy returns the claim that shows erratum i, if there is one: the claim that
// the property that i breaks fails without its fix, under its own conditions. An erratum
// without such a claim shows on the network of the document, with few processes.
func (e Entry) ShownBy(i int) (Claim, bool) {
	for _, c := range e.Claims {
		if c.Variant == "-"+e.Errata[i].ID && c.Readings == "" && c.Limits == "" && c.Property == e.Errata[i].Breaks && c.Fails {
			return c, true
		}
	}
	return Claim{}, false
}

// IsShown reports whether a counterexample to the claim is stored: the corrected
// algorithm fails under some condition, or some variant in one arrangement. No
// execution shows that something is unreachable, and bounds have exact quantities.
func (c Claim) IsShown() bool {
	return c.Fails && (c.Variant == "" || c.IDs != nil) && c.Bound == nil && c.Property != properties.LeaderReachable().Name
}

// ViolationName returns the name, without its ending, of the stored
// counterexample to a property that is claimed to fail under a condition; "" is that
// of the document.
func ViolationName(condition, property string) string {
	return strings.NewReplacer(",", "_", " ", "_").Replace(cmp.Or(condition, "assumed")) + "-" + property
}
