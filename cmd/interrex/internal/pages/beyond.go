package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// bySize joins neighbours that differ in n only.
func bySize(rows []parts.SizeRow) [][]parts.SizeRow {
	var list [][]parts.SizeRow
	for i, r := range rows {
		if i == 0 || !r.IsAboutSame(rows[i-1]) {
			list = append(list, nil)
		}
		last := len(list) - 1
		list[last] = append(list[last], r)
	}
	return list
}

// writeBeyondSummary counts the rows of each algorithm by where a search was cut short.
func writeBeyondSummary(b *strings.Builder, rows [][]parts.SizeRow) {
	b.WriteString("\n## Beyond\n\nRows of [sizes/beyond.txt](sizes/beyond.txt), by the least size at which a search was cut short.\n\n| algorithm | rows | decided at all sizes | cut short at n > 6 only | cut short at n <= 6 |\n| --- | ---: | ---: | ---: | ---: |\n")
	write := func(name string, rows [][]parts.SizeRow) {
		var decided, large, small int
		for _, of := range rows {
			switch i := slices.IndexFunc(of, func(r parts.SizeRow) bool { return !r.IsDecided() }); {
			case i < 0:
				decided++
			case of[i].N > 6:
				large++
			default:
				small++
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", name, len(rows), decided, large, small)
	}
	for i, j := 0, 0; i < len(rows); i = j {
		for j = i; j < len(rows) && rows[j][0].Algorithm == rows[i][0].Algorithm; j++ {
		}
		write(rows[i][0].Algorithm, rows[i:j])
	}
	write("all", rows)
}
