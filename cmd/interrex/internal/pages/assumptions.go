package pages

import (
	"cmp"
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

**bounded** is the timing in which timeouts are longer than a message and its answer, and nothing more is assumed of time. **timely**, in which a
timer runs out only when nothing at all is in flight, is an idealisation: [semantics.md](semantics.md#timings) says how it is stronger.

The numbers of processes stand behind each word: for "holds" and "safe" all claims are made for these, else some for each. **holds**: all claims about the algorithm
hold; "not 5": with five processes one is known to fail. **safe**: no wrong decision is ever made (uniqueness, agreement, validity and
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

// claimsIn returns the claims about the corrected algorithm in a situation, and the
// least n at which one arrangement is known to violate a property that they say holds;
// 0 if there is none.
func claimsIn(e catalogue.Entry, s situation) (claims []catalogue.Claim, end int) {
	for _, c := range claimsAsRead(e) {
		if c.IsBeside() {
			continue
		}
		base := e.Network(c.From)
		want, is := base, c.On(base)
		s.change(&want)
		if want.Faults.Restart > 0 {
			want.Faults.Crash = is.Faults.Crash // a process that restarts has crashed, or was down from the start
		}
		if c.IDs != nil {
			is.Wake = want.Wake
		}
		switch same := sameNetwork(is, want); {
		case same && c.IDs == nil:
			claims = append(claims, c)
		case same && c.Fails && (end == 0 || c.From < end):
			end = c.From
		}
	}
	return claims, end
}

// standing summarises in a word the claims about the corrected algorithm in a
// situation, with the numbers of processes that they are about.
func standing(e catalogue.Entry, s situation) string {
	claims, end := claimsIn(e, s)
	if claims == nil {
		return ""
	}
	word, sizes := verdict(claims), sizesOf(claims)
	switch {
	case word == "**unsafe**" || word == "*stale*": // whatever the n at which that shows
		from := slices.MinFunc(claims, func(c, d catalogue.Claim) int { return c.From - d.From })
		to := slices.MaxFunc(claims, func(c, d catalogue.Claim) int { return c.To - d.To })
		sizes = span(from.From, to.To)
	case end > 0:
		sizes += fmt.Sprintf(", not %d", end)
	}
	text := word + " " + sizes
	base := e.Network(claims[0].From)
	if sameNetwork(claims[0].On(base), base) {
		text += " (assumed)"
	}
	return text
}

// verdict summarises claims in a word.
func verdict(claims []catalogue.Claim) string {
	safe, fresh, live, ends := true, true, true, false
	for _, c := range claims {
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
	switch {
	case !safe:
		return "**unsafe**"
	case !fresh:
		return "*stale*"
	case !live || !ends: // without a claim that it ends, its executions are bounded: it may not end
		return "safe"
	}
	return "holds"
}

// claimsAsRead returns the claims about the corrected algorithm with the first
// option of each reading.
func claimsAsRead(e catalogue.Entry) []catalogue.Claim {
	return slices.DeleteFunc(slices.Clone(e.Claims), func(c catalogue.Claim) bool { return c.Variant != "" || c.Readings != "" })
}

// sameNetwork reports whether two networks of an entry are under the same
// condition.
func sameNetwork(a, b model.Network) bool {
	return slices.EqualFunc(a.Graph, b.Graph, slices.Equal) && a.Timing == b.Timing && a.Order == b.Order && a.Faults == b.Faults &&
		a.Wake.String() == b.Wake.String() && slices.Equal(a.Down, b.Down)
}

// writeAssumptions writes the table of one algorithm: a row for each condition,
// a column for each property.
func writeAssumptions(b *strings.Builder, e catalogue.Entry) {
	all := claimsAsRead(e)
	claims := slices.DeleteFunc(slices.Clone(all), func(c catalogue.Claim) bool { return c.IDs != nil && c.Fails })
	var names []string
	for _, p := range append(properties.Standard(e.Extreme), properties.Special()...) {
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
	writeLimit(b, e)
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
	writeEnds(b, e, all)
}

// writeLimit writes the limit of the instances of e for each n, under the conditions that
// change it.
func writeLimit(b *strings.Builder, e catalogue.Entry) {
	if e.Limit == nil {
		return
	}
	var texts []string
	where := map[string][]string{} // by text
	for _, timing := range []model.Timing{model.Async, model.Bounded, model.Timely, model.Lockstep} {
		for order := model.FIFO; order <= model.Inbox; order++ {
			text := limitText(e, timing, order)
			if where[text] == nil {
				texts = append(texts, text)
			}
			where[text] = append(where[text], fmt.Sprint(timing, " ", order))
		}
	}
	fmt.Fprintf(b, "The %s of an instance:\n\n", e.Limit.Name)
	for _, text := range texts {
		fmt.Fprintf(b, "- %s: %s\n", strings.Join(where[text], ", "), text)
	}
	b.WriteByte('\n')
}

// limitText returns the limit for each n, equal ones together.
func limitText(e catalogue.Entry, timing model.Timing, order model.Order) string {
	const most = 6
	at := func(n int) int {
		net := e.Network(n)
		net.Timing, net.Order = timing, order
		return e.Limit.Of(net)
	}
	var parts []string
	for from := 2; from <= most; {
		to := from
		for to < most && at(to+1) == at(from) {
			to++
		}
		parts = append(parts, fmt.Sprintf("%d for n = %s", at(from), span(from, to)))
		from = to + 1
	}
	return strings.Join(parts, ", ")
}

// writeEnds writes why claims end where they do, and what fails beyond.
func writeEnds(b *strings.Builder, e catalogue.Entry, claims []catalogue.Claim) {
	var lines []string
	for _, c := range claims {
		condition := cmp.Or(c.Condition(), "as assumed")
		line := ""
		switch {
		case c.IDs != nil && c.Fails:
			line = fmt.Sprintf("- %s, n = %d: [violates %s](../counterexamples/%s/%s.txt): %s.\n", condition, c.From,
				c.Property, e.Name, catalogue.ViolationName(c.Condition(), c.Property), c.Reason)
		case c.Ends != "":
			line = fmt.Sprintf("- %s, beyond n = %d: %s.\n", condition, c.To, c.Ends)
		}
		if line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if lines != nil {
		b.WriteString("\nWhere claims end:\n\n" + strings.Join(lines, ""))
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
