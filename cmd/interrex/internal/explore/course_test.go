package explore_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write docs/course.md")

// coursePage is the page of the course, seen from this package.
const coursePage = "../../../../docs/course.md"

// TestCourse lets the checker answer the question of each level: the property is violated, by an execution
// that plays, and holds of the mended instance in all arrangements. The page has these answers.
func TestCourse(t *testing.T) {
	x := explore.New(catalogue.List(), catalogue.Listing)
	list := ask(t, x, explore.Question{Ask: "list"})
	levels := list.Levels
	if len(levels) != 8 || len(levels) != len(explore.Levels()) {
		t.Fatalf("the course has %d levels, and the page %d; want 8", len(explore.Levels()), len(levels))
	}
	if opens := levels[list.First].Title; opens != explore.First {
		t.Errorf("the page opens with %q, want %q", opens, explore.First)
	}
	var page bytes.Buffer
	page.WriteString(courseHead)
	for i, level := range levels {
		writeLevel(&page, i, level, broken(t, x, level), mended(t, x, level))
	}
	if *update {
		if err := os.WriteFile(coursePage, page.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(coursePage)
	if diff := gocmp.Diff(string(stored), page.String()); err != nil || diff != "" {
		t.Errorf("docs/course.md differs from what the checker answers: update it by -update (%v):\n%s", err, diff)
	}
}

// broken returns the shortest counterexample of a level, once it has been played.
func broken(t *testing.T, x *explore.Explorer, level explore.Level) *answer {
	t.Helper()
	property := level.Values["property"]
	found := ask(t, x, explore.Question{Ask: "check", Values: level.Values, Check: explore.CheckQuestion{Properties: []string{property}}})
	if found.Error != "" || len(found.Verdicts) != 1 || found.Verdicts[0].Result != "violated" {
		t.Fatalf("%s: %s %v", level.Title, found.Error, found.Verdicts)
	}
	shown := found.Verdicts[0].Shown
	v := ask(t, x, explore.Question{Ask: "view", Values: shown.Values, Picks: shown.Picks, Stem: shown.Stem})
	if v.Error != "" || v.decided(property) != len(shown.Picks) {
		t.Fatalf("%s: %s: the counterexample of the check does not play: %v", level.Title, v.Error, v.Properties)
	}
	return shown
}

// mended returns the report about the mended instance of a level, in all arrangements.
func mended(t *testing.T, x *explore.Explorer, level explore.Level) answer {
	t.Helper()
	question := explore.CheckQuestion{Properties: []string{level.Values["property"]}, All: true}
	found := ask(t, x, explore.Question{Ask: "check", Values: level.Mended, Check: question})
	if found.Error != "" || !found.Complete || len(found.Verdicts) != 1 || found.Verdicts[0].Result != "holds" || level.Mended["property"] != level.Values["property"] {
		t.Fatalf("%s, mended: %s complete %t %v", level.Title, found.Error, found.Complete, found.Verdicts)
	}
	return found
}

const courseHead = `# A course of eight levels

Eight questions for a lecture, from two leaders on an anonymous ring to why Raft persists its vote. In each, the students are the network:
they choose the next event and try to break a property. The checker knows the answer. Serve the page, and follow the links:

` + "```sh\ninterrex explore\n```" + `

Ask the question, let a student click, and open *Hint* when they are stuck. *Let the checker find it* plays the shortest counterexample. Then
open the mended instance and check it: no order of events breaks the property there, which no number of tries could show.

Generated. Do not edit; update with

` + "```sh\ngo test ./cmd/interrex/internal/explore -run TestCourse -update\n```\n"

// host is where interrex explore serves the page, if it is not told otherwise.
const host = "http://127.0.0.1:7878/"

func writeLevel(page *bytes.Buffer, i int, level explore.Level, shown *answer, good answer) {
	again := ""
	if shown.Stem != nil {
		again = fmt.Sprintf(", those after event %d for ever", *shown.Stem)
	}
	arrangements := ""
	if good.Arrangements > 1 {
		arrangements = fmt.Sprintf(" in all %d arrangements of the identities", good.Arrangements)
	}
	fmt.Fprintf(page, "\n## %d. %s\n\n%s\n\n", i+1, level.Title, level.Task)
	fmt.Fprintf(page, "- Play: [%s](%s%s&level=%d)\n", instanceText(level.Values), host, explore.LinkOf(level.Values, nil, nil), i)
	fmt.Fprintf(page, "- Hint: %s\n", level.Hint)
	fmt.Fprintf(page, "- Answer: `%s` is violated; the shortest counterexample has [%s](%s%s)%s. %s\n", level.Values["property"],
		events(len(shown.Picks)), host, explore.LinkOf(shown.Values, shown.Picks, shown.Stem), again, level.Learnt)
	fmt.Fprintf(page, "- Mended: `%s` holds of [%s](%s%s)%s.\n", level.Mended["property"], instanceText(level.Mended),
		host, explore.LinkOf(level.Mended, nil, nil), arrangements)
}

func events(n int) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}

// instanceText names an instance by its values.
func instanceText(values map[string]string) string {
	words := []string{values["algorithm"], cmp.Or(values["variant"], "corrected"), "n = " + values["n"]}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		switch key {
		case "algorithm", "variant", "n", "property":
		case "faults":
			words = append(words, values[key])
		default:
			words = append(words, key+" "+values[key])
		}
	}
	return strings.Join(words, ", ")
}
