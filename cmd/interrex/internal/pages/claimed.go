package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/protocols/claims"
)

// writeConditions writes a table of claims: a row for each condition, or for those under which the same is claimed.
func writeConditions(b *strings.Builder, e claims.Entry, made []claims.Claim, names []string) {
	tableHead(b, []string{"condition", "n", "holds", "violated"})
	under := map[string][]claims.Claim{}
	var conditions []string
	for _, c := range made {
		condition := c.Condition()
		if under[condition] == nil {
			conditions = append(conditions, condition)
		}
		under[condition] = append(under[condition], c)
	}
	var rows [][]string
	for _, condition := range conditions {
		cells := append([]string{cmp.Or(condition, "as assumed")}, claimed(e, under[condition], names)...)
		same := slices.IndexFunc(rows, func(r []string) bool { return slices.Equal(r[1:], cells[1:]) })
		if same >= 0 {
			rows[same][0] += "; " + cells[0]
			continue
		}
		rows = append(rows, cells)
	}
	for _, cells := range rows {
		row(b, cells...)
	}
}

// claimed returns three cells for the claims under one condition: the numbers of processes that most properties are claimed for; the
// properties that hold, and those that are violated, with other numbers of processes beside them.
func claimed(e claims.Entry, under []claims.Claim, names []string) []string {
	of := map[string][]claims.Claim{}
	for _, c := range under {
		of[c.Property] = append(of[c.Property], c)
	}
	count, sizes := map[string]int{}, ""
	for _, name := range names {
		if at := sizesText(of[name]); at != "" {
			if count[at]++; count[at] > count[sizes] {
				sizes = at
			}
		}
	}
	var hold, elsewhere, not, violated []string
	for _, name := range names {
		switch at := sizesText(of[name]); {
		case slices.ContainsFunc(of[name], func(c claims.Claim) bool { return c.Fails }):
			violated = append(violated, violation(e, of[name], sizes))
		case at == sizes:
			hold = append(hold, name)
		case at != "":
			elsewhere = append(elsewhere, name+" "+at)
		default:
			not = append(not, name)
		}
	}
	return []string{sizes, strings.Join(append(shorter(hold, not, violated), elsewhere...), "; "), strings.Join(violated, "; ")}
}

// shorter returns the properties that hold as a list of one text, none if there are none: "all" or "all others" with those of which
// nothing is claimed, if these are fewer.
func shorter(hold, not, violated []string) []string {
	switch {
	case hold == nil:
		return nil
	case len(not) >= len(hold):
		return []string{strings.Join(hold, ", ")}
	}
	text := "all"
	if violated != nil {
		text = "all others"
	}
	if not != nil {
		text += " but " + strings.Join(not, ", ")
	}
	return []string{text}
}

// violation returns the name of a property that is violated, as a link to its counterexample, with the numbers of processes for which it
// is, and those for which it holds or that nothing more is claimed, if both together are not those of the row.
func violation(e claims.Entry, of []claims.Claim, sizes string) string {
	fails := slices.DeleteFunc(slices.Clone(of), func(c claims.Claim) bool { return !c.Fails })
	holds := slices.DeleteFunc(slices.Clone(of), func(c claims.Claim) bool { return c.Fails })
	text := counterexample(e, fails[0])
	if at := sizesText(fails); at != sizes {
		text += " " + at
	}
	switch {
	case sizesText(of) == sizes: // it holds for the rest, if there is one
	case len(holds) > 0:
		text += fmt.Sprintf(" (holds %s)", sizesText(holds))
	default:
		text += " (else unclaimed)"
	}
	return text
}

// counterexample returns the property of a claim that fails, as a link to the file that shows it: no execution shows that a
// goal is unreachable, and no file that a bound fails.
func counterexample(e claims.Entry, c claims.Claim) string {
	if c.Bound != nil || c.Property == "leader-reachable" {
		return c.Property
	}
	return fmt.Sprintf("[%s](../counterexamples/%s/%s.txt)", c.Property, e.Name, claims.ViolationName(c.Condition(), c.Property))
}

// sizesText writes the numbers of processes of claims: "2–4, 6".
func sizesText(of []claims.Claim) string {
	var sizes []int
	for _, c := range of {
		for n := c.From; n <= c.To; n++ {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	return ranges(slices.Compact(sizes))
}
