package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// forbiddenWords returns the words that docs/vocabulary.md says are not used.
func forbiddenWords(t *testing.T) []string {
	t.Helper()
	_, section, ok := strings.Cut(read(t, "docs/vocabulary.md"), "## Words that are not used\n")
	if !ok {
		t.Fatal("docs/vocabulary.md has no section of words that are not used")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	words := regexp.MustCompile(`\w+`).FindAllString(section, -1)
	if len(words) < 7 {
		t.Fatalf("docs/vocabulary.md forbids %v only", words)
	}
	return words
}

func TestVocabulary(t *testing.T) {
	forbidden, used := forbiddenWords(t), map[string]bool{}
	sources := files(t, func(path string) bool {
		return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
	})
	for _, source := range sources {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, source, read(t, source), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range declared(f) {
			if word := synonym(id.Name, forbidden); word != "" && !isTerm(word, source, used) {
				t.Errorf("%v: the name %s has the word %q, which docs/vocabulary.md forbids", set.Position(id.Pos()), id.Name, word)
			}
		}
	}
	for _, term := range terms {
		if !used[term.under] {
			t.Errorf("no name under %s has the word %q (%s): remove its exception", term.under, term.word, term.reason)
		}
	}
}

// terms lists where a forbidden word is the standard term for another thing.
var terms = []struct{ word, under, reason string }{
	{"node", "checker/internal/diagram/", "a vertex of a decision diagram"},
	{"node", "cmd/interrex/", "the number of vertices of a diagram"},
	{"node", "protocols/internal/listing/", "a vertex of a syntax tree"},
}

// isTerm reports whether a word is the term for another thing in a file, and
// notes which exception says so.
func isTerm(word, source string, used map[string]bool) bool {
	for _, term := range terms {
		if word == term.word && strings.HasPrefix(source, term.under) {
			used[term.under] = true
			return true
		}
	}
	return false
}

// declared returns the names that a file declares outside functions: types,
// functions, methods, fields, constants and variables.
func declared(f *ast.File) []*ast.Ident {
	list := []*ast.Ident{f.Name}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false
		case *ast.FuncDecl:
			list = append(list, n.Name)
		case *ast.TypeSpec:
			list = append(list, n.Name)
		case *ast.ValueSpec:
			list = append(list, n.Names...)
		case *ast.Field:
			list = append(list, n.Names...)
		}
		return true
	})
	return list
}

var camel = regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+`)

// synonym returns the first forbidden word that a name is made of, "" if there
// is none.
func synonym(name string, forbidden []string) string {
	for _, word := range camel.FindAllString(name, -1) {
		word = strings.ToLower(word)
		for _, w := range []string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es")} {
			if slices.Contains(forbidden, w) {
				return w
			}
		}
	}
	return ""
}

func TestSynonymIsFound(t *testing.T) {
	forbidden := forbiddenWords(t)
	for _, c := range []struct{ name, want, reason string }{
		{"NodeID", "node", "an abbreviation follows it"},
		{"Node", "node", "the word itself"},
		{"LeaderNodes", "node", "a plural"},
		{"ActionKind", "action", "the first part"},
		{"Debugger", "", "a part of a word is another word"},
		{"Transaction", "", "a part of a word is another word"},
	} {
		if got := synonym(c.name, forbidden); got != c.want {
			t.Errorf("%s (%s): got %q, want %q", c.name, c.reason, got, c.want)
		}
	}
}

// TestSemanticsNamesEverything says that docs/semantics.md has every name that
// the model knows.
func TestSemanticsNamesEverything(t *testing.T) {
	page := read(t, "docs/semantics.md")
	names := func(name func(i uint8) string, unknown string) []string {
		var list []string
		for i := uint8(0); !strings.HasPrefix(name(i), unknown); i++ {
			list = append(list, name(i))
		}
		return list
	}
	for what, list := range map[string][]string{
		"topology": names(func(i uint8) string { return model.Topology(i).String() }, "topology("),
		"order":    names(func(i uint8) string { return model.Order(i).String() }, "order("),
		"timing":   names(func(i uint8) string { return model.Timing(i).String() }, "timing("),
		"kind":     names(func(i uint8) string { return model.Kind(i).String() }, "kind("),
	} {
		if len(list) < 3 {
			t.Errorf("only %d names of %s found: %v", len(list), what, list)
		}
		for _, name := range list {
			if !strings.Contains(page, "`"+name+"`") {
				t.Errorf("docs/semantics.md does not explain %s %q", what, name)
			}
		}
	}
}
