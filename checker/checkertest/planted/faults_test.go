package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// allFaults returns the faults, and the root of the module.
func allFaults(t *testing.T) (root string, suites []*suite) {
	t.Helper()
	from, err := fs.Sub(planted, "faults")
	if err != nil {
		t.Fatal(err)
	}
	if suites, err = loadFaults(from); err != nil {
		t.Fatal(err)
	}
	if root, err = moduleRoot(t.Context()); err != nil {
		t.Fatal(err)
	}
	return root, suites
}

// TestFaultsApply holds that every fault still fits its file: one line is as it says, and the file
// with the fault is a Go file, which compiles (unless -short).
func TestFaultsApply(t *testing.T) {
	root, suites := allFaults(t)
	compiles := func(*suite, *fault, []byte) error { return nil }
	if !testing.Short() {
		compiles = newTypeChecker(t, root).check
	}
	count := 0
	for _, s := range suites {
		for _, f := range s.faults {
			count++
			source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.path())))
			if err != nil {
				t.Errorf("%v: %v", f, err)
				continue
			}
			text, err := f.patched(source)
			if err != nil {
				t.Error(err)
				continue
			}
			if _, err := parser.ParseFile(token.NewFileSet(), f.path(), text, parser.SkipObjectResolution); err != nil {
				t.Errorf("%v: %v", f, err)
				continue
			}
			if err := compiles(s, f, text); err != nil {
				t.Errorf("%v: %v", f, err)
			}
		}
	}
	if count < 150 {
		t.Errorf("there are %d faults, want at least 150", count)
	}
}

// typeChecker checks the types of packages of the module. Their imports are compiled.
type typeChecker struct {
	root    string
	set     *token.FileSet
	imports types.Importer
	files   map[string]*ast.File // by path: without faults
}

func newTypeChecker(t *testing.T, root string) *typeChecker {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./checker", "./checker/simulation", "./model/goroutines", "./checker/validate", "./counterexamples")
	list.Dir = root
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			exports[path] = file
		}
	}
	set := token.NewFileSet()
	return &typeChecker{root, set, importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }), map[string]*ast.File{}}
}

// check checks the package of a fault; text is the file with the fault.
func (c *typeChecker) check(s *suite, f *fault, text []byte) error {
	paths, err := filepath.Glob(filepath.Join(c.root, filepath.FromSlash(s.pkg), "*.go"))
	if err != nil {
		return err
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file := c.files[path]
		if filepath.Base(path) == f.file {
			file, err = parser.ParseFile(c.set, path, text, parser.SkipObjectResolution)
		} else if file == nil {
			file, err = parser.ParseFile(c.set, path, nil, parser.SkipObjectResolution)
			c.files[path] = file
		}
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: c.imports}
	if _, err := config.Check(s.pkg, c.set, files, nil); err != nil {
		return fmt.Errorf("does not compile: %w", err)
	}
	return nil
}
