package catalogue_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/catalogue"
)

var (
	numbered = regexp.MustCompile(`^ *(\d+)  (.*)$`)
	trailing = regexp.MustCompile(`// ((?:\d+|[ER]\d+)(?:,? (?:\d+|[ER]\d+))*)$`)
	mark     = regexp.MustCompile(`\d+|[ER]\d+`)
	remark   = regexp.MustCompile(`^remark \((\w+)\): `)
)

// kinds are the reasons why a line is nothing to execute, as CONTRIBUTING.md
// explains them. A line that joins them needs a second look: it is not held against any code.
var kinds = []string{"alternative", "argument", "assumption", "claim", "context", "count", "definition", "syntax"}

// source returns the numbered lines of source.txt beside the code.
func source(t *testing.T, name string) map[string]string {
	t.Helper()
	file, err := fs.ReadFile(protocols.Files(), name+"/source.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(file)) {
		if m := numbered.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			if lines[m[1]] != "" {
				t.Errorf("%s/source.txt: line %s occurs twice", name, m[1])
			}
			lines[m[1]] = m[2]
		}
	}
	return lines
}

// marks returns the lines, errata and readings that the code cites at the ends
// of its lines, with where it does.
func marks(t *testing.T, name string) map[string]string {
	t.Helper()
	files, err := fs.Glob(protocols.Files(), name+"/*.go")
	if err != nil {
		t.Fatal(err)
	}
	cited := map[string]string{}
	for _, path := range files {
		if base := filepath.Base(path); strings.HasSuffix(base, "_test.go") || base == "errata.go" {
			continue
		}
		file, err := fs.ReadFile(protocols.Files(), path)
		if err != nil {
			t.Fatal(err)
		}
		number := 0
		for line := range strings.Lines(string(file)) {
			number++
			if m := trailing.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				for _, one := range mark.FindAllString(m[1], -1) {
					cited[one] = fmt.Sprintf("%s:%d", path, number)
				}
			}
		}
	}
	return cited
}

func TestEveryLineOfTheSourceIsCitedOrARemark(t *testing.T) {
	counted := map[string]bool{}
	for _, e := range catalogue.All() {
		cited, lines := marks(t, e.Package()), source(t, e.Package())
		if len(lines) == 0 {
			t.Errorf("%s/source.txt has no numbered lines", e.Package())
		}
		for number, text := range lines {
			kind := remark.FindStringSubmatch(text)
			if kind != nil {
				counted[kind[1]] = true
			} else if strings.HasPrefix(text, "remark") {
				t.Errorf("line %s of %s/source.txt does not say in brackets why it is a remark: %s", number, e.Package(), text)
			}
			if (cited[number] != "") == (kind != nil) {
				t.Errorf("line %s of %s/source.txt is cited at %q: %s", number, e.Package(), cited[number], text)
			}
		}
		for _, erratum := range e.Errata {
			if cited[erratum.ID] == "" || lines[fmt.Sprint(erratum.Line)] == "" {
				t.Errorf("%s: fix %s is not marked in the code, or line %d does not exist", e.Name, erratum.ID, erratum.Line)
			}
		}
		for _, reading := range e.Readings {
			if cited[reading.ID] == "" || lines[fmt.Sprint(reading.Line)] == "" {
				t.Errorf("%s: reading %s is not marked in the code, or line %d does not exist", e.Name, reading.ID, reading.Line)
			}
		}
	}
	if diff := cmp.Diff(kinds, slices.Sorted(maps.Keys(counted))); diff != "" {
		t.Errorf("kinds of remarks (-want +got):\n%s", diff)
	}
}

func TestEveryCitationExists(t *testing.T) {
	for _, e := range catalogue.All() {
		lines := source(t, e.Package())
		known := map[string]bool{}
		for number := range lines {
			known[number] = true
		}
		for _, erratum := range e.Errata {
			known[erratum.ID] = true
		}
		for _, reading := range e.Readings {
			known[reading.ID] = true
		}
		for one, where := range marks(t, e.Package()) {
			if !known[one] {
				t.Errorf("%s cites %s, which %s/source.txt and the tables do not have", where, one, e.Package())
			}
		}
	}
}
