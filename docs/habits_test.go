package docs_test

import (
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var mostLines = regexp.MustCompile("no file of more than ([0-9]+) lines \\(`TestHabits`")

// TestHabits holds the habits of docs/development.md that a file can show, for code that is neither
// generated nor a test.
func TestHabits(t *testing.T) {
	stated := mostLines.FindStringSubmatch(read(t, "docs/development.md"))
	if stated == nil {
		t.Fatal("docs/development.md does not say how many lines a file has at most")
	}
	most, err := strconv.Atoi(stated[1])
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	err = fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".pb.go") {
			return err
		}
		files++
		text := read(t, path)
		if lines := strings.Count(text, "\n"); lines > most {
			t.Errorf("%s has %d lines, allowed: at most %d", path, lines, most)
		}
		if strings.Contains(text, "\nfunc init() {") {
			t.Errorf("%s has a func init", path)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Fatalf("%d files, %v", files, err)
	}
}

// TestTestsPerLine holds that the state space and its search have tests that grow with them: so many lines of tests for each line
// of code.
func TestTestsPerLine(t *testing.T) {
	stated := regexp.MustCompile("In (.*) there are ([0-9.]+) lines of tests for each line of code").FindStringSubmatch(read(t, "docs/development.md"))
	if stated == nil {
		t.Fatal("docs/development.md does not say how many lines of tests there are")
	}
	least, err := strconv.ParseFloat(stated[2], 64)
	folders := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(stated[1], -1)
	if err != nil || len(folders) != 2 {
		t.Fatalf("%d folders with tests, %v", len(folders), err)
	}
	for _, folder := range folders {
		entries, err := os.ReadDir("../" + folder[1])
		if err != nil {
			t.Fatal(err)
		}
		code, tests := 0, 0
		for _, e := range entries {
			lines := 0
			if strings.HasSuffix(e.Name(), ".go") {
				lines = strings.Count(read(t, folder[1]+"/"+e.Name()), "\n")
			}
			if strings.HasSuffix(e.Name(), "_test.go") {
				tests += lines
			} else {
				code += lines
			}
		}
		if code == 0 || float64(tests) < least*float64(code) {
			t.Errorf("%s has %d lines of tests for %d of code, required: %v for each line", folder[1], tests, code, least)
		}
	}
}
