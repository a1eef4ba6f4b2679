package pages

import (
	"fmt"
	"io"
	"strings"
)

const beyondHead = `# Beyond the sizes of the catalogue

Generated on the machine at hand, whose speed decides where a search gives up. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex check --beyond 2 --ids worst --max-instance-time 20s --report -o docs/beyond.md\n```" + `

` + "`interrex check`" + ` searches each claim of the catalogue up to the n at which all arrangements of the identities take moments
together. Here each is searched at the next two n as well, with the identities n..1, by the engine that ` + "`auto`" + ` ends with. A claim
that says why it ends (` + "`Ends`" + ` in ` + "`protocols/catalogue`" + `) is left out. A number alone is that of the configurations met
in a search that confirmed all claims of the row; "nodes" that of the diagram of all of them, where the symbolic engine decided. Where a search was cut short
the rest of the row was not tried, or only for what one more size asked. "Not refuted" is a claim that something fails, where n..1 does not show it.
`

// A BeyondRow is what was found of the claims of one variant under one
// condition, at sizes beyond those of the catalogue.
type BeyondRow struct {
	Algorithm, Variant, Condition string
	Claimed                       string // the n of the catalogue
	Found                         string // size by size
}

// WriteBeyond writes docs/beyond.md, rows of one algorithm together.
func WriteBeyond(w io.Writer, rows []BeyondRow) error {
	var b strings.Builder
	b.WriteString(beyondHead)
	for i, r := range rows {
		if i == 0 || r.Algorithm != rows[i-1].Algorithm {
			fmt.Fprintf(&b, "\n## %s\n\n| variant | condition | catalogue | beyond |\n| --- | --- | --- | --- |\n", r.Algorithm)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Variant, r.Condition, r.Claimed, r.Found)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
