package docs_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/interrex/interrex"

// A rule lets packages that match the pattern by import packages that match the other pattern.
type rule struct {
	what, by string
	reserved bool // nothing uses it yet, on purpose
}

// parseRules reads the import rules of docs/architecture.md: lines "a, b < c, d",
// with "# reserved: why" behind those that nothing uses yet.
func parseRules(text string) ([]rule, error) {
	var rules []rule
	for line := range strings.Lines(text) {
		line, remark, _ := strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		reserved := strings.HasPrefix(strings.TrimSpace(remark), "reserved: ")
		what, by, ok := strings.Cut(line, "<")
		if !ok || strings.Contains(by, "<") {
			return nil, fmt.Errorf("malformed rule %q; allowed: a, b < c, d", line)
		}
		for _, b := range strings.Split(by, ",") {
			for _, w := range strings.Split(what, ",") {
				rules = append(rules, rule{strings.TrimSpace(w), strings.TrimSpace(b), reserved})
			}
		}
	}
	return rules, nil
}

// allowed reports whether a rule lets package by import package what.
func allowed(rules []rule, what, by string) bool {
	for _, r := range rules {
		if r.covers(what, by) {
			return true
		}
	}
	return false
}

// covers reports whether r lets package by import package what.
func (r rule) covers(what, by string) bool {
	return matches(r.by, by) && (matches(r.what, what) || isOf(r.what, what))
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
	used, modules := make([]bool, len(rules)), nested(t)
	for _, source := range goSources(t) {
		by := path.Dir(source)
		ownModule := slices.ContainsFunc(modules, func(m string) bool { return by == m || strings.HasPrefix(by, m+"/") })
		for _, what := range imports(t, source) {
			if first, _, _ := strings.Cut(what, "/"); ownModule && strings.Contains(first, ".") {
				continue // other imports of a nested module are its own affair
			}
			if !allowed(rules, what, by) {
				t.Errorf("%s imports %s: docs/architecture.md has no rule %q", source, what, what+" < "+by)
			}
			for i, r := range rules {
				used[i] = used[i] || r.covers(what, by)
			}
		}
	}
	for i, r := range rules {
		switch {
		case !used[i] && !r.reserved:
			t.Errorf("docs/architecture.md: no import uses the rule %q; drop it", r.what+" < "+r.by)
		case used[i] && r.reserved:
			t.Errorf("docs/architecture.md: the rule %q is used; it is not reserved any more", r.what+" < "+r.by)
		}
	}
}

// goSources returns the Go files of the repository that are no tests.
func goSources(t *testing.T) []string {
	t.Helper()
	return files(t, func(file string) bool { return strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") })
}

// nested returns the folders of the modules below that of the repository.
func nested(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, file := range files(t, func(file string) bool { return path.Base(file) == "go.mod" && file != "go.mod" }) {
		list = append(list, path.Dir(file))
	}
	return list
}

// TestModulesAreBelow says that no package imports one of a module below it, which would add the
// dependencies of that to its own.
func TestModulesAreBelow(t *testing.T) {
	modules := nested(t)
	of := func(pkg string) string {
		for _, m := range modules {
			if pkg == m || strings.HasPrefix(pkg, m+"/") {
				return m
			}
		}
		return ""
	}
	for _, source := range goSources(t) {
		for _, what := range imports(t, source) {
			if m := of(what); m != "" && m != of(path.Dir(source)) {
				t.Errorf("%s imports %s, of module %s", source, what, m)
			}
		}
	}
}

// imports returns the packages that a file imports besides the standard library;
// those of this module by their directory.
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
		{"protocols/catalogue", "protocols/lcr", "a protocol does not know what is said of it", false},
		{"protocols/catalogue", "checker", "the checker knows no protocol", false},
		{"checker", "counterexamples", "a stored file is judged without the checker", false},
		{"checker", "model", "nobody is above the model", false},
		{"pgregory.net/rapid", "cmd/interrex/command", "rapid is for tests", false},
		{"checker/interrextest", "cmd/interrex/command", "it imports testing: it is for tests", false},
		{"protocols/catalogue", "cmd/interrex/command", "a command of one's own links no algorithm of ours", false},
		{"gonum.org/v1/plot", "cmd/interrex/command", "nor plots", false},
		{"cmd/interrex/internal/explore/page", "cmd/interrex/command", "nor a server", false},
		{"cmd/interrex/command", "cmd/interrex/internal/pages", "a page knows no command", false},
		{"golang.org/x/exp/mmap", "checker/internal/visited", "a package of a module that is allowed", true},
		{"golang.org/x/expensive", "checker/internal/visited", "another module whose name begins alike", false},
	} {
		if got := allowed(rules, c.what, c.by); got != c.want {
			t.Errorf("%s < %s (%s): allowed %t, want %t", c.what, c.by, c.reason, got, c.want)
		}
	}
}
