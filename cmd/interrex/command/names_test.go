package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols/catalogue"
)

// TestCommandKnowsNoAlgorithm says that each statement on one algorithm stands in
// its file of the catalogue: no code of the command has the name of one, in a
// word of its own or as a part of an identifier.
func TestCommandKnowsNoAlgorithm(t *testing.T) {
	names := algorithmNames()
	for _, pattern := range []string{"*.go", "../internal/*/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || paths == nil {
			t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(string(text), "\n") {
				if name := namedAlgorithm(line, names); name != "" {
					t.Errorf("%s:%d: names the algorithm %s: %s", path, i+1, name, strings.TrimSpace(line))
				}
			}
		}
	}
}

var (
	capitals = regexp.MustCompile(`([A-Z])([A-Z][a-z])`) // HSLast is HS and Last
	nameWord = regexp.MustCompile(`[A-Z]?[a-z]+(?:-[a-z]+)*|[A-Z]+`)
)

// namedAlgorithm returns the first name of an algorithm that is a word of the
// line, "" if none is.
func namedAlgorithm(line string, names map[string]bool) string {
	for _, word := range nameWord.FindAllString(capitals.ReplaceAllString(line, "$1 $2"), -1) {
		if word = strings.ToLower(word); names[word] {
			return word
		}
	}
	return ""
}

func algorithmNames() map[string]bool {
	names := map[string]bool{}
	for _, e := range catalogue.All() {
		names[e.Name] = true
	}
	return names
}

func TestNamedAlgorithmIsFound(t *testing.T) {
	names := algorithmNames()
	for _, c := range []struct{ line, want, reason string }{
		{`case "hs":`, "hs", "a literal"},
		{"func afaFigure() {", "afa", "the first word of an identifier"},
		{"// as bully-improved does", "bully-improved", "a name with a hyphen"},
		{"catalogue.HSLastPhase(n)", "hs", "capitals that run together"},
		{"the sunshine", "", "a part of another word"},
	} {
		if got := namedAlgorithm(c.line, names); got != c.want {
			t.Errorf("%q (%s): got %q, want %q", c.line, c.reason, got, c.want)
		}
	}
}
