package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
)

// counts returns how many rows have each conclusion.
func counts(groups []*group, j judge) map[conclusion]int {
	n := map[conclusion]int{}
	for _, g := range groups {
		for _, r := range g.rows {
			n[j.conclusion(r)]++
		}
	}
	return n
}

// exitStatus sums up all rows. Refuted rows take precedence over unknown ones, and
// these over vacuous ones.
func exitStatus(groups []*group, j judge, t totals) status {
	n := counts(groups, j)
	switch {
	case n[rejected] > 0:
		return refuted
	case n[undecided] > 0 || t.searched < t.planned || t.uncounted:
		return incomplete
	case n[isVacuous] > 0:
		return vacuous
	}
	return ok
}

// summary returns the results in one line.
func summary(groups []*group, j judge, t totals) string {
	what := "claim"
	names := map[conclusion][2]string{confirmed: {"confirmed", "confirmed"}, rejected: {"refuted", "refuted"},
		undecided: {"unknown", "unknown"}, isVacuous: {"vacuous", "vacuous"}, noClaim: {"without a claim", "without a claim"},
		aside: {"fails besides", "fail besides"}}
	if j.heading() == "" {
		what = "property"
		names[confirmed], names[rejected] = [2]string{"holds", "hold"}, [2]string{"does not hold", "do not hold"}
		names[isVacuous] = [2]string{"is vacuous", "are vacuous"}
	}
	n, total := counts(groups, j), 0
	var parts []string
	for _, o := range []conclusion{confirmed, rejected, undecided, isVacuous, aside, noClaim} {
		total += n[o]
		if n[o] > 0 {
			parts = append(parts, plural(n[o], names[o][0], names[o][1]))
		}
	}
	many := map[string]string{"claim": "claims", "property": "properties"}[what]
	size := t.counted.text(&t.configurations) + " configurations"
	switch {
	case t.stopped != "":
		size += " visited before the search was cut short"
	case t.early:
		size += " visited until everything was decided"
	}
	if t.renamings > 1 {
		size += fmt.Sprintf(", up to symmetry (at most %d renamings)", t.renamings)
	}
	if t.nodes > 0 {
		size += ", diagrams of up to " + plural(t.nodes, "node", "nodes") + " (" + grouped(fmt.Sprint(t.peak)) + " at the peak)"
	}
	return fmt.Sprintf("%s: %s; %s, %s, %s", plural(total, what, many), strings.Join(parts, ", "),
		t.instances(), size, seconds(t.time))
}

// instances says how many instances were judged, and how many of them were searched.
func (t totals) instances() string {
	text := plural(t.searched, "instance", "instances")
	if t.copied == 0 {
		return text
	}
	return fmt.Sprintf("%s (%s searched: each other one is isomorphic to one of these)", text, grouped(fmt.Sprint(t.searched-t.copied)))
}

// auditText says in one line which searches and reports an audit has confirmed, and by how many comparisons.
func auditText(a checker.Audit) string {
	var parts []string
	if a.Searches > 0 {
		parts = append(parts, plural(a.Searches, "reduced search", "reduced searches"))
	}
	if a.Copies > 0 {
		parts = append(parts, plural(a.Copies, "copied report", "copied reports"))
	}
	if parts == nil {
		return "audit: no complete search was reduced"
	}
	return fmt.Sprintf("audit: what %s relied upon is so, by %s in %s", strings.Join(parts, " and "),
		plural(int(a.Comparisons()), "comparison", "comparisons"), plural(int(a.Configurations), "configuration", "configurations"))
}

// A remark explains a word of the table where it occurs.
type remark struct {
	text string
	fits func(r *row, o conclusion) bool
}

// remarks explain the words that strangers have asked about.
func remarks(j judge) []remark {
	byClaim := j.heading() != ""
	return []remark{
		{"(k) after a property: its shortest counterexample has k events", func(r *row, _ conclusion) bool { return r.shortest != nil }},
		{"(<=k) after a property: it has at most k events: there may be one that is shorter than the one found", func(r *row, _ conclusion) bool {
			return r.shortest != nil && r.shortest.minimal != checker.Least
		}},
		{"violated, confirmed: the catalogue says that it fails here, and it does", func(r *row, o conclusion) bool {
			return byClaim && r.found() == checker.Violated && o == confirmed
		}},
		{"no claim: the catalogue makes no claim here, so the exit status does not depend on it;\n" +
			"  with --variant a violation is drawn, and the exit status is 1", func(_ *row, o conclusion) bool { return o == noClaim }},
		{"fails besides: the property is about the course of the election or about messages, and no decision is wrong;\n" +
			"  with --property it is judged like all others", func(_ *row, o conclusion) bool { return o == aside }},
		{"* after a count: of a reduced search, which leaves out orders of events (up to symmetry: names of processes)\n" +
			"  that make no difference to the verdicts; --reduce none without --symmetry counts every configuration",
			func(r *row, _ conclusion) bool { return r.reduced }},
		{"+ after a count: of a search that looks at more executions (with order fifo instead of inboxes, or with messages lost,\n" +
			"  again and in any order), so that what holds there holds here; --reduce none counts the configurations of the system",
			func(r *row, _ conclusion) bool { return r.relaxed }},
		{"<= before a count: memory was full, so the search forgot configurations, and may have counted some again",
			func(r *row, _ conclusion) bool { return r.forgot }},
		{"vacuous: nothing in this system could have refuted it, because of what a note below says or, if there is none, because\n" +
			"  no terminal configuration or fair loop is reachable", func(r *row, _ conclusion) bool { return r.found() == checker.Vacuous }},
		{"vacuous, confirmed: the catalogue says that it is vacuous here, and it is", func(r *row, o conclusion) bool {
			return byClaim && r.found() == checker.Vacuous && o == confirmed
		}},
	}
}

// legend explains the words of the table that need it, and the reasons for the results of the
// rows that show selects.
func legend(groups []*group, j judge, show func(*row) bool) []string {
	var texts []string
	for _, m := range remarks(j) {
		if slices.ContainsFunc(groups, func(g *group) bool {
			return slices.ContainsFunc(g.rows, func(r *row) bool { return show(r) && m.fits(r, j.conclusion(r)) })
		}) {
			texts = append(texts, m.text)
		}
	}
	for _, g := range groups {
		texts = append(texts, g.notes(show)...)
	}
	return texts
}

// notes returns the notes on the results of the group. Properties with the same
// note share one line.
func (g *group) notes(show func(*row) bool) []string {
	var texts []string
	names := map[string][]string{}
	for _, r := range g.rows {
		if r.note == "" || r.found() != r.result || !show(r) {
			continue
		}
		text := fmt.Sprintf("%v: %s", r.found(), r.note)
		if names[text] == nil {
			texts = append(texts, text)
		}
		if !slices.Contains(names[text], r.property) {
			names[text] = append(names[text], r.property)
		}
	}
	for i, text := range texts {
		who := strings.Join(names[text], ", ")
		if all := len(names[text]); all > maxNames {
			who = plural(all, "property", "properties")
		}
		texts[i] = fmt.Sprintf("%s, %s, %s: %s %s", g.entry.Name, g.variantText(), joinedWords(g.condition(g.rows[0].sizes.from).String(), g.limitsOf(g.rows[0].sizes)), who, text)
	}
	return texts
}
