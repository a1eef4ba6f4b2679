package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
)

// TestDeadBranchesOfExamples plants a dead branch at the beginning of Step of each example. The test of the example lists it, and nothing else. Without it the test passes, and
// with a bound that cuts its search short it lists nothing.
func TestDeadBranchesOfExamples(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("builds each example three times: INTERREX_LONG is not set")
	}
	sources, err := filepath.Glob(filepath.Join(root, "docs/example/*/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		name := filepath.Base(filepath.Dir(source))
		t.Run(name, func(t *testing.T) {
			dir := "docs/example/" + name + "/" + name
			text, test := read(t, dir+".go"), read(t, dir+"_test.go")
			if out, err := coverageOf(t, name, text, test); err != nil {
				t.Errorf("without a dead branch:\n%s", out)
			}
			planted, want := plant(t, name+".go", text)
			out, err := coverageOf(t, name, planted, test)
			listed := regexp.MustCompile(`(?m)coverage: (\w+\.go:\d+:.*)$`).FindAllStringSubmatch(out, -1)
			if err == nil || len(listed) == 0 {
				t.Fatalf("a dead branch is not listed:\n%s", out)
			}
			var got []string
			for _, l := range listed {
				got = append(got, l[1])
			}
			if !slices.Equal(got, want) {
				t.Errorf("listed are\n%s\nplanted is\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			cut := strings.ReplaceAll(test, "interrextest.Coverage(t, ", "interrextest.Covered{Configurations: 1}.Check(t, ")
			out, err = coverageOf(t, name, planted, cut)
			if err == nil || !strings.Contains(out, "its bound on 1 configurations; nothing is known to be dead") || strings.Contains(out, "no execution") {
				t.Errorf("a search that is cut short lists branches, or does not say so:\n%s", out)
			}
		})
	}
}

// TestCoverageOfTheCatalogue compares the branches that no execution of two processes takes.
func TestCoverageOfTheCatalogue(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("builds the command with counters: INTERREX_LONG is not set")
	}
	counted := filepath.Join(t.TempDir(), "counted")
	goCommand(t, root, "build", "-cover", "-covermode=atomic", "-coverpkg=./cmd/interrex,./protocols/...", "-o", counted, "./cmd/interrex")
	cmd := exec.Command(counted, "coverage", "-n", "2", "--max-configurations", "50000")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	compareOutput(t, "docs/coverage.md", "interrex coverage", string(out))
}

// plant returns a source file with a dead branch at the beginning of each Step, and the lines that are
// to list them.
func plant(t *testing.T, file, source string) (text string, want []string) {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, file, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	at, lines := 0, 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv == nil || fn.Name.Name != "Step" {
			continue
		}
		input, state := fn.Type.Params.List[2].Names[0].Name, fn.Type.Params.List[1].Names[0].Name
		brace := files.Position(fn.Body.Lbrace)
		branch := fmt.Sprintf("if %s.Kind == model.Round {", input)
		text += source[at:brace.Offset+1] + fmt.Sprintf("\n\t%s\n\t\treturn %s\n\t}", branch, state)
		want = append(want, fmt.Sprintf("%s:%d:2: no execution enters it: %s", file, brace.Line+lines+1, branch))
		at, lines = brace.Offset+1, lines+3
	}
	return text + source[at:], want
}

// coverageOf runs TestCoverage of an example, with these texts, in a module of its own: the
// go command looks for the source there.
func coverageOf(t *testing.T, name, text, test string) (string, error) {
	t.Helper()
	test = strings.ReplaceAll(test, module+"/docs/example/"+name, "example.org/mine")
	dir := elsewhere(t, map[string]string{name + ".go": text, name + "_test.go": test})
	return tryGo(dir, "test", "-mod=mod", "-covermode=count", "-run", "TestCoverage$", ".")
}
