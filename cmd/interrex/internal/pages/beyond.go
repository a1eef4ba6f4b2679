package pages

import (
	"fmt"
	"io"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

const beyondHead = `# Beyond the sizes of the catalogue

Generated on one machine with two cores in about 40 minutes; its speed decides where a search gives up. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex check --beyond 2 --ids worst --max-instance-time 15s --report -o docs/beyond.md\n```" + `

Some of the searches that this cuts short at n <= 6 were later given up to twelve minutes each (` + "`--max-instance-time`" + `). The page says how long a
search was given if time ran out, and how long one took that needed more than 15 s. Flags choose rows, and sizes of these, as in

` + "```sh\ngo run ./cmd/interrex check ALGORITHM --beyond 2 --ids worst --variant corrected --order fifo --crash 1 -n 5 --report\n```" + `

` + "`interrex check`" + ` searches each claim of the catalogue up to the largest n at which it can search all arrangements of the identities
quickly. This page adds the next two n, with the identities n..1 only, searched by the engine that ` + "`auto`" + ` chooses. It omits claims that say
why they end (` + "`Ends`" + ` in ` + "`protocols/catalogue`" + `). A number alone counts the configurations of a search that confirmed all claims
of the row; a star marks a reduced search, which leaves out orders of events, and names of processes, that make no difference ([Reductions](engine.md#reductions)).
Most starred counts may be larger than those of today: only some rows are younger than reduced searches in which
irrevocability costs nothing while it holds.
"Nodes" counts the nodes of their diagram, if the symbolic engine decided; on complete networks some rows are older than the present order of levels, with which
there are fewer. A plus marks the configurations of the network with order fifo instead
of inbox: it has all executions of the other, and more ([Relaxed inboxes](engine.md#relaxed-inboxes)). "1 of 3 claims in 4,200,000, then out of time after 15s" means that the longest
search had met so many configurations, rounded down to two digits. After a search is cut short, larger sizes of that row are
skipped ("not tried"), unless their search has already begun. "Not refuted" means that the catalogue claims a failure, and the identities n..1
do not show it.
`

// WriteBeyond writes docs/beyond.md, rows of one algorithm together.
func WriteBeyond(w io.Writer, rows []parts.BeyondRow) error {
	var b strings.Builder
	b.WriteString(beyondHead)
	if len(rows) > 0 {
		b.WriteString(beyondSummary(rows))
	}
	for i, r := range rows {
		if i == 0 || r.Algorithm != rows[i-1].Algorithm {
			fmt.Fprintf(&b, "\n## %s\n\n| variant | condition | catalogue | beyond |\n| --- | --- | --- | --- |\n", r.Algorithm)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Variant, r.Condition, r.Claimed, r.Found)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// beyondSummary counts the rows of each algorithm by where a search was cut short.
func beyondSummary(rows []parts.BeyondRow) string {
	var b strings.Builder
	b.WriteString("\n## Summary\n\n| algorithm | rows | decided at all sizes | cut short at n > 6 only | cut short at n <= 6 |\n| --- | ---: | ---: | ---: | ---: |\n")
	write := func(name string, rows []parts.BeyondRow) {
		var decided, large, small int
		for _, r := range rows {
			switch {
			case r.Cut == 0:
				decided++
			case r.Cut > 6:
				large++
			default:
				small++
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", name, len(rows), decided, large, small)
	}
	for i, j := 0, 0; i < len(rows); i = j {
		for j = i; j < len(rows) && rows[j].Algorithm == rows[i].Algorithm; j++ {
		}
		write(rows[i].Algorithm, rows[i:j])
	}
	write("all", rows)
	return b.String()
}
