package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// small are the files of a small module, whose tests miss something.
var small = map[string]string{
	"go.mod": "module small\n\ngo 1.26\n",
	"calc/calc.go": `package calc

import "time"

func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func Min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func Down(n int) int {
	for n > 0 {
		time.Sleep(time.Nanosecond)
		n--
	}
	return n
}
`,
	"calc/calc_test.go": `package calc

import "testing"

func TestMax(t *testing.T) {
	if Max(1, 2) != 2 || Max(2, 1) != 2 {
		t.Error("wrong")
	}
}

func TestMin(t *testing.T) {
	if !testing.Short() && Min(1, 2) != 1 {
		t.Error("wrong")
	}
}

func TestDown(t *testing.T) {
	if Down(3) != 0 {
		panic("wrong")
	}
}
`,
	"above/above_test.go": `package above

import (
	"testing"

	"small/calc"
)

func TestNegative(t *testing.T) {
	if calc.Down(-1) != -1 {
		t.Error("wrong")
	}
}
`,
	"faults": `package calc
then    above

max-is-min
	at calc.go Max
	- if a > b {
	+ if a < b {
	The smaller number is returned.

min-is-max
	at calc.go Min
	- if a < b {
	+ if a > b {
	The greater number is returned.

negative
	at calc.go Down
	- return n
	+ return max(n, 0)
	A negative number becomes 0.

endless
	at calc.go Down
	- time.Sleep(time.Nanosecond)
	+ time.Sleep(time.Hour)
	The loop does not end, and takes no processor.

one-too-few
	at calc.go Down
	- for n > 0 {
	+ for n > 1 {
	The loop ends too early.

equal
	at calc.go Max
	- if a > b {
	+ if a >= b {
	No test can tell.
`,
}

// plant writes the small module, and returns its root and its faults.
func plant(t *testing.T) (root string, s *suite) {
	t.Helper()
	root = t.TempDir()
	for name, text := range small {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := parseFaults(small["faults"])
	if err != nil {
		t.Fatal(err)
	}
	return root, s
}

// TestProgram tries the faults of a small module: with its short tests, and with all.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests of a module many times")
	}
	root, s := plant(t)
	for _, row := range []struct {
		reason string
		ask    request
		faults []*fault
		table  string
	}{
		{"short tests of the package", request{jobs: 2, limit: 10 * time.Second}, s.faults, `package  faults  killed by its short tests  only by others  by not ending  survivors
calc     6       3                          0               1              min-is-max negative equal
all      6       3                          0               1              
`},
		{"all tests, but not of what does not end", request{nightly: true, jobs: 3, limit: time.Minute},
			slices.DeleteFunc(slices.Clone(s.faults), func(f *fault) bool { return f.name == "endless" }),
			`package  faults  killed by its short tests  only by others  by not ending  survivors
calc     5       2                          2               0              equal
all      5       2                          2               0              
`},
	} {
		var out bytes.Buffer
		if err := row.ask.run(t.Context(), root, []*suite{{pkg: s.pkg, then: s.then, faults: row.faults}}, &out); !errors.Is(err, errSurvivors) {
			t.Errorf("%s: error %v, want that there are survivors", row.reason, err)
		}
		_, table, _ := strings.Cut(out.String(), "\npackage")
		if diff := cmp.Diff(row.table, "package"+table); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
		for fault, by := range map[string]string{"max-is-min": "killed by calc TestMax", "one-too-few": "killed by calc TestDown", "equal": "survives"} {
			if !regexp.MustCompile(`calc ` + fault + `: ` + by + ` `).MatchString(out.String()) {
				t.Errorf("%s: %s is not %s:\n%s", row.reason, fault, by, out.String())
			}
		}
	}
}

// TestFaultsThatDoNotCompile says that they are no kills.
func TestFaultsThatDoNotCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests of a module")
	}
	root, s := plant(t)
	s.faults = s.faults[:1]
	s.faults[0].new = "if a {"
	var out bytes.Buffer
	ask := request{jobs: 1, limit: time.Minute}
	if err := ask.run(t.Context(), root, []*suite{s}, &out); err == nil || status(err) != 2 || !strings.Contains(err.Error(), "calc max-is-min: exit status 1") {
		t.Errorf("error %v, want that the build fails", err)
	}
}

