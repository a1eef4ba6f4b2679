package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/claims"
)

// Option says in words what option o of reading i does to the corrected algorithm under the assumed condition: in how
// many of the combinations that have it the properties hold that have this baseline, and what violates them in the others.
func Option(t *product.Table, causes *Causes, i, o int) string {
	parts := []string{assumedCells(t, causes, i, o).String()}
	own := t.Entry.Readings[i].ID + "=" + claims.OptionName(o)
	for _, g := range Grouped(causes.List) {
		if !slices.Contains(g.Changes, own) || !isOfOptions(g.Changes) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(g.Changes), func(s string) bool { return s == own })
		text := "violates " + g.Violations()
		if len(others) > 0 {
			text = "with " + strings.Join(others, ",") + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// isOfOptions reports whether all changes are options of readings.
func isOfOptions(changes []string) bool {
	return !slices.ContainsFunc(changes, func(s string) bool { return !isOption(s) })
}

func isOption(change string) bool {
	return strings.HasPrefix(change, "R") && strings.Contains(change, "=")
}

// IsOfText reports whether a set of changes has an option or a fix: the text, not only the network, differs.
func IsOfText(changes []string) bool {
	return slices.ContainsFunc(changes, func(s string) bool { return isOption(s) || strings.HasPrefix(s, "-") })
}

// A tally counts the combinations that are judged.
type tally struct {
	combinations, holds, unknown int
	sizes                        []int // the numbers of processes
}

func (c tally) String() string {
	if c.combinations == 0 {
		return "not judged"
	}
	text := fmt.Sprintf("safe in %d of %d combinations", c.holds, c.combinations)
	if c.holds == c.combinations {
		text = fmt.Sprintf("safe in all %d combinations", c.combinations)
	}
	if c.unknown > 0 {
		text += fmt.Sprintf(", unknown in %d", c.unknown)
	}
	return fmt.Sprintf("%s, n = %d–%d", text, c.sizes[0], c.sizes[len(c.sizes)-1])
}

// assumedCells counts the combinations with option o of reading i that are judged under the assumed condition with all numbers of
// processes, by whether the properties hold that have this baseline.
func assumedCells(t *product.Table, causes *Causes, i, o int) tally {
	x := &explaining{table: t, result: &Causes{}}
	x.collect()
	s := setting{variant: "corrected", condition: product.Assumed(t.Entry)}
	var c tally
	for _, r := range x.outcomes(s) {
		c.sizes = append(c.sizes, r.N)
	}
	for s.options = range product.Combinations(t.Entry, product.Strongest) {
		if int(s.options[i]) != o || !x.judged(s) {
			continue
		}
		c.combinations++
		violated, unknown := false, false
		for name, base := range causes.Baselines {
			if base == s.condition {
				verdict := x.verdict(s, name)
				violated, unknown = violated || verdict == product.Violated, unknown || verdict == product.Unknown
			}
		}
		switch {
		case violated:
		case unknown:
			c.unknown++
		default:
			c.holds++
		}
	}
	return c
}

// judged reports whether the cells of a setting are judged for all numbers of processes of its rows.
func (x *explaining) judged(s setting) bool {
	return !slices.ContainsFunc(x.outcomes(s), func(r product.Row) bool {
		_, ok := x.table.At(r, s.options)
		return !ok
	})
}

// A Group has the causes with the same changes.
type Group struct {
	Changes []string
	Causes  []Cause
}

// Grouped groups causes by their changes, those with the fewest first.
func Grouped(list []Cause) []Group {
	var groups []Group
	for _, c := range list {
		at := slices.IndexFunc(groups, func(g Group) bool { return slices.Equal(g.Changes, c.Changes) })
		if at < 0 {
			at, groups = len(groups), append(groups, Group{Changes: c.Changes})
		}
		groups[at].Causes = append(groups[at].Causes, c)
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return len(a.Changes) - len(b.Changes) })
	return groups
}

// Violations names the properties, those that fail alike together, as in "elected, decided (n = 2, 3 events)".
func (g Group) Violations() string {
	var places []string
	at := map[string][]string{}
	for _, c := range g.Causes {
		place := fmt.Sprintf("n = %d, %v", c.Row.N, events(c.Verdict))
		if at[place] == nil {
			places = append(places, place)
		}
		at[place] = append(at[place], c.Property)
	}
	for i, place := range places {
		places[i] = fmt.Sprintf("%s (%s)", strings.Join(at[place], ", "), place)
	}
	return strings.Join(places, ", ")
}

func events(v product.Verdict) string {
	switch {
	case v.Longer:
		return fmt.Sprintf("at most %d events", v.Events)
	case v.Events == 1:
		return "1 event"
	}
	return fmt.Sprintf("%d events", v.Events)
}

// String says when the fix of an erratum is needed.
func (n Need) String() string {
	text := fmt.Sprintf("with %d of %d combinations: %s", n.Needed, n.Combinations, strings.Join(n.Under, "; "))
	switch n.Needed {
	case 0:
		text = fmt.Sprintf("with none of %d combinations", n.Combinations)
	case n.Combinations:
		text = fmt.Sprintf("with all %d combinations", n.Combinations)
	}
	if n.Unknown > 0 {
		text += fmt.Sprintf("; unknown with %d", n.Unknown)
	}
	return text
}
