package pages

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// writeMutants writes which limit catches which mutant of the algorithm first, if it has a table of them.
func writeMutants(b *strings.Builder, e claims.Entry) error {
	mutants, err := catalogue.Mutants(e)
	if err != nil || mutants == nil {
		return err
	}
	never, most := 0, 0
	for _, m := range mutants {
		if most = max(most, m.Limit); m.Limit == 0 {
			never++
		}
	}
	fmt.Fprintf(b, "\n## Limits that catch mutants\n\n"+
		"Instances have a limit, %s. Is it large enough? %d wrong forms of the algorithm were held against all claims about two and three\n"+
		"processes that should hold, with limits from 1 on, and beyond the limit of the catalogue where that can be searched. %d of them are caught, the last at limit %d;\n"+
		"%s. The first instance that catches a mutant has the least limit, then the fewest processes.\n\n",
		e.Limits[0].Name, len(mutants), len(mutants)-never, most, neverText(never))
	tableHead(b, []string{"mutant", "why it is wrong", e.Limits[0].Name, "n", "condition", "property", "events"})
	for _, m := range mutants {
		if m.Limit == 0 {
			row(b, m.Name, m.Reason, "never", "", "", "", "")
			continue
		}
		condition, events := m.Condition, fmt.Sprint(m.Events)
		if condition == "" {
			condition = "as assumed"
		}
		if m.Events == 0 {
			events = "none reaches it"
		}
		row(b, m.Name, m.Reason, fmt.Sprint(m.Limit), fmt.Sprint(m.N), condition, m.Property, events)
	}
	return nil
}

func neverText(count int) string {
	switch count {
	case 0:
		return "none is left"
	case 1:
		return "one is never caught"
	}
	return fmt.Sprintf("%d are never caught", count)
}
