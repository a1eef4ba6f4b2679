package docs_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
)

// TestAlgorithmIsAFolderAFileAndALine adds an algorithm to a copy of the module as CONTRIBUTING.md says, with nothing more than a
// folder, a file and a line. Golden files are made anew, and then all tests of the copy pass.
func TestAlgorithmIsAFolderAFileAndALine(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("runs all tests of a copy: INTERREX_LONG is not set")
	}
	dir := t.TempDir()
	copyModule(t, dir)
	parts := filepath.Join(dir, "docs", "testdata", "lelann")
	move(t, filepath.Join(parts, "lelann", "source.txt"), filepath.Join(dir, "protocols", "lelann", "source.txt"))
	for _, name := range []string{"doc.go", "lelann.go", "lelann_test.go"} {
		move(t, filepath.Join(parts, "lelann", name+".txt"), filepath.Join(dir, "protocols", "lelann", name))
	}
	move(t, filepath.Join(parts, "catalogue.go.txt"), filepath.Join(dir, "protocols", "catalogue", "lelann.go"))
	list := filepath.Join(dir, "protocols", "catalogue", "catalogue.go")
	const before = "\t\t{Name: \"peterson\", Entry: petersonEntry},\n"
	replaceOnce(t, list, before, "\t\t{Name: \"lelann\", Entry: lelannEntry},\n"+before)

	for _, args := range [][]string{
		{"go", "test", "./counterexamples", "-run", "TestStored/lelann", "-update"},
		{"go", "test", "./cmd/interrex/internal/pages", "./cmd/readings/page", "-update"},
		{"go", "run", "./cmd/interrex", "lowerbound", "--sizes", "2..256*2", "--report", "-o", "docs/lowerbound.md"},
		{"go", "run", "./cmd/interrex", "check", "lelann"},
		{"go", "test", "-timeout", "1h", "./..."},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = dir, slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "INTERREX_") })
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// copyModule copies the files of the module, without those of git, into a folder.
func copyModule(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.Join(dir, strings.TrimPrefix(path, root))
		switch {
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(name, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(name, data, info.Mode())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// move moves a file, and makes the folder that it goes to.
func move(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// replaceOnce replaces a text that stands once in a file.
func replaceOnce(t *testing.T, name, old, by string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), old); n != 1 {
		t.Fatalf("%s: %q stands there %d times, want once", name, old, n)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(data), old, by, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}
