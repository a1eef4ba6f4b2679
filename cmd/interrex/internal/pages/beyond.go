package pages

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// searchTime is the time that a search is given for docs/sizes/beyond.txt at first. The
// page says how long those took that were given more.
const searchTime = 15 * time.Second

const beyondHead = `# Beyond the sizes of the catalogue

Generated from [sizes/beyond.txt](sizes/beyond.txt). [sizes.md](sizes.md) has its rows up to n = 6 beside those of the catalogue. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex check --beyond 2 --ids worst --max-instance-time 15s --report -o docs/sizes/beyond.txt\ngo test ./cmd/interrex/internal/pages -run Sizes -update\n```" + `

The first takes about 40 minutes on a machine with two cores, whose speed decides where a search gives up. Some of the searches that this cuts short at
n <= 6 were later given up to twelve minutes each (` + "`--max-instance-time`" + `). The page says how long a search was given if time ran out, and how long one took that needed more than 15 s. Flags choose rows, and sizes of these, as in

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

// WriteBeyond writes docs/beyond.md from the rows of docs/sizes/beyond.txt, in which those of one algorithm stand together, and of
// these those that differ in n only.
func WriteBeyond(w io.Writer, rows []parts.SizeRow) error {
	var b strings.Builder
	b.WriteString(beyondHead)
	conditions := bySize(rows)
	writeBeyondSummary(&b, conditions)
	for i, of := range conditions {
		r := of[0]
		if i == 0 || r.Algorithm != conditions[i-1][0].Algorithm {
			fmt.Fprintf(&b, "\n## %s\n\n| variant | condition | catalogue | beyond |\n| --- | --- | --- | --- |\n", r.Algorithm)
		}
		var found []string
		for _, r := range of {
			found = append(found, fmt.Sprintf("%d: %s", r.N, beyondText(r)))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Variant, r.Condition, r.Claimed, strings.Join(found, "; "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

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

// beyondText returns the result of a row.
func beyondText(r parts.SizeRow) string {
	text := countText(r)
	switch {
	case r.Count == "":
		return "not tried"
	case !r.IsDecided():
		text = fmt.Sprintf("%d of %d claims in %s, then %s", r.Decided, r.Claims, text, r.Why)
	case r.Time > searchTime:
		text += fmt.Sprintf(" in %v", r.Time.Round(time.Second))
	}
	if r.Remark != "" {
		text += ", " + r.Remark
	}
	return text
}

// countText returns how many configurations, and nodes, the searches of a row have met.
func countText(r parts.SizeRow) string {
	if r.Nodes == "" || !r.IsDecided() {
		return r.Count
	}
	return fmt.Sprintf("%s (%s nodes)", r.Count, r.Nodes)
}

// writeBeyondSummary counts the rows of each algorithm by where a search was cut short.
func writeBeyondSummary(b *strings.Builder, rows [][]parts.SizeRow) {
	b.WriteString("\n## Summary\n\n| algorithm | rows | decided at all sizes | cut short at n > 6 only | cut short at n <= 6 |\n| --- | ---: | ---: | ---: | ---: |\n")
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