// TestInterrupt says that nothing is tried after an interrupt.
func TestInterrupt(t *testing.T) {
	root, s := plant(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	ask := request{jobs: 2, limit: time.Minute}
	if err := ask.run(ctx, root, []*suite{s}, &out); !errors.Is(err, context.Canceled) || status(err) != 2 {
		t.Errorf("error %v, want that it was cancelled", err)
	}
	if strings.Contains(out.String(), "killed by calc") {
		t.Errorf("something was tried:\n%s", out.String())
	}
}

// TestPatchesAreRefused says which faults do not fit a file.
func TestPatchesAreRefused(t *testing.T) {
	source := []byte(small["calc/calc.go"])
	for _, row := range []struct {
		reason string
		fault  fault
		want   string
	}{
		{"the line is nowhere", fault{old: "if a == b {", new: "x"}, `calc f: no line of calc/calc.go is "if a == b {"`},
		{"the line is not in the function", fault{function: "Max", old: "n--", new: "x"}, `calc f: no line of calc/calc.go Max is "n--"`},
		{"the line is there twice", fault{old: "return a", new: "x"}, `calc f: lines 7 and 14 of calc/calc.go are "return a"; name a function that has one`},
		{"there is no such function", fault{function: "Sum", old: "n--", new: "x"}, `calc f: calc/calc.go has no function Sum`},
	} {
		row.fault.suite, row.fault.name, row.fault.file = &suite{pkg: "calc"}, "f", "calc.go"
		if _, err := row.fault.patched(source); err == nil || err.Error() != row.want {
			t.Errorf("%s: error %v, want %s", row.reason, err, row.want)
		}
	}
	f := fault{suite: &suite{pkg: "calc"}, name: "f", file: "calc.go", function: "Min", old: "return a", new: "return b"}
	text, err := f.patched(source)
	want := strings.Replace(small["calc/calc.go"], "if a < b {\n\t\treturn a", "if a < b {\n\t\treturn b", 1)
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Errorf("error %v; file (-want +got):\n%s", err, diff)
	}
}

// TestFilesOfFaults says which files of faults are refused, and with which error.
func TestFilesOfFaults(t *testing.T) {
	const head, whole = "package calc\n", "f\n\tat calc.go\n\t- a\n\t+ b\n\tWrong.\n"
	for _, row := range []struct{ reason, name, text, want string }{
		{"nothing is wrong", "calc.txt", head + whole, ""},
		{"the line is left out", "calc.txt", head + "f\n\tat calc.go\n\t- a\n\tWrong.\n", ""},
		{"another package", "sum.txt", head + whole, "sum.txt: the faults of calc belong into calc.txt"},
		{"no package", "calc.txt", whole, "calc.txt: line 5: want a package and at least one fault"},
		{"no fault", "calc.txt", head, "calc.txt: line 1: want a package and at least one fault"},
		{"no reason", "calc.txt", head + "f\n\tat calc.go\n\t- a\n\t+ b\n", `calc.txt: fault "f": want a line each with at, with - and with the reason`},
		{"no change", "calc.txt", head + "f\n\tat calc.go\n\t- a\n\t+ a\n\tWrong.\n", `calc.txt: fault "f" changes nothing`},
		{"a name twice", "calc.txt", head + whole + whole, `calc.txt: line 7: fault "f" occurs twice`},
		{"a name of two words", "calc.txt", head + "f g\n", `calc.txt: line 2: malformed name "f g"; allowed: one word, such as off-by-one`},
		{"a line before the first name", "calc.txt", head + "\tat calc.go\n", `calc.txt: line 2: "\tat calc.go" comes before the name of a fault`},
	} {
		_, err := loadFaults(fstest.MapFS{row.name: {Data: []byte(row.text)}})
		if got := errorText(err); got != row.want {
			t.Errorf("%s: error %q, want %q", row.reason, got, row.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSample draws other faults for other commits, and the same for the same.
func TestSample(t *testing.T) {
	_, suites := allFaults(t)
	var all []*fault
	for _, s := range suites {
		all = append(all, s.faults...)
	}
	met := map[*fault]bool{}
	for seed := range 100 {
		commit := strings.Repeat("a", seed)
		drawn := draw(all, commit, 6)
		if len(drawn) != 6 || !slices.Equal(drawn, draw(all, commit, 6)) {
			t.Fatalf("%d faults are drawn, or others each time", len(drawn))
		}
		for _, f := range drawn {
			met[f] = true
		}
	}
	if len(met) < 150 {
		t.Errorf("100 samples of 6 have %d different faults, want 150", len(met))
	}
	if drawn := draw(all[:3], "", 6); len(drawn) != 3 {
		t.Errorf("%d of 3 faults are drawn", len(drawn))
	}
}

// TestCommandLine says which command lines are refused, and with which error.
func TestCommandLine(t *testing.T) {
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"-package", "nowhere"}, `no package "nowhere" has a fault ""; see -list`},
		{[]string{"-jobs", "0"}, "-jobs and -limit must be positive, -sample must not be negative"},
		{[]string{"-sample", "-1"}, "-jobs and -limit must be positive, -sample must not be negative"},
		{[]string{"lcr"}, `unexpected argument "lcr"`},
	} {
		if err := start(t.Context(), row.args, &bytes.Buffer{}); errorText(err) != row.want {
			t.Errorf("%q: error %v, want %s", row.args, err, row.want)
		}
	}
	var out bytes.Buffer
	if err := start(t.Context(), []string{"-list", "-package", "internal/graph"}, &out); err != nil || !strings.Contains(out.String(), "checker/internal/graph forwards-twice\n\t") {
		t.Errorf("error %v, list\n%s", err, out.String())
	}
}
