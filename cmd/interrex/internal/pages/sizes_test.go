package pages_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// TestSizes holds lines of the page against rows that are decided, cut short, and not tried.
func TestSizes(t *testing.T) {
	const minute = time.Minute
	of := func(n int, limits string, decided, claims int, count, nodes string, spent time.Duration, why, remark string) parts.SizeRow {
		return parts.SizeRow{Algorithm: "raft", Variant: "corrected", Condition: "timely fifo strong", Claimed: "2..4", N: n, Limits: limits,
			Decided: decided, Claims: claims, Count: count, Nodes: nodes, Time: spent, Why: why, Remark: remark}
	}
	within := []parts.SizeRow{
		of(2, "terms=2", 3, 3, "10*", "", time.Millisecond, "", ""),
		of(3, "terms=2", 3, 3, "100*", "", 90*time.Second, "", ""),
		of(4, "terms=1", 3, 3, "10,000*", "", minute, "", ""),
	}
	beyond := []parts.SizeRow{
		of(5, "terms=1", 1, 3, "3,000*", "", minute, "out of time after 15s", ""),
		of(6, "terms=1", 0, 3, "", "", 0, "", ""),
		{Algorithm: "raft", Variant: "printed", Condition: "bounded fifo weak", Claimed: "2..5", N: 6, Decided: 1, Claims: 1, Count: "842", Nodes: "7",
			Time: minute, Remark: "not refuted: known"},
	}
	var page bytes.Buffer
	if err := pages.WriteSizes(&page, within, beyond); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ want, reason string }{
		{"| raft | 3/3 | 3/3 | 3/3 | 1/3 | 1/4 |\n", "the summary counts both files"},
		{"| raft | 2 | 1 | 0 | 1 |\n| all | 2 | 1 | 0 | 1 |\n", "the summary of the sizes beyond"},
		{"| printed | bounded fifo weak |  |  |  |  | 842 (7 nodes), 1m0s, not refuted: known° |\n\nNarrowed to: ", "bounded comes first, with what is not refuted"},
		{"Narrowed to: timers run out only when nothing is in flight; terms in which each process may stand: 2 with n = 2, 3 and 1 with n = 4, 5, 6.\n", "what narrows, in words"},
		{" | 10* | 100*, 1m30s | 10,000*, 1m0s | **open** 2 of 3 after 3,000*, out of time after 15s°; about 1e+07 expected | **open** 3 of 3, not tried° |\n",
			"factors 10, 100 and then 1,000; nothing is expected of a size without one before"},
	} {
		if !strings.Contains(page.String(), row.want) {
			t.Errorf("%s: the page lacks %q:\n%s", row.reason, row.want, page.String())
		}
	}
}
