package catalogue_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols/catalogue"
)

func TestPassagesCoverTheDocuments(t *testing.T) {
	for _, d := range catalogue.Documents() {
		next := 1
		for _, p := range catalogue.Passages(d.Key) {
			if p.First != next || p.Last < p.First {
				t.Errorf("%s: lines %d-%d (%s) follow line %d", d.Key, p.First, p.Last, p.What, next-1)
			}
			next = p.Last + 1
		}
		if next != d.Lines+1 {
			t.Errorf("%s: the passages end at line %d of %d", d.Key, next-1, d.Lines)
		}
	}
}

// TestPassagesFitTheCopies holds the passages against copies of the documents, which are
// not ours to distribute: INTERREX_DOCUMENTS names their folder.
func TestPassagesFitTheCopies(t *testing.T) {
	folder := os.Getenv("INTERREX_DOCUMENTS")
	if folder == "" {
		t.Skip("INTERREX_DOCUMENTS names no folder with the documents")
	}
	caption := regexp.MustCompile(`^\**(?:((?:Figure|Table|Listing|Algorithm|Code|Fig\.) ?[\d.]*\d)\b|(Theorem):)`)
	for _, d := range catalogue.Documents() {
		file, err := os.ReadFile(filepath.Join(folder, d.File))
		if err != nil {
			t.Fatal(err)
		}
		lines, seen := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n"), 0
		if len(lines) != d.Lines {
			t.Errorf("%s has %d lines, want %d", d.Key, len(lines), d.Lines)
		}
		for i, line := range lines {
			m := caption.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			seen++
			for _, p := range catalogue.Passages(d.Key) {
				if p.First <= i+1 && i+1 <= p.Last && !strings.Contains(p.What, m[1]+m[2]) {
					t.Errorf("%s, line %d is %q, in a passage called %q", d.Key, i+1, m[1]+m[2], p.What)
				}
			}
		}
		t.Logf("%s: %d captions", d.Key, seen)
	}
}

func TestPassagesSayWhatBecameOfThem(t *testing.T) {
	for _, d := range catalogue.Documents() {
		for _, p := range catalogue.Passages(d.Key) {
			known := slices.ContainsFunc(catalogue.Fates(), func(fate string) bool { return strings.HasPrefix(p.Became, fate+":") })
			if p.What == "" || p.Became == "" && p.Source == "" || p.Became != "" && !known {
				t.Errorf("%s, lines %d-%d (%s): %q does not say what became of it", d.Key, p.First, p.Last, p.What, p.Became)
			}
		}
	}
}

// TestClaimsAndNumbersAreJudged finds passages with a claim that are not said to be
// true or false, and with a number that is not held against any quantity.
func TestClaimsAndNumbersAreJudged(t *testing.T) {
	lines := map[string]map[string]string{}
	for _, e := range catalogue.All() {
		lines[e.Name] = source(t, e.Package())
	}
	allowed := map[string][]string{"claim": {"confirmed", "refuted"}, "count": {"quantity", "confirmed", "refuted"}}
	for _, d := range catalogue.Documents() {
		for _, p := range catalogue.Passages(d.Key) {
			if p.Source == "" {
				continue
			}
			list, err := catalogue.ParseSourceLines(p.Source)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range list {
				kind := remark.FindStringSubmatch(lines[l.Algorithm][fmt.Sprint(l.Line)])
				fate, _, _ := strings.Cut(p.Became, ":")
				if kind != nil && allowed[kind[1]] != nil && !slices.Contains(allowed[kind[1]], fate) {
					t.Errorf("%s, lines %d-%d (%s): line %d of %s is a %s, and %q is none of %q", d.Key, p.First, p.Last, p.What, l.Line, l.Algorithm, kind[1], fate, allowed[kind[1]])
				}
			}
		}
	}
}

// TestEverySourceLineIsOfAPassage holds the numbered lines of the sources against the
// passages: each is of a document, or an addition, and none of them is invented.
func TestEverySourceLineIsOfAPassage(t *testing.T) {
	of := map[catalogue.SourceLine]string{}
	add := func(from, source string) {
		lines, err := catalogue.ParseSourceLines(source)
		if err != nil {
			t.Errorf("%s: %v", from, err)
		}
		for _, l := range lines {
			of[l] = from
		}
	}
	for _, e := range catalogue.All() {
		for _, a := range e.Additions {
			add(a.From, e.Name+" "+a.Lines)
		}
	}
	for _, d := range catalogue.Documents() {
		for _, p := range catalogue.Passages(d.Key) {
			if p.Source != "" {
				add(fmt.Sprintf("%s, lines %d-%d", d.Key, p.First, p.Last), p.Source)
			}
		}
	}
	for _, e := range catalogue.All() {
		for number, text := range source(t, e.Package()) {
			var line catalogue.SourceLine
			if line.Algorithm = e.Name; len(number) > 0 {
				fmt.Sscan(number, &line.Line)
			}
			if of[line] == "" {
				t.Errorf("%s/source.txt, line %s, is of no passage of a document and no addition: %s", e.Package(), number, text)
			}
			delete(of, line)
		}
	}
	for line, from := range of {
		t.Errorf("%s: %s/source.txt has no line %d", from, line.Algorithm, line.Line)
	}
}
