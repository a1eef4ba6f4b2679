// Package docs_test holds the pages to their word: the import rules, the
// layout, the words, the links, and every command and program that they quote.
package docs_test

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the quoted programs print into the pages")

// root is the directory of the module, seen from this package.
const root = ".."

// pages returns the Markdown pages, by path from the root.
func pages(t *testing.T) []string {
	t.Helper()
	return files(t, func(path string) bool { return strings.HasSuffix(path, ".md") })
}

// files returns the files of the module that keep accepts, by slash-separated
// path from the root, without those in hidden directories and testdata.
func files(t *testing.T, keep func(path string) bool) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") && name != ".ci" || name == "testdata") {
			return filepath.SkipDir
		}
		path = filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		if !d.IsDir() && keep(path) {
			list = append(list, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A block is a fenced block of a page.
type block struct {
	page, language, text string
	label                string // the comment on the line above the fence: it names the source of the quote
	at                   int    // where text begins in the page
}

var fence = regexp.MustCompile("(?m)(?:^<!-- (.*) -->\n)?^([ \t]*)```([^\n`]*)\n((?s:.*?))^[ \t]*```$")

// blocks returns the fenced blocks of a page in order.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	var list []block
	content := read(t, page)
	for _, m := range fence.FindAllStringSubmatchIndex(content, -1) {
		group := func(i int) string { return content[max(m[2*i], 0):max(m[2*i+1], 0)] }
		text := strings.ReplaceAll("\n"+group(4), "\n"+group(2), "\n")[1:]
		list = append(list, block{page: page, label: group(1), language: group(3), text: text, at: m[8]})
	}
	return list
}

// theBlock returns the only block of a page in that language.
func theBlock(t *testing.T, page, language string) string {
	t.Helper()
	var found []string
	for _, b := range blocks(t, page) {
		if b.language == language {
			found = append(found, b.text)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s has %d blocks of %q, want one", page, len(found), language)
	}
	return found[0]
}

func TestLayout(t *testing.T) {
	want := map[string]bool{}
	for line := range strings.Lines(theBlock(t, "docs/architecture.md", "layout")) {
		name, _, _ := strings.Cut(line, " ")
		want[strings.TrimSuffix(name, "/")] = true
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if !want[e.Name()] {
			t.Errorf("folder %s is not in the layout of docs/architecture.md", e.Name())
		}
		delete(want, e.Name())
	}
	for name := range want {
		t.Errorf("docs/architecture.md lists folder %s, which does not exist", name)
	}
}

// tracked returns a test of whether a file is under version control; every file
// is where there is no version control.
func tracked() func(path string) bool {
	out, err := exec.Command("git", "-C", root, "ls-files").Output()
	if err != nil {
		return func(string) bool { return true }
	}
	list := strings.Split(string(out), "\n")
	return func(path string) bool { return slices.Contains(list, path) }
}

// A path of one machine means nothing on another. The expression is spelt so
// that it does not find itself.
var machinePath = regexp.MustCompile(`(?:^|[\s"'(=:` + "`" + `])/(?:work|tmp|home|root|farm|Users)[/]\w`)

// conflict finds the first and the last line of a merge that was not resolved. In a
// string of Go and in a golden file nothing else would.
var conflict = regexp.MustCompile(`(?m)^(<{7}|>{7}) .*$`)

func TestNoMergeIsUnresolved(t *testing.T) {
	for _, path := range files(t, func(path string) bool { return slices.Contains([]string{".go", ".md", ".txt"}, filepath.Ext(path)) }) {
		if line := conflict.FindString(read(t, path)); line != "" {
			t.Errorf("%s: %s", path, line)
		}
	}
}

func TestNoMachinePath(t *testing.T) {
	isTracked, extensions := tracked(), []string{".md", ".go", ".txt", ".sh", ".svg", ".mod", ".pml", ""}
	text := func(path string) bool { return isTracked(path) && slices.Contains(extensions, filepath.Ext(path)) }
	for _, path := range files(t, text) {
		for i, line := range strings.Split(read(t, path), "\n") {
			if machinePath.MatchString(line) {
				t.Errorf("%s:%d: names a path of one machine: %s", path, i+1, strings.TrimSpace(line))
			}
		}
	}
}

func TestMachinePathIsFound(t *testing.T) {
	for _, c := range []struct {
		line, reason string
		want         bool
	}{
		{"see /" + "work/main", "a checkout", true},
		{`"/` + `tmp/x"`, "a quoted temporary file", true},
		{"docs/" + "work/main", "a relative path", false},
		{"https://example.org/" + "home/x", "an address", false},
	} {
		if got := machinePath.MatchString(c.line); got != c.want {
			t.Errorf("%q (%s): found %t, want %t", c.line, c.reason, got, c.want)
		}
	}
}
