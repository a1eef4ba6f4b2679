package docs_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/interrex/interrex"

// A rule says that packages that match by may import packages that match what.
type rule struct{ what, by string }

// parseRules reads the import rules of docs/architecture.md: lines "a, b < c, d".
func parseRules(text string) ([]rule, error) {
	var rules []rule
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		what, by, ok := strings.Cut(line, "<")
		if !ok || strings.Contains(by, "<") {
			return nil, fmt.Errorf("malformed rule %q; allowed: a, b < c, d", line)
		}
		for _, b := range strings.Split(by, ",") {
			for _, w := range strings.Split(what, ",") {
				rules = append(rules, rule{strings.TrimSpace(w), strings.TrimSpace(b)})
			}
		}
	}
	return rules, nil
}

// allowed reports whether a rule lets package by import package what.
func allowed(rules []rule, what, by string) bool {
	for _, r := range rules {
		if matches(r.by, by) && (matches(r.what, what) || isOf(r.what, what)) {
			return true
		}
	}
	return false
}

// matches reports whether a package is the one of the pattern or, if that ends
// in /*, below it.
func matches(pattern, pkg string) bool {
	if above, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(pkg, above)
	}
	return pattern == pkg
}

// isOf reports whether a package belongs to another module that a rule names.
func isOf(pattern, pkg string) bool {
	return strings.Contains(pattern, ".") && strings.HasPrefix(pkg, pattern+"/")
}

func TestImports(t *testing.T) {
	rules, err := parseRules(theBlock(t, "docs/architecture.md", "imports"))
	if err != nil {
		t.Fatal(err)
	}
	sources := files(t, func(path string) bool {
		return strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
	})
	for _, source := range sources {
		for _, what := range imports(t, source) {
			if by := path.Dir(source); !allowed(rules, what, by) {
				t.Errorf("%s imports %s: docs/architecture.md has no rule %q", source, what, what+" < "+by)
			}
		}
	}
}

// imports returns what a file imports besides the standard library; packages
// of this module by their directory.
func imports(t *testing.T, source string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), source, read(t, source), parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, spec := range f.Imports {
		what, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(what, "/"); strings.Contains(first, ".") {
			list = append(list, strings.TrimPrefix(what, module+"/"))
		}
	}
	return list
}

func TestImportRulesForbid(t *testing.T) {
	rules, err := parseRules(theBlock(t, "docs/architecture.md", "imports"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, by, reason string
		want             bool
	}{
		{"model", "protocols/lcr", "a protocol is written against the model", true},
		{"checker", "protocols/lcr", "a protocol knows no checker", false},
		{"properties", "protocols/lcr", "a protocol knows no property", false},
		{"protocols/hs", "protocols/lcr", "a protocol knows no other", false},
		{"protocols", "checker", "the checker knows no protocol", false},
		{"checker", "counterexamples", "a stored file is judged without the checker", false},
		{"checker", "model", "nobody is above the model", false},
		{"pgregory.net/rapid", "cmd/interrex", "rapid is for tests", false},
		{"checker/interrextest", "cmd/interrex", "rapid is for tests, by a detour too", false},
		{"golang.org/x/exp/mmap", "checker", "a package of a module that is allowed", true},
		{"golang.org/x/expensive", "checker", "another module whose name begins alike", false},
	} {
		if got := allowed(rules, c.what, c.by); got != c.want {
			t.Errorf("%s < %s (%s): allowed %t, want %t", c.what, c.by, c.reason, got, c.want)
		}
	}
}
