package explore_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/protocols/catalogue"
)

// listed is the code in an answer about an algorithm.
type listed struct {
	Code []struct {
		Text  string
		Cites []string
	}
}

// TestExecutedLines says which lines of Go, and through their comments which lines of the text, the
// events of the first level have executed.
func TestExecutedLines(t *testing.T) {
	x := explore.New(catalogue.List(), catalogue.Listing)
	opened := ask(t, x, explore.Question{Ask: "open", Text: "lcr E3"})
	q := explore.Question{Ask: "algorithm", Values: opened.Values}
	code := askFor[listed](t, x, q).Code
	want := []struct {
		event, lines string // the lines of the text
		code         string // one of the lines of Go
	}{
		{"wake p0", "1 9", "p.Send(left, Message{Elect, p.ID()}) // 1"},
		{"receive p1:1 ELECT(2)", "1 2 3 4 9", "s.Role = model.Lost // 4"},
		{"receive p0:1 ELECT(1)", "2", "return s"}, // lines 7 and 8 do nothing that can be seen
		{"receive p0:1 ELECT(2)", "2 5 6 10", "s.Role, s.Leader = model.Won, id // 6"},
		{"receive p1:1 TERM(2)", "11 12", "s.Role, s.Leader, s.Halted = model.Lost, leader, true // 12"},
		{"receive p0:1 TERM(2)", "11 12", "p.Send(left, Message{Term, leader}) // 12"},
	}
	for k := range opened.Picks {
		q.Ask, q.Picks = "view", opened.Picks[:k+1]
		last := ask(t, x, q).Last
		cited := map[int]bool{}
		var texts []string
		for _, i := range last.Code {
			texts = append(texts, strings.Join(strings.Fields(code[i-1].Text), " "))
			for _, c := range code[i-1].Cites {
				if n, err := strconv.Atoi(c); err == nil {
					cited[n] = true
				}
			}
		}
		lines := strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(cited))), "[]")
		if last.Event.Text != want[k].event || lines != want[k].lines || !slices.Contains(texts, want[k].code) {
			t.Errorf("%s executes lines %s of the text, and %q; want %s: lines %s, and %q", last.Event.Text, lines, texts, want[k].event, want[k].lines, want[k].code)
		}
	}
}

// TestExecutedEverywhere says that the steps of stored counterexamples show code that they have executed.
func TestExecutedEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("plays stored counterexamples")
	}
	paths, err := filepath.Glob("../../../../counterexamples/*/E*.txt")
	if err != nil || len(paths) < 30 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	x := explore.New(catalogue.List(), catalogue.Listing)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		opened := ask(t, x, explore.Question{Ask: "open", Text: string(text)})
		steps, shown := 0, 0
		for k := range opened.Picks {
			last := ask(t, x, explore.Question{Ask: "view", Values: opened.Values, Picks: opened.Picks[:k+1]}).Last
			if kind, _, _ := strings.Cut(last.Event.Text, " "); kind == "wake" || kind == "receive" || kind == "timeout" {
				steps++
				if len(last.Code) > 1 {
					shown++
				}
			}
		}
		if shown < steps {
			t.Errorf("%s: code of %d of %d steps", path, shown, steps)
		}
	}
}
