package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/text"
)

// drawn returns an overview with every kind of line: much and little confirmed, nothing yet, all, many
// errata and none, and claims that are not confirmed.
func drawn() overview {
	errata := func(events ...int) (list []shown) {
		for i, k := range events {
			list = append(list, shown{fmt.Sprintf("E%d", i+1), k})
		}
		return list
	}
	limited := func(name string, least, greatest int) limitRange { return limitRange{name, sizes{least, greatest}} }
	sizes := func(confirmed ...int) map[int]*score {
		all := map[int]*score{}
		for i := range 5 {
			all[i+2] = &score{claimed: 100}
			if i < len(confirmed) {
				all[i+2].confirmed = confirmed[i]
			}
		}
		return all
	}
	l := &ledger{standings: []*standing{
		{name: "lcr", errata: errata(4, 6, 6), sizes: sizes(100, 100, 100, 100, 100), all: score{500, 500}, conditions: score{14, 14}, time: 12345 * time.Millisecond},
		{name: "variablespeeds", sizes: sizes(100, 100, 40), all: score{500, 240}, conditions: score{10, 3}, time: 8 * time.Millisecond},
		{name: "tokenring", errata: errata(11, 5, 6, 3, 1, 9), sizes: sizes(100, 99), all: score{1500, 1199}, conditions: score{57, 30}, others: map[conclusion]int{rejected: 1}, time: 678 * time.Second},
		{name: "bully-improved", errata: errata(9, 3, 6), sizes: sizes(98, 90), all: score{500, 188}, conditions: score{58, 0}, others: map[conclusion]int{isVacuous: 2, undecided: 3}, time: time.Second},
		{name: "paxos", limits: []limitRange{limited("rounds", 1, 4)}, sizes: sizes(100), all: score{500, 100}, conditions: score{22, 0}, time: time.Minute},
		{name: "raft", limits: []limitRange{limited("terms", 1, 6), limited("lengths", 2, 2)}, errata: errata(3, 11, 7, 10, 10, 8, 6, 4), sizes: sizes(100), all: score{500, 100}, conditions: score{46, 0}, others: map[conclusion]int{rejected: 1}, time: time.Minute},
		{name: "singh", errata: errata(6, 6, 1, 10, 12, 1, 17, 7, 15, 3, 14, 12), sizes: sizes(), all: score{500, 0}, conditions: score{59, 0}},
	}}
	return overview{ledger: l, elapsed: 83 * time.Second, left: func() (time.Duration, time.Duration) { return 40 * time.Second, 5 * time.Minute }}
}

// TestOverview compares the lines at several widths of a terminal, and for a pipe, with golden files.
func TestOverview(t *testing.T) {
	o := drawn()
	for _, width := range []int{40, 80, 120, 200} {
		lines := append(o.table(width-1), o.progress(width-1))
		for _, line := range lines {
			if w := text.StringWidth(line); w >= width {
				t.Errorf("%d columns: a line of %d: %s", width, w, line)
			}
		}
		compareGolden(t, fmt.Sprintf("columns-%d", width), strings.Join(lines, "\n")+"\n")
	}
	var pipe bytes.Buffer
	v := &pipeView{lines: &pipe, progress: &pipe, said: map[*standing]bool{}}
	v.show(o)
	v.close(o)
	compareGolden(t, "pipe", pipe.String())
}

// compareGolden compares text with a file of testdata/overview, or writes it.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "overview", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(readText(t, path), got); diff != "" {
		t.Errorf("%s (-want +got); if the new text is right: go test ./cmd/interrex/command -run TestOverview -update (commit only if you know why it changed)\n%s", path, diff)
	}
}

func TestRangesOfTime(t *testing.T) {
	for _, row := range []struct {
		low, high    time.Duration
		want, reason string
	}{
		{0, 0, "0 s", "nothing is left"},
		{4 * time.Second, 90 * time.Second, "4 to 90 s", "one unit"},
		{40 * time.Second, 5 * time.Minute, "40 s to 5 min", "two units"},
		{3 * time.Minute, 5 * time.Hour, "3 min to 5 h", "long runs"},
		{3 * time.Minute, 3*time.Minute + time.Second, "3 min", "they are written alike"},
	} {
		if got := leftText(row.low, row.high); got != row.want {
			t.Errorf("%s: %q, want %q", row.reason, got, row.want)
		}
	}
}
