package parts_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

func TestParseSizes(t *testing.T) {
	const line = "paxos | corrected | async fifo weak | 2..4 | 5 | rounds=1 | 1/6 | 2,800,000 | - | 15s | out of time after 15s | -\n"
	for _, row := range []struct {
		text   string
		want   []parts.SizeRow
		err    string
		reason string
	}{
		{line, []parts.SizeRow{{Algorithm: "paxos", Variant: "corrected", Condition: "async fifo weak", Claimed: "2..4", N: 5, Limits: "rounds=1",
			Decided: 1, Claims: 6, Count: "2,800,000", Time: 15 * time.Second, Why: "out of time after 15s"}}, "", "one that is cut short"},
		{line + "a | b\n", nil, "line 2: got 2 columns, want 12", "columns are missing"},
		{"a | b | c | 2 | five | - | 1/6 | 7 | - | 15s | - | -\n", nil, `line 1: strconv.Atoi: parsing "five": invalid syntax`, "a word for a number"},
		{"a | b | c | 2 | 5 | - | 1/6 | 7 | - | soon | - | -\n", nil, `line 1: time: invalid duration "soon"`, "a word for a time"},
		{"a | b | c | 2 | 05 | - | 1/6 | 7 | - | 15s | - | -\n", nil, `line 1: "a | b | c | 2 | 05 | - | 1/6 | 7 | - | 15s | - | -" is not written like that`, "a zero too many"},
	} {
		got, err := parts.ParseSizes(row.text)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff(row.want, got); diff != "" || message != row.err {
			t.Errorf("%s: error %q, want %q; rows (-want +got):\n%s", row.reason, message, row.err, diff)
		}
	}
}
