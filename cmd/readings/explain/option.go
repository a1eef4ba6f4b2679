package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/claims"
)

// Option says in words what option o of reading i does to the corrected algorithm under the assumed condition: in how
// many of the combinations that have it every property holds, and what violates the others.
func Option(t *product.Table, causes *Causes, i, o int) string {
	e, assumed := t.Entry, product.Assumed(t.Entry)
	var names []string
	for name, base := range causes.Baselines {
		if base == assumed {
			names = append(names, name)
		}
	}
	count := assumedCells(t, names, func(of []int) bool { return of[i] == o })
	parts := []string{count.String()}
	own := e.Readings[i].ID + "=" + claims.OptionName(o)
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

// A tallied counts combinations.
type tallied struct {
	combinations, holds, unknown int
	sizes                        []int
}

func (c tallied) String() string {
	sizes := fmt.Sprintf("n = %d–%d", c.sizes[0], c.sizes[len(c.sizes)-1])
	switch {
	case c.holds == c.combinations:
		return fmt.Sprintf("holds every property in all %d combinations, %s", c.combinations, sizes)
	case c.unknown > 0:
		return fmt.Sprintf("holds every property in %d of %d combinations, %s; unknown in %d", c.holds, c.combinations, sizes, c.unknown)
	}
	return fmt.Sprintf("holds every property in %d of %d combinations, %s", c.holds, c.combinations, sizes)
}

// assumedCells counts the combinations of some options by whether these properties hold under the assumed condition, for each number of
// processes that is judged.
func assumedCells(t *product.Table, names []string, has func([]int) bool) tallied {
	var rows []product.Row
	var c tallied
	for _, r := range t.Rows() {
		if r.Variant == "corrected" && r.Condition == product.Assumed(t.Entry) {
			rows, c.sizes = append(rows, r), append(c.sizes, r.N)
		}
	}
	for options := range product.Combinations(t.Entry) {
		of := make([]int, len(t.Entry.Readings))
		for i := range of {
			of[i] = int(options[i])
		}
		if !has(of) {
			continue
		}
		c.combinations++
		violated, unknown := false, false
		for _, r := range rows {
			o, _ := t.At(r, options)
			for _, name := range names {
				violated = violated || o.Of(name).Result == product.Violated
				unknown = unknown || o.Of(name).Result == product.Unknown
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
		place := fmt.Sprintf("n = %d, %v", c.N, events(c.Verdict))
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
	switch {
	case n.Needed == 0:
		return fmt.Sprintf("with none of %d combinations, n = 2–4", n.Combinations)
	case n.Needed == n.Combinations:
		return fmt.Sprintf("with all %d combinations", n.Combinations)
	}
	return fmt.Sprintf("with %d of %d combinations: %s", n.Needed, n.Combinations, strings.Join(n.Under, "; "))
}
