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
	"github.com/interrex/interrex/protocols/claims"
)

// WriteAssumptions writes the network that each corrected algorithm requires,
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

Each word is followed by the numbers of processes for which it sums up the claims about the outcome: the properties that the algorithm is
about, which its page lists, but for the course of the election and the messages. **holds**: all of them hold. **safe**: no wrong decision is
ever made (uniqueness, agreement, irrevocability, validity and uniqueness-ever hold, as far as the algorithm is about them), but the election may never end,
or is not claimed to end. **stale**: there is never more than one leader at a time and all agree on it, but it may
have crashed or may not be the extreme one (validity or uniqueness-ever fails). **unsafe**: two leaders at once, or disagreement. **not** 5: with five processes a
property of the end is known to fail, and no more is claimed. (assumed): the network that the document assumes. No entry: not all of that is claimed, because
the condition makes no sense there or was not searched.

After a semicolon stands a remark, if one fails that makes no decision wrong. **parallel**: two processes may be candidates at once
(one-candidate fails). **disturbed**: a process may stand for election while another leads (undisturbed fails). **cut off**: an election may go
on as far as the instance has terms or groups, so whether it ends is not known (within-bounds fails). **undefeated**: a candidate may
terminate without having won (defeated fails). **late**: a message may come to a process that has terminated (in-time fails). **more messages**: a
bound on messages fails.

The tables on the pages of the algorithms have each condition, and link the shortest counterexamples; if a crash keeps an election from ending,
the shortest in which it strikes, where possible, the leader, an informer, or a process in the middle of the election.

`)
	header := []string{"algorithm"}
	for _, s := range situations {
		header = append(header, s.name)
	}
	tableHead(&b, header)
	for _, e := range catalogue.All() {
		cells := []string{fmt.Sprintf("[%s](algorithms/%s.md#assumptions)", e.Name, e.Package())}
		for _, s := range situations {
			cells = append(cells, standing(e, s))
		}
		row(&b, cells...)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeAssumptions writes the limits and claims of one algorithm.
func writeAssumptions(b *strings.Builder, e claims.Entry) {
	all := e.AsRead()
	made := slices.DeleteFunc(slices.Clone(all), func(c claims.Claim) bool { return c.IDs != nil && c.Fails })
	var names []string
	for _, p := range append(properties.Standard(e.Extreme), properties.Special()...) {
		if slices.ContainsFunc(made, func(c claims.Claim) bool { return c.Property == p.Name }) {
			names = append(names, p.Name)
		}
	}
	for _, c := range made {
		if c.Bound != nil && !slices.Contains(names, c.Property) {
			names = append(names, c.Property)
		}
	}
	fmt.Fprintf(b, "\n%s. Assumed: %s.\n\n", e.Title, assumedText(e.Network(made[0].From)))
	for _, l := range e.Limits {
		writeLimit(b, e, l)
	}
	fmt.Fprintf(b, "Properties: %s.\n\n", strings.Join(names, ", "))
	writeConditions(b, e, made, names)
	writeEnds(b, e, all)
}

// writeLimit writes a limit of the instances of e for each n, under the conditions that
// change it.
func writeLimit(b *strings.Builder, e claims.Entry, l claims.Limit) {
	var texts []string
	where := map[string][]string{} // by text
	for _, timing := range []model.Timing{model.Async, model.Bounded, model.Timely, model.Lockstep} {
		for order := model.FIFO; order <= model.Inbox; order++ {
			text := limitText(e, l, timing, order)
			if where[text] == nil {
				texts = append(texts, text)
			}
			where[text] = append(where[text], fmt.Sprint(timing, " ", order))
		}
	}
	fmt.Fprintf(b, "Limit %s of an instance, the %s (`--limit %s=N` changes it):\n\n", l.Name, l.Meaning, l.Name)
	for _, text := range texts {
		fmt.Fprintf(b, "- %s: %s\n", strings.Join(where[text], ", "), text)
	}
	b.WriteByte('\n')
}

// limitText returns the limit for each n, equal ones together.
func limitText(e claims.Entry, l claims.Limit, timing model.Timing, order model.Order) string {
	const most = 6
	at := func(n int) string {
		net := e.Network(n)
		net.Timing, net.Order = timing, order
		limit := l.Of(net)
		net.Faults = model.Faults{Crash: 1}
		if faulty := l.Of(net); faulty != limit {
			return fmt.Sprintf("%d (with faults %d)", limit, faulty)
		}
		if limit == 0 {
			return "none"
		}
		return fmt.Sprint(limit)
	}
	var parts []string
	for from := 2; from <= most; {
		to := from
		for to < most && at(to+1) == at(from) {
			to++
		}
		parts = append(parts, fmt.Sprintf("%s for n = %s", at(from), span(from, to)))
		from = to + 1
	}
	return strings.Join(parts, ", ")
}

// writeEnds writes why claims end where they do, and the properties that fail beyond.
func writeEnds(b *strings.Builder, e claims.Entry, made []claims.Claim) {
	var lines []string
	for _, c := range made {
		condition := cmp.Or(c.Condition(), "as assumed")
		line := ""
		switch {
		case c.IDs != nil && c.Fails:
			line = fmt.Sprintf("- %s, n = %d: [violates %s](../counterexamples/%s/%s.txt): %s.\n", condition, c.From,
				c.Property, e.Name, claims.ViolationName(c.Condition(), c.Property), c.Reason)
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

func assumedText(net model.Network) string {
	text := fmt.Sprintf("%v, %v, %v", net.Topology, net.Order, net.Timing)
	if net.Wake.All || net.Wake.Only != nil {
		text += fmt.Sprintf(", wake %v", net.Wake)
	}
	if net.Down != nil {
		text += fmt.Sprintf(", %d of the processes down from the start", len(net.Down))
	}
	if (net.Faults != model.Faults{}) {
		text += ", " + strings.TrimSpace(net.Faults.String()+" "+net.Victims.String())
	}
	return text
}
