package docs_test

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
)

// quotes lists the pages that show a program part by part, in blocks labelled
// with its path, and its output, in a block labelled "output of" its
// directory. The text before from is left out.
var quotes = []struct{ page, program, from, reason string }{
	{"README.md", "docs/example/main.go", "// ring is", "the first thing that a reader tries"},
	{"docs/tutorial.md", "docs/tutorial/main.go", "", "every step of the tutorial"},
	{"docs/validate.md", "docs/validate/main.go", "// ring is", "a running system and its model"},
	{"docs/exectrace.md", "docs/exectrace/main.go", "// run is", "a flight recorder's snapshot and the model"},
	{"docs/realcode.md", "docs/realcode/main.go", "// A server gives", "from somebody's code to a verdict"},
	{"docs/goroutines.md", "docs/goroutines/main.go", "const lease", "from a service with goroutines to a verdict"},
	{"docs/tutorial.md", "docs/tutorial/main_test.go", "", "the test that the reader keeps"},
	{"docs/store.md", "docs/store/main.go", "// The messages:", "servers and clients in one network"},
	{"docs/command.md", "docs/command/main.go", "", "a command of one's own"},
	{"docs/victims.md", "docs/victims/main.go", "// A lookup is", "faults that strike servers and not clients"},
	{"docs/refinement.md", "docs/refinement/main.go", "// Roles are", "an abstract system with a hidden part"},
	{"docs/properties.md", "docs/properties/main.go", "// A lock is", "what properties see of a protocol that elects nobody"},
}

func TestQuotedPrograms(t *testing.T) {
	for _, q := range quotes {
		t.Run(q.program, func(t *testing.T) {
			var parts []string
			for _, b := range blocks(t, q.page) {
				if b.label == q.program {
					parts = append(parts, b.text)
				}
			}
			// Parts are separated by prose, so blank lines do not count.
			_, program, found := strings.Cut("\n"+read(t, q.program), "\n"+q.from)
			if !found {
				t.Fatalf("%s has no line that starts with %q", q.program, q.from)
			}
			want, got := solid(q.from+program), solid(strings.Join(parts, "\n"))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (%s) does not quote %s (-program +page):\n%s", q.page, q.reason, q.program, diff)
			}
		})
	}
}

// solid returns the lines of text that are not blank.
func solid(text string) []string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestQuotedOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs programs")
	}
	programs := map[string]string{}
	for _, q := range quotes {
		if !strings.HasSuffix(q.program, "_test.go") && q.page != "docs/command.md" { // TestQuotedTest and TestQuotedCommand run it
			programs[q.program] = read(t, q.program)
		}
	}
	dir := elsewhere(t, programs)
	goCommand(t, dir, "build", "-mod=mod", "-o", "built"+string(filepath.Separator), "./...")
	for _, q := range quotes {
		if programs[q.program] == "" {
			continue
		}
		t.Run(q.program, func(t *testing.T) {
			program := path.Dir(q.program)
			out, err := exec.Command(filepath.Join(dir, "built", path.Base(program))).Output()
			if err != nil {
				t.Fatal(err)
			}
			compareOutput(t, q.page, program, string(out))
		})
	}
}

// TestQuotedTest says that the test of the tutorial passes, and that it fails as
// the page shows when the fix of the protocol is taken out.
func TestQuotedTest(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test")
	}
	const file, fix = "docs/tutorial/main_test.go", "joins: true"
	program, test := read(t, "docs/tutorial/main.go"), read(t, file)
	goCommand(t, elsewhere(t, map[string]string{"main.go": program, "main_test.go": test}), "test", "-mod=mod", ".")

	broken := strings.ReplaceAll(test, fix, "joins: false")
	if broken == test {
		t.Fatalf("%s does not contain %q", file, fix)
	}
	out, err := tryGo(elsewhere(t, map[string]string{"main.go": program, "main_test.go": broken}), "test", "-mod=mod", ".")
	if err == nil {
		t.Fatalf("%s passes without the fix", file)
	}
	// The first line has a time, and the page shows the first violation only.
	failures := strings.SplitAfter(out, "    main_test.go:")
	if len(failures) < 3 {
		t.Fatalf("%s shows fewer than two violations:\n%s", file, out)
	}
	compareOutput(t, "docs/tutorial.md", file+" without the fix", "    main_test.go:"+strings.TrimSuffix(failures[1], "    main_test.go:"))
}

// TestQuotedCommand builds the command of docs/command.md in a module of its own,
// and runs it.
func TestQuotedCommand(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("links the command again: INTERREX_LONG is not set")
	}
	const page = "docs/command.md"
	dir := elsewhere(t, map[string]string{"main.go": read(t, "docs/command/main.go")})
	goCommand(t, dir, "build", "-mod=mod", "-o", "mine", ".")
	mine := func(args ...string) string {
		cmd := exec.Command(filepath.Join(dir, "mine"), args...)
		cmd.Dir = dir
		out, _ := cmd.Output() // the exit status is 1 if a property is refuted
		return string(out)
	}
	steady := regexp.MustCompile(`\d+\.\d\ds`)
	compareOutput(t, page, "docs/command check", steady.ReplaceAllString(mine("check"), "0.01s"))
	mine("check", "hasty", "-n", "3", "--counterexamples", "found")
	const file = "found/hasty-own-uniqueness-n3-async-fifo-weak.txt"
	if got := mine("replay", file); !strings.Contains(got, "violated by 5 events") {
		t.Errorf("replay prints %q", got)
	}
	if got := mine("chart", file); !strings.Contains(read(t, page), got) || got == "" {
		t.Errorf("%s has no chart like\n%s", page, got)
	}
}

