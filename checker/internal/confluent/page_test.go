package confluent_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
)

// cell is a row of docs/conditions.md: why some conditions matter, or do not, for a kind of event.
type cell struct {
	event      string
	conditions []string
	switched   string // the condition of the code, "": none
	function   string
	test       string // or a reason
}

// page returns the rows of docs/conditions.md.
func page(t *testing.T) (cells []cell) {
	t.Helper()
	event := ""
	for line := range strings.Lines(readFile(t, "../../../docs/conditions.md")) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			event = strings.TrimSpace(title)
		}
		fields := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| ---") || strings.HasPrefix(line, "| condition ") {
			continue
		}
		if len(fields) != 4 {
			t.Fatalf("docs/conditions.md, %s: %d columns, want 4: %s", event, len(fields), line)
		}
		for i := range fields {
			fields[i] = strings.Trim(fields[i], " `\n")
		}
		cells = append(cells, cell{event, strings.Split(fields[0], ", "), fields[1], fields[2], fields[3]})
	}
	return cells
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// functions returns the functions of files, by name.
func functions(t *testing.T, patterns ...string) map[string]bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)`)
	set := map[string]bool{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		if err != nil || files == nil {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			for _, m := range declared.FindAllStringSubmatch(readFile(t, file), -1) {
				set[m[1]] = true
			}
		}
	}
	return set
}

// TestPageOfConditions holds that docs/conditions.md has an answer for each kind of event and
// each condition, and that the conditions, functions and tests that it names exist.
func TestPageOfConditions(t *testing.T) {
	cells := page(t)
	known := functions(t, "*.go", "../compose/*.go", "../explicit/*.go", "../../*.go", "../../checkertest/*_test.go")
	tests := needTests()
	named, answers := map[string]bool{}, map[string]bool{}
	for _, c := range cells {
		for _, x := range c.conditions {
			answers[c.event+" "+x] = true
		}
		test, sub, isSub := strings.Cut(c.test, "/")
		isTest := strings.HasPrefix(test, "Test")
		switch {
		case c.function != "" && !known[c.function]:
			t.Errorf("%s, %v: there is no function %s", c.event, c.conditions, c.function)
		case isTest && !known[test] || isSub && isTest && !slices.Contains(tests, c.test):
			t.Errorf("%s, %v: there is no test %s", c.event, c.conditions, c.test)
		case isTest != (c.function != ""):
			t.Errorf("%s, %v: a function and a test, or a reason: got %q and %q", c.event, c.conditions, c.function, c.test)
		case c.switched != "" && confluent.Conditions()[c.switched] == 0:
			t.Errorf("%s, %v: there is no condition %s", c.event, c.conditions, c.switched)
		case c.switched != "" && sub != c.switched && !strings.HasPrefix(sub, c.switched+"/"):
			t.Errorf("%s, %v: %s does not leave out %s", c.event, c.conditions, c.test, c.switched)
		}
		named[c.switched], named[c.test] = true, true
	}
	for condition := range confluent.Conditions() {
		if !named[condition] {
			t.Errorf("no row has the condition %s", condition)
		}
	}
	for _, test := range tests {
		if !named[test] {
			t.Errorf("no row has the test %s", test)
		}
	}
	all := []string{"crash within"}
	for k := model.Wake; k <= model.Tick; k++ {
		all = append(all, k.String())
	}
	for _, x := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "clocks", "early", "urgent", "count"} {
		for _, event := range all {
			if !answers[event+" "+x] && !answers["All events "+x] {
				t.Errorf("%s: no row has the condition %s", event, x)
			}
		}
	}
}

// needTests returns the names of the tests that leave out conditions.
func needTests() (names []string) {
	for _, m := range allMutants() {
		names = append(names, "TestEveryConditionIsNeeded/"+m.name())
	}
	for _, m := range refuting {
		names = append(names, "TestStepsNeedConditions/"+m.name())
	}
	for _, m := range allDeaf() {
		names = append(names, "TestMonitorsNeedConditions/"+m.name())
	}
	return names
}
