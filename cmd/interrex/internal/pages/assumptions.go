package pages

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// WriteAssumptions writes what each corrected algorithm requires of its network,
// from the claims, as the Markdown page docs/assumptions.md.
func WriteAssumptions(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`# Assumptions

The network that each corrected algorithm requires, and the properties that fail on other networks. Generated from the claims of
the catalogue. ` + "`interrex check`" + ` and ` + "`go test ./protocols/catalogue`" + ` confirm each claim over every execution. Do not edit; update with

` + "```sh\ngo test ./cmd/interrex/internal/pages -run TestAssumptionsPage -update\n```" + `

## At a glance

**holds**: all claims about the algorithm hold. **safe**: no wrong decision is ever made (uniqueness, agreement, validity and
irrevocability hold), but the election may never end. **stale**: there is never more than one leader at a time and all agree on it, but it may
have crashed or may not be the extreme one (validity, uniqueness-ever fail). **unsafe**: two leaders at once, or disagreement. (assumed): the network that the document assumes.
No entry: no claim, because the condition makes no sense there or was not searched. The tables below give the numbers of processes, and link the shortest counterexamples; if a crash keeps an election from ending,
the shortest in which it strikes, where possible, the leader, an informer, or a process in the middle of the election.

`)
	header := []string{"algorithm"}
	for _, s := range situations {
		header = append(header, s.name)
	}
	tableHead(&b, header)
	for _, e := range catalogue.All() {
		cells := []string{fmt.Sprintf("[%s](#%s)", e.Name, e.Name)}
		for _, s := range situations {
			cells = append(cells, standing(e, s))
		}
		row(&b, cells...)
	}
	for _, e := range catalogue.All() {
		writeAssumptions(&b, e)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A situation is a network that differs from the assumed one in one thing.
type situation struct {
	name   string
	change func(*model.Network)
}

var situations = []situation{
	{"async", func(net *model.Network) { net.Timing = model.Async }},
	{"timely", func(net *model.Network) { net.Timing = model.Timely }},
	{"lockstep", func(net *model.Network) { net.Timing = model.Lockstep }},
	{"fifo", func(net *model.Network) { net.Order = model.FIFO }},
	{"bag", func(net *model.Network) { net.Order = model.Bag }},
	{"crash", func(net *model.Network) { net.Faults.Crash = 1 }},
	{"restart", func(net *model.Network) { net.Faults.Restart = 1 }},
	{"loss", func(net *model.Network) { net.Faults.Loss = 1 }},
	{"duplication", func(net *model.Network) { net.Faults.Dup = 1 }},
}

// standing summarises in a word the claims about the corrected algorithm in a
// situation.
func standing(e catalogue.Entry, s situation) string {
	safe, fresh, live, ends, any, assumed := true, true, true, false, false, false
	for _, c := range claimsAsRead(e) {
		base := e.Network(c.From)
		want, is := base, c.On(base)
		s.change(&want)
		if want.Faults.Restart > 0 {
			want.Faults.Crash = is.Faults.Crash // a process that restarts has crashed, or was down from the start
		}
		if !sameNetwork(is, want) {
			continue
		}
		any, assumed = true, sameNetwork(base, want)
		switch {
		case !c.Fails:
			ends = ends || c.Property == "elected" || c.Property == "quiescence" || c.Property == "symmetric"
		case slices.Contains([]string{"well-formed", "uniqueness", "irrevocability", "agreement"}, c.Property):
			safe = false
		case c.Property == "validity" || c.Property == "uniqueness-ever":
			fresh = false
		default:
			live = false
		}
	}
	text := "holds"
	switch {
	case !any:
		return ""
	case !safe:
		text = "**unsafe**"
	case !fresh:
		text = "*stale*"
	case !live || !ends: // without a claim that it ends, its executions are bounded: it may not end
		text = "safe"
	}
	if assumed {
		text += " (assumed)"
	}
	return text
}

// claimsAsRead returns the claims about the corrected algorithm with the first
// option of each reading.
func claimsAsRead(e catalogue.Entry) []catalogue.Claim {
	return slices.DeleteFunc(slices.Clone(e.Claims), func(c catalogue.Claim) bool { return c.Variant != "" || c.Readings != "" })
}

// sameNetwork reports whether two networks of an entry are under the same
// condition.
func sameNetwork(a, b model.Network) bool {
	return a.Timing == b.Timing && a.Order == b.Order && a.Faults == b.Faults &&
		a.Wake.String() == b.Wake.String() && slices.Equal(a.Down, b.Down)
}

// writeAssumptions writes the table of one algorithm: a row for each condition,
// a column for each property.
func writeAssumptions(b *strings.Builder, e catalogue.Entry) {
	claims := claimsAsRead(e)
	var names []string
	for _, p := range append(properties.Standard(e.Extreme), properties.Symmetric()) {
		if slices.ContainsFunc(claims, func(c catalogue.Claim) bool { return c.Property == p.Name }) {
			names = append(names, p.Name)
		}
	}
	for _, c := range claims {
		if c.Bound != nil && !slices.Contains(names, c.Property) {
			names = append(names, c.Property)
		}
	}
	fmt.Fprintf(b, "\n## %s\n\n%s. Assumed: %s.\n\n", e.Name, e.Title, assumedText(e.Network(claims[0].From)))
	tableHead(b, append([]string{"condition"}, names...))
	var conditions []string
	for _, c := range claims {
		if condition := c.Condition(); !slices.Contains(conditions, condition) {
			conditions = append(conditions, condition)
		}
	}
	for _, condition := range conditions {
		cells := []string{condition}
		if condition == "" {
			cells[0] = "as assumed"
		}
		for _, name := range names {
			cells = append(cells, cell(e, claims, condition, name))
		}
		row(b, cells...)
	}
}

// cell returns the claims about a property under a condition.
func cell(e catalogue.Entry, claims []catalogue.Claim, condition, name string) string {
	var parts []string
	for _, c := range claims {
		if c.Condition() != condition || c.Property != name {
			continue
		}
		n := span(c.From, c.To)
		mark := "✓"
		switch {
		case c.Fails && c.Bound == nil && name != "leader-reachable":
			mark = fmt.Sprintf("[✗](../counterexamples/%s/%s.txt)", e.Name, catalogue.ViolationName(condition, name))
		case c.Fails:
			mark = "✗" // no execution shows that a goal is unreachable, and no file that a bound fails
		}
		parts = append(parts, mark+" "+n)
	}
	return strings.Join(parts, ", ")
}

func assumedText(net model.Network) string {
	text := fmt.Sprintf("%v, %v, %v", net.Topology, net.Order, net.Timing)
	if net.Wake.All || net.Wake.Only != nil {
		text += fmt.Sprintf(", wake %v", net.Wake)
	}
	if net.Down != nil {
		text += fmt.Sprintf(", %d of the processes down from the start", len(net.Down))
	}
	if (net.Faults != model.Faults{}) {
		text += ", " + net.Faults.String()
	}
	return text
}