// TestSizeOfOwnCommand says that a command of one's own needs few modules and is small, and that
// each part adds only its own packages.
func TestSizeOfOwnCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("links the command again")
	}
	const (
		mostModules = 10 // interrex among them
		mostBytes   = 10_000_000
	)
	dir := elsewhere(t, map[string]string{"main.go": read(t, "docs/command/main.go")})
	goCommand(t, dir, "build", "-mod=mod", "-trimpath", "-ldflags=-s -w", "-o", "mine", ".") // -trimpath: the folder of a checkout counts otherwise
	built, err := buildinfo.ReadFile(filepath.Join(dir, "mine"))
	if err != nil {
		t.Fatal(err)
	}
	about, err := os.Stat(filepath.Join(dir, "mine"))
	if err != nil {
		t.Fatal(err)
	}
	if len(built.Deps) > mostModules || about.Size() > mostBytes {
		var names []string
		for _, d := range built.Deps {
			names = append(names, d.Path)
		}
		t.Errorf("%d bytes, %d modules; allowed: %d bytes, %d modules: %s", about.Size(), len(names), mostBytes, mostModules, strings.Join(names, ", "))
	}
	t.Logf("%d modules, %.1f MB", len(built.Deps), float64(about.Size())/1e6)

	linked := strings.Fields(goCommand(t, root, "list", "-deps", module+"/cmd/interrex/command"))
	for _, row := range []struct{ part, adds, reason string }{
		{"explorer", "net/http", "the page has a server"},
		{"figures", "gonum.org/v1/plot", "figures are plots"},
		{"exectrace", "golang.org/x/exp/trace", "the reader of execution traces"},
		{"coverage", "go/parser", "branches are found in the source"},
		{"promela", module + "/counterexamples/export/promela", "most commands write no models for SPIN"},
		{"calls", module + "/properties/object", "the objects whose calls are judged"},
	} {
		own := strings.Fields(goCommand(t, root, "list", "-deps", module+"/cmd/interrex/"+row.part))
		if slices.Contains(linked, row.adds) || !slices.Contains(own, row.adds) {
			t.Errorf("%s (%s): a command has %s without the part, or not with it", row.part, row.reason, row.adds)
		}
		if slices.Contains(own, module+"/protocols/catalogue") {
			t.Errorf("%s imports the catalogue", row.part)
		}
	}
}

// compareOutput compares the output of a program with the blocks of a page that
// are labelled as its output, or writes it there.
func compareOutput(t *testing.T, page, program, got string) {
	t.Helper()
	label, found := "output of "+program, false
	for _, b := range blocks(t, page) {
		if b.label != label {
			continue
		}
		if found = true; b.text == got {
			continue
		}
		if *update {
			replace(t, b, got)
			continue
		}
		t.Errorf("%s quotes another output of %s (-page +program):\n%s\nrun: go test ./docs -update; commit only if you know why it changed",
			page, program, cmp.Diff(b.text, got))
	}
	if !found {
		t.Errorf("%s has no block labelled %q", page, label)
	}
}

// pictures lists the images that are charts of stored counterexamples.
var pictures = []struct{ image, file, reason string }{
	{"docs/images/lcr-E3.svg", "counterexamples/lcr/E3-irrevocability.txt", "the picture of the README"},
}

func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the command")
	}
	for _, p := range pictures {
		t.Run(p.image, func(t *testing.T) {
			got := goCommand(t, root, "run", "./cmd/interrex", "chart", p.file, "--format", "svg")
			if *update {
				write(t, p.image, got)
			}
			if diff := cmp.Diff(read(t, p.image), got); diff != "" {
				t.Errorf("%s (%s) is not the chart of %s (-image +chart):\n%s\nrun: go test ./docs -update; commit only if you know why it changed",
					p.image, p.reason, p.file, diff)
			}
		})
	}
}

// write writes a file of the module.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(path)), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// elsewhere writes files into a module of its own that requires this one, as a
// user's does, and returns its directory.
func elsewhere(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	add := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		add(name, text)
	}
	add("go.mod", "module example.org/mine\n\ngo 1.26.0\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+here+"\n")
	add("go.sum", read(t, "go.sum"))
	return dir
}

// goCommand runs the go command in a directory and returns its output. It
// fails the test if the command fails.
func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := tryGo(dir, args...)
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// tryGo runs the go command in a directory and returns its standard output.
// After a failure its standard error follows.
func tryGo(dir string, args ...string) (string, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if err := cmd.Run(); err != nil {
		return out.String() + errs.String(), err
	}
	return out.String(), nil
}

// replace writes text in place of that of a block.
func replace(t *testing.T, b block, text string) {
	t.Helper()
	page := read(t, b.page)
	write(t, b.page, page[:b.at]+text+page[b.at+len(b.text):])
}
