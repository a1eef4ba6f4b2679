package journal_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/interrex/interrex/cmd/interrex/internal/journal"
)

type result struct {
	Place int    `json:"place"`
	Text  string `json:"text"`
}

var head = journal.Head{Program: "v1", Build: "b", Command: []string{"check", "lcr", "--processes=3"}, Shard: 2, Of: 3}

// written returns a file with so many results.
func written(t *testing.T, results int, ends bool) string {
	t.Helper()
	var b strings.Builder
	w, err := journal.Create(&b, head)
	for i := range results {
		err = errors.Join(err, w.Add(result{i, "<a> & \"b\"\n"}))
	}
	if ends {
		err = errors.Join(err, w.End())
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCutFiles says that of a file that ends anywhere each whole line can be read, and that a file that goes on from there
// is the same as one that was never cut.
func TestCutFiles(t *testing.T) {
	whole := written(t, 3, true)
	for length := range len(whole) + 1 {
		lines := strings.Count(whole[:length], "\n")
		f, err := journal.Parse([]byte(whole[:length]))
		if lines == 0 {
			if !errors.Is(err, journal.ErrNoHead) {
				t.Fatalf("%d bytes: error %v", length, err)
			}
			continue
		}
		if err != nil || len(f.Results) != min(lines-1, 3) || f.Ended != (lines == 5) || f.Shard != 2 {
			t.Fatalf("%d bytes: %+v, error %v", length, f, err)
		}
		b := strings.Builder{}
		b.WriteString(whole[:f.Whole])
		w := f.Continue(&b)
		for i := len(f.Results); i < 3; i++ {
			if err := w.Add(result{i, "<a> & \"b\"\n"}); err != nil {
				t.Fatal(err)
			}
		}
		if !f.Ended {
			err = w.End()
		}
		if err != nil || b.String() != whole {
			t.Fatalf("%d bytes: continued as\n%s\nerror %v", length, b.String(), err)
		}
	}
	f, err := journal.Parse([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	var r result
	if err := json.Unmarshal(f.Results[1], &r); err != nil || r != (result{1, "<a> & \"b\"\n"}) {
		t.Errorf("result %+v, error %v", r, err)
	}
}

// TestEachFlippedBitIsFound flips each bit of each whole line.
func TestEachFlippedBitIsFound(t *testing.T) {
	whole := []byte(written(t, 2, true))
	for i := range whole[:len(whole)-1] { // without its last byte the last line is not whole
		for bit := range 8 {
			whole[i] ^= 1 << bit
			if f, err := journal.Parse(whole); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("byte %d, bit %d: %+v, error %v", i, bit, f, err)
			}
			whole[i] ^= 1 << bit
		}
	}
}

// TestMovedLinesAreFound says that lines are in their places.
func TestMovedLinesAreFound(t *testing.T) {
	lines := strings.SplitAfter(written(t, 3, true), "\n")
	join := func(which ...int) string {
		var b strings.Builder
		for _, i := range which {
			b.WriteString(lines[i])
		}
		return b.String()
	}
	for _, row := range []struct {
		text, want, reason string
	}{
		{join(0, 2, 1, 3, 4), "line 2 is damaged", "two lines change places"},
		{join(0, 1, 3, 4), "line 3 is damaged", "one is missing"},
		{join(0, 1, 1, 2, 3, 4), "line 3 is damaged", "one is there twice"},
		{join(0, 1, 2, 3, 4, 1), "line 6 is damaged", "one follows the end"},
		{join(0, 1, 2, 3, 4) + join(0, 1), "line 6 is damaged", "two files in one"},
		{join(1, 2), `line 1: "{\"place\":0`, "no head"},
		{"n,seed\n1,2\n", `line 1: "n,seed" is not the head of results`, "another file"},
		{"", "no whole line", "an empty file"},
	} {
		if _, err := journal.Parse([]byte(row.text)); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: error %v, want %q", row.reason, err, row.want)
		}
	}
}

// TestOtherRequests says that the error names the difference.
func TestOtherRequests(t *testing.T) {
	for _, row := range []struct {
		change func(*journal.Head)
		want   string
	}{
		{func(h *journal.Head) { h.Shard = 1 }, ""},
		{func(h *journal.Head) { h.Program = "v2" }, `of the program "v2", not of "v1"`},
		{func(h *journal.Head) { h.Build = "c" }, "another build of v1: fingerprint c, not b"},
		{func(h *journal.Head) { h.Command = []string{"check", "lcr", "--processes=4"} }, "with --processes=4, not with --processes=3"},
		{func(h *journal.Head) { h.Command = []string{"check", "lcr"} }, "without --processes=3"},
		{func(h *journal.Head) { h.Command = append(head.Command[:3:3], "--json=true") }, "with --json=true"},
		{func(h *journal.Head) { h.Command = []string{"lcr", "check", "--processes=3"} }, "in another order"},
		{func(h *journal.Head) { h.Of = 4 }, "of 4 shards, not of 3"},
	} {
		h := head
		row.change(&h)
		err := h.SameRequest(head)
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("error %v, want %q", err, row.want)
		}
	}
}
