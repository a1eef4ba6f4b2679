package explore_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/protocols/catalogue"
)

// An answer has the fields of answers that tests look at.
type answer struct {
	Error       string
	Values      map[string]string
	Differs     map[string]string
	Picks       []int
	Stem        *int
	Enabled     []struct{ Text string }
	Disabled    []struct{ Text, Why string }
	Processes   []struct{ Local string }
	Chart, List string
	Text        string
	Loops       bool
	Properties  []struct {
		Name    string
		Decided int
	}
	Complete     bool
	Arrangements int
	Verdicts     []struct {
		Name, Result string
		Shown        *answer
	}
	Last *struct {
		Event struct{ Text string }
		Code  []int
	}
	Levels []explore.Level
	First  int
}

func (a answer) decided(name string) int {
	for _, p := range a.Properties {
		if p.Name == name {
			return p.Decided
		}
	}
	return -1
}

// ask asks an explorer of the catalogue.
func ask(t *testing.T, x *explore.Explorer, q explore.Question) answer {
	t.Helper()
	return askFor[answer](t, x, q)
}

// askFor asks for an answer with the fields of A.
func askFor[A any](t *testing.T, x *explore.Explorer, q explore.Question) A {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var a A
	if err := json.Unmarshal(x.Answer(t.Context(), text, func([]byte) {}), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestStoredPlay plays each stored counterexample to its end, from its picks and from its link, where
// its property is violated, and finds the file again in the download.
func TestStoredPlay(t *testing.T) {
	paths, err := filepath.Glob("../../../../counterexamples/*/*.txt")
	if err != nil || len(paths) < 300 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	x := explore.New(catalogue.List(), catalogue.Listing)
	every := 3 // counterexamples.TestStored replays all
	switch {
	case checkertest.Long():
		every = 1
	case testing.Short():
		every = 7
	}
	for k, path := range paths {
		if strings.Contains(path, "testdata") || k%every != 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		opened := ask(t, x, explore.Question{Ask: "open", Text: string(text)})
		q := explore.Question{Ask: "view", Values: opened.Values, Picks: opened.Picks, Stem: opened.Stem}
		shown := ask(t, x, q)
		if opened.Error != "" || shown.Error != "" {
			t.Errorf("%s: open: %q, view: %q", path, opened.Error, shown.Error)
			continue
		}
		property := shown.Values["property"]
		if got := shown.decided(property); got != len(opened.Picks) {
			t.Errorf("%s: %s is decided after %d of %d events", path, property, got, len(opened.Picks))
		}
		q.Ask = "chart"
		if drawn := ask(t, x, q); drawn.Error != "" || !strings.HasPrefix(drawn.Chart, "<svg") || !strings.Contains(drawn.List, fmt.Sprint(len(opened.Picks))) {
			t.Errorf("%s: chart: %q, %d bytes of SVG\n%s", path, drawn.Error, len(drawn.Chart), drawn.List)
		}
		q.Ask, q.Format = "download", "file"
		if again := ask(t, x, q); again.Error != "" || schedule(again.Text) != schedule(string(text)) {
			t.Errorf("%s: downloaded again: %s\n%s", path, again.Error, cmp.Diff(schedule(string(text)), schedule(again.Text)))
		}
	}
}

// schedule returns a file without its prose.
func schedule(text string) string {
	_, after, _ := strings.Cut(text, "\nalgorithm: ")
	return after
}

// TestFixEndsWell plays the six events of the first level with the fix: the same clicks end well.
func TestFixEndsWell(t *testing.T) {
	x := explore.New(catalogue.List(), catalogue.Listing)
	opened := ask(t, x, explore.Question{Ask: "open", Text: "lcr E3"})
	if opened.Error != "" || len(opened.Picks) != 6 {
		t.Fatalf("%s %v", opened.Error, opened.Picks)
	}
	for variant, want := range map[string]int{"+E1,+E2": 6, "corrected": -1} {
		v := ask(t, x, explore.Question{Ask: "view", Values: map[string]string{"algorithm": "lcr", "variant": variant, "n": "2"}, Picks: opened.Picks})
		if v.Error != "" || v.decided("irrevocability") != want {
			t.Errorf("%s: %s irrevocability is decided after %d events, want %d", variant, v.Error, v.decided("irrevocability"), want)
		}
	}
}

// TestBadQuestions get one line each.
func TestBadQuestions(t *testing.T) {
	x := explore.New(catalogue.List(), catalogue.Listing)
	for _, row := range []struct{ reason, question, want string }{
		{"no JSON", "{", "malformed question"},
		{"no such question", `{"ask":"x"}`, "unknown question"},
		{"no such algorithm", `{"ask":"view","values":{"algorithm":"<b>"}}`, "unknown algorithm"},
		{"too many processes", `{"ask":"view","values":{"algorithm":"lcr","n":"64"}}`, "allowed: 1..20"},
		{"an unknown key", `{"ask":"view","values":{"algorithm":"lcr","x":"1"}}`, "unknown key"},
		{"an unknown pick", `{"ask":"view","values":{"algorithm":"lcr"},"picks":[9]}`, "not enabled"},
		{"a loop of nothing", `{"ask":"view","values":{"algorithm":"lcr"},"picks":[0],"stem":1}`, "the loop begins"},
		{"no file", `{"ask":"open","text":"hello"}`, "allowed"},
		{"an erratum that nobody knows", `{"ask":"open","text":"lcr E99"}`, "unknown erratum"},
	} {
		got := string(x.Answer(t.Context(), []byte(row.question), nil))
		if !strings.HasPrefix(got, `{"error":`) || !strings.Contains(got, row.want) || strings.Contains(got, "\\n") {
			t.Errorf("%s: got %s, want %q in one line", row.reason, got, row.want)
		}
	}
}

// FuzzAnswer asks anything: the answer is an object, and nothing panics.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"ask":"view","values":{"algorithm":"lcr","n":"2"},"picks":[0,0]}`)
	f.Add(`{"ask":"algorithm","values":{"algorithm":"raft","variant":"-E4","readings":"R1=b"}}`)
	f.Add(`{"ask":"open","text":"lcr E3"}`)
	f.Add(`{"ask":"download","values":{"algorithm":"lcr","n":"2","graph":"1;0"},"format":"mermaid","stem":0}`)
	x := explore.New(catalogue.List(), catalogue.Listing)
	f.Fuzz(func(t *testing.T, question string) {
		if strings.Contains(question, "check") {
			return // it may take minutes
		}
		var object map[string]any
		if err := json.Unmarshal(x.Answer(t.Context(), []byte(question), func([]byte) {}), &object); err != nil {
			t.Error(err)
		}
	})
}
