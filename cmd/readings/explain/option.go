package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/claims"
)

// Option says in words which failures option o of reading i, which is not the first, adds to the corrected algorithm together with the
// options of the other readings, under the conditions that are baselines. It adds none if each failure with it has a cause without it.
func Option(t *product.Table, causes *Causes, i, o int) string {
	own := t.Entry.Readings[i].ID + "=" + claims.OptionName(o)
	var alone, with []string
	for _, g := range Grouped(causes.List) {
		if !slices.Contains(g.Changes, own) || !isOfOptions(g.Changes) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(g.Changes), func(s string) bool { return s == own })
		if len(others) == 0 {
			alone = append(alone, "violates "+g.Violations())
		} else {
			with = append(with, strings.Join(others, ",")+", which violates "+g.Violations())
		}
	}
	text := strings.Join(alone, "; ")
	switch {
	case alone == nil && with == nil:
		text = "adds no failure"
	case alone == nil:
		text = "adds no failure unless " + strings.Join(with, ", or ")
	case with != nil:
		text += "; more with " + strings.Join(with, "; with ")
	}
	return text + "; " + coverage(t, causes, i, o)
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

// coverage says in how many combinations with option o of reading i the properties are decided whose baseline is the assumed
// condition, for each number of processes; numbers of processes with equal counts together.
func coverage(t *product.Table, causes *Causes, i, o int) string {
	x := newExplaining(t, causes)
	var parts []string
	var last [2]int
	rows := x.outcomes(setting{variant: "corrected", condition: product.Assumed(t.Entry)})
	for from, k := 0, 0; k < len(rows); k++ {
		judged, unknown := x.decided(rows[k], i, o)
		if judged == 0 {
			continue
		}
		if now := [2]int{judged, unknown}; parts == nil || now != last {
			from, parts, last = k, append(parts, ""), now
		}
		text := combinations(judged)
		if unknown > 0 {
			text = fmt.Sprintf("%s, %d of them unknown", text, unknown)
		}
		parts[len(parts)-1] = fmt.Sprintf("%s, n = %s", text, span(rows[from].N, rows[k].N))
	}
	return strings.Join(parts, "; ")
}

func combinations(k int) string {
	if k == 1 {
		return "1 combination"
	}
	return fmt.Sprintf("%d combinations", k)
}

func span(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d–%d", from, to)
}

// decided counts the cells of a row with option o of reading i, and those that are unknown.
func (x *explaining) decided(r product.Row, i, o int) (judged, unknown int) {
	for options, outcome := range x.table.Cells(r) {
		if int(options[i]) != o {
			continue
		}
		judged++
		for name, base := range x.result.Baselines {
			if base == r.Condition && outcome.Of(name).Result == product.Unknown {
				unknown++
				break
			}
		}
	}
	return judged, unknown
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

// few is the most options that a sentence names.
const few = 4

// String says when the fix of an erratum is needed.
func (n Need) String() string {
	decided := n.Combinations - n.Unknown
	text := "in all " + combinations(decided)
	switch {
	case decided == 0:
		return fmt.Sprintf("unknown in %s, n = %s", combinations(n.Unknown), span(n.From, n.To))
	case n.Needed == 0:
		text = "in none of " + combinations(decided)
	case n.Needed < decided:
		text = fmt.Sprintf("in %d of %s", n.Needed, combinations(decided))
		if len(n.Under) <= few {
			text = fmt.Sprintf("only with %s: %s", strings.Join(n.Under, " or "), text)
		} else if len(n.Except) <= few {
			text = fmt.Sprintf("except with %s: %s", strings.Join(n.Except, " or "), text)
		}
	case decided == 1:
		text = "in 1 combination"
	}
	if n.Unknown > 0 {
		text += fmt.Sprintf(", unknown in %d", n.Unknown)
	}
	return fmt.Sprintf("%s, n = %s", text, span(n.From, n.To))
}
