package page

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
)

// measured has a line for each algorithm: its name, how many of its rows were judged again, and the processor seconds that they took.
//
//go:embed seconds.txt
var measured string

// A cost is the time that rows of one algorithm took.
type cost struct {
	rows    int
	seconds float64
}

// costs reads the measured costs, by algorithm.
func costs() (map[string]cost, error) {
	list := map[string]cost{}
	for line := range strings.Lines(measured) {
		var name string
		var c cost
		if _, err := fmt.Sscan(line, &name, &c.rows, &c.seconds); err != nil || c.rows < 1 {
			return nil, fmt.Errorf("malformed line %q; allowed: NAME ROWS SECONDS", line)
		}
		list[name] = c
	}
	return list, nil
}

// writeTime says, once it is measured, how long the judged rows take, and the others if they take as long each.
func writeTime(b *strings.Builder, tables []*product.Table) error {
	list, err := costs()
	if err != nil || len(list) == 0 {
		return err
	}
	var sum [2]float64
	var lines strings.Builder
	for _, t := range tables {
		c, ok := list[t.Entry.Name]
		if !ok {
			continue
		}
		each := c.seconds / float64(c.rows)
		judged, open := each*float64(len(t.Rows())), each*float64(missing(t))
		sum[0], sum[1] = sum[0]+judged, sum[1]+open
		fmt.Fprintf(&lines, "| %s | %d | %.2f | %.0f | %.0f |\n", t.Entry.Name, c.rows, each, judged, open)
	}
	fmt.Fprintf(b, timeHead, sum[0]/60, sum[1]/3600)
	b.WriteString(lines.String())
	return nil
}

// missing returns how many rows of the product are not judged.
func missing(t *product.Table) int {
	count := 0
	for _, r := range product.Rows(t.Entry) {
		if t.Strength(r) == 0 {
			count++
		}
	}
	return count
}
