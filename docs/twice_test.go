package docs_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// twice has the beginnings of lines that more than one page has, each for a reason.
var twice = []struct{ line, reason string }{
	{"go test ./cmd/interrex/internal/pages -run TestAlgorithmPages -update", "how a page is made stands on it"},
	{"go test ./model ./checker/schedule", "how stored outputs are made again, for those who only contribute once"},
	{"The corrected algorithm on other networks:", "the key of a table stands above it"},
	{"them, and those that are violated", "the key of a table stands above it"},
	{"Properties: well-formed", "the claims of two algorithms may be about the same properties"},
	{"The last column of each table is computed", "the key of a table stands above it"},
	{"needed, and the failures that an option adds", "the key of a table stands above it"},
	{"The claims in the column before", "the key of a table stands above it"},
	{"processes that should hold, with limits from", "the key of a table stands above it"},
	{" are never caught. The first instance that catches", "the key of a table stands above it"},
	{"With other readings, or in one arrangement", "what a list has stands above it"},
	{"The greatest and least numbers of messages and events", "the page of an algorithm links its measurements"},
	{"Source: Misra, Lower bound for LE algorithm", "two algorithms have one source"},
}

var (
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
	number     = regexp.MustCompile(`[0-9][0-9,.]*`)
)

// TestNoLineStandsTwice says that a fact stands on one page: no line of prose of more than 60 characters, link targets
// and numbers removed, stands on two. Rows of tables, programs and charts may be alike.
func TestNoLineStandsTwice(t *testing.T) {
	pages, used := map[string]string{}, map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), "docs", func(page string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(page, ".md") {
			compareLines(t, pages, used, page)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"} {
		compareLines(t, pages, used, page)
	}
	for _, may := range twice {
		if !used[may.line] {
			t.Errorf("no two pages have a line that begins with %q (%s): take it out of the list", may.line, may.reason)
		}
	}
}

// compareLines looks for the lines of a page in those of other pages, and adds them.
func compareLines(t *testing.T, pages map[string]string, used map[string]bool, page string) {
	t.Helper()
	fenced, program := false, false
	for _, line := range strings.Split(read(t, page), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			program = fenced && line != "```sh"
			continue
		}
		if program || strings.HasPrefix(line, "|") {
			continue
		}
		text := number.ReplaceAllString(linkTarget.ReplaceAllString(line, "]"), "")
		if other, ok := pages[text]; ok && other != page && len(text) > 60 {
			at := slices.IndexFunc(twice, func(may struct{ line, reason string }) bool { return strings.HasPrefix(text, may.line) })
			if at < 0 {
				t.Errorf("%s and %s: %s", other, page, line)
				continue
			}
			used[twice[at].line] = true
		}
		pages[text] = page
	}
}
