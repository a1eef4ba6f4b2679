package pages

import (
	"fmt"
	"io"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// costly is the least time of an instance that is listed.
const costly = 100 * time.Millisecond

// WriteCosts writes a line for each row that is costly, by which shards are dealt.
func WriteCosts(w io.Writer, rows []parts.SizeRow) {
	for _, r := range rows {
		if r.Time >= costly {
			fmt.Fprintf(w, "%s | %s | %s | %d | %.1f\n", r.Algorithm, r.Variant, r.Condition, r.N, r.Time.Seconds())
		}
	}
}
