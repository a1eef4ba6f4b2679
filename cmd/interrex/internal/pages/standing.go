package pages

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// A situation is a network that differs from the assumed one in one thing.
type situation struct {
	name   string
	change func(*model.Network)
}

var situations = []situation{
	{"async", func(net *model.Network) { net.Timing = model.Async }},
	{"bounded", func(net *model.Network) { net.Timing = model.Bounded }},
	{"timely", func(net *model.Network) { net.Timing = model.Timely }},
	{"lockstep", func(net *model.Network) { net.Timing = model.Lockstep }},
	{"fifo", func(net *model.Network) { net.Order = model.FIFO }},
	{"bag", func(net *model.Network) { net.Order = model.Bag }},
	{"crash", func(net *model.Network) { net.Faults.Crash = 1 }},
	{"restart", func(net *model.Network) { net.Faults.Restart = 1 }},
	{"loss", func(net *model.Network) { net.Faults.Loss = 1 }},
	{"duplication", func(net *model.Network) { net.Faults.Dup = 1 }},
}

// claimsIn returns the claims about the corrected algorithm in a situation. A claim about
// one arrangement is among them if it fails, whoever wakes: the property fails at its n.
func claimsIn(e claims.Entry, s situation) []claims.Claim {
	return slices.DeleteFunc(e.AsRead(), func(c claims.Claim) bool {
		base := e.Network(c.From)
		want, is := base, c.On(base)
		s.change(&want)
		if want.Faults.Restart > 0 {
			want.Faults.Crash = is.Faults.Crash // a process that restarts has crashed, or was down from the start
		}
		if c.IDs != nil {
			is.Wake = want.Wake
		}
		return !sameNetwork(is, want) || c.IDs != nil && !c.Fails
	})
}

// sameNetwork reports whether two networks of an entry are under the same
// condition.
func sameNetwork(a, b model.Network) bool {
	return a.Topology == b.Topology && slices.EqualFunc(a.Graph, b.Graph, slices.Equal) && slices.Equal(a.Labels, b.Labels) &&
		a.Grants == b.Grants && a.Timing == b.Timing && a.Delay == b.Delay && a.TimersInTurn == b.TimersInTurn && a.Order == b.Order && a.Faults == b.Faults && a.Victims.String() == b.Victims.String() &&
		a.Wake.String() == b.Wake.String() && slices.Equal(a.Down, b.Down)
}

// standing summarises the claims about the corrected algorithm in a situation: words for
// the outcome, each with the numbers of processes for which it is right, and words for
// the remarks that fail besides.
func standing(e claims.Entry, s situation) string {
	made, about := claimsIn(e, s), e.About()
	outcome := sizesByWord(made, func(at []claims.Claim) string { return verdict(about, at) })
	if outcome == "" {
		return ""
	}
	base := e.Network(made[0].From)
	if sameNetwork(made[0].On(base), base) {
		outcome += " (assumed)"
	}
	parts := []string{outcome}
	for _, r := range remarks() {
		fails := sizesByWord(made, func(at []claims.Claim) string {
			if slices.ContainsFunc(at, func(c claims.Claim) bool { return c.Fails && r.isAbout(c) }) {
				return r.word
			}
			return ""
		})
		if fails != "" {
			parts = append(parts, fails)
		}
	}
	return strings.Join(parts, "; ")
}

// sizesByWord returns the words for the claims about each number of processes, equal ones
// together, as in "safe 2, holds 3–5"; "" if there are none.
func sizesByWord(made []claims.Claim, word func(at []claims.Claim) string) string {
	var parts []string
	last := 0
	for _, c := range made {
		last = max(last, c.To)
	}
	at := func(n int) string {
		return word(slices.DeleteFunc(slices.Clone(made), func(c claims.Claim) bool { return n < c.From || n > c.To }))
	}
	for from := 1; from <= last; from++ {
		w, to := at(from), from
		for to < last && at(to+1) == w {
			to++
		}
		if w != "" {
			parts = append(parts, w+" "+span(from, to))
		}
		from = to
	}
	return strings.Join(parts, ", ")
}

// verdict summarises the claims about one number of processes in a word, for an algorithm
// that is about these properties; "" if not all of them that a word is about are claimed.
func verdict(about map[string]claims.Concern, made []claims.Claim) string {
	fails, open := map[claims.Concern]bool{}, map[claims.Concern]bool{}
	for _, c := range made {
		fails[c.Concern()] = fails[c.Concern()] || c.Fails
	}
	for name, k := range about {
		if !slices.ContainsFunc(made, func(c claims.Claim) bool { return c.Property == name && !c.Fails }) {
			open[k] = true
		}
	}
	switch {
	case fails[claims.Decisions]:
		return "**unsafe**"
	case fails[claims.Choice]:
		return "*stale*"
	case fails[claims.Ending] && (open[claims.Decisions] || open[claims.Choice]):
		return "not"
	case open[claims.Decisions] || open[claims.Choice]:
		return ""
	case open[claims.Ending] || fails[claims.Ending]:
		return "safe"
	}
	return "holds"
}

// A besides is a word for a property that makes no decision wrong where it fails.
type besides struct {
	word    string
	isAbout func(claims.Claim) bool
}

// remarks returns the words for all properties that are not about the outcome.
func remarks() []besides {
	named := func(p properties.Property) func(claims.Claim) bool {
		return func(c claims.Claim) bool { return c.Property == p.Name }
	}
	return []besides{
		{"parallel", named(properties.OneCandidate())},
		{"disturbed", named(properties.Undisturbed())},
		{"asymmetric", named(properties.Symmetric())},
		{"cut off", named(properties.WithinBounds())},
		{"undefeated", named(properties.Defeated())},
		{"late", named(properties.InTime())},
		{"more messages", func(c claims.Claim) bool { return c.Concern() == claims.Economy }},
	}
}
