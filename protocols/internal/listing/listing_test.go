package listing_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/internal/listing"
)

var update = flag.Bool("update", false, "write testdata")

// list returns the listing of a variant of an entry.
func list(t *testing.T, e catalogue.Entry, v catalogue.Variant) string {
	t.Helper()
	text, err := listing.Variant(os.DirFS(filepath.Join("..", "..")), e.Package(), v.Fixes, v.Readings)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestGolden shows listings to whoever reads the difference.
func TestGolden(t *testing.T) {
	for _, c := range []struct{ algorithm, variant, readings, reason string }{
		{"lcr", "printed", "", "all conditions are false"},
		{"lcr", "corrected", "R2=b,R3=b", "all are true, readings too"},
		{"raft", "-E7", "", "conjunctions of which a part is left"},
		{"sun", "printed", "R4=b", "negations, disjunctions in parentheses, clauses"},
	} {
		e, err := catalogue.ByName(c.algorithm)
		if err != nil {
			t.Fatal(err)
		}
		v, err := e.ParseChoice(c.variant, c.readings, "")
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Join(strings.Fields(strings.NewReplacer(",", " ", "=", "").Replace(c.algorithm+" "+c.variant+" "+c.readings)), "-")
		file := filepath.Join("testdata", name+".go.txt")
		got := list(t, e, v)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (%s): (-file +listing)\n%s\ngo test ./protocols/internal/listing -update; commit only if you know why it changed", file, c.reason, diff)
		}
	}
}

// TestNothingIsLeftOpen says that no listing asks which variant it is.
func TestNothingIsLeftOpen(t *testing.T) {
	for _, e := range catalogue.All() {
		for name, v := range variants(t, e) {
			for _, word := range []string{"Fixes", "Readings"} {
				if text := list(t, e, v); strings.Contains(text, "."+word) {
					t.Errorf("%s: %s is left in\n%s", name, word, text)
				}
			}
		}
	}
}

// variants returns the printed and the corrected variant of e, and the
// corrected one with the last option of every reading, by name.
func variants(t *testing.T, e catalogue.Entry) map[string]catalogue.Variant {
	t.Helper()
	corrected, err := e.ParseVariant("corrected")
	if err != nil {
		t.Fatal(err)
	}
	other := corrected
	for i, r := range e.Readings {
		other.Readings[i] = uint8(len(r.Options) - 1)
	}
	return map[string]catalogue.Variant{e.Package() + "_printed": {}, e.Package() + "_corrected": corrected, e.Package() + "_read": other}
}

// TestListingsDoTheSame compiles the listings of all these variants in a module
// of their own and compares the configurations of each with the variant that
// it lists.
func TestListingsDoTheSame(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("compiles some fifty packages: INTERREX_LONG is not set")
	}
	dir := t.TempDir()
	var imports, calls strings.Builder
	for _, e := range catalogue.All() {
		if len(e.Errata)+len(e.Readings) == 0 {
			continue // there is nothing to resolve
		}
		for name, v := range variants(t, e) {
			write(t, filepath.Join(dir, name, "listing.go"), list(t, e, v))
			fmt.Fprintf(&imports, "%s %q\n", name, "listings/"+name)
			fmt.Fprintf(&calls, "compare(%q, %s.Algorithm{}, %d, %#v)\n", e.Name, name, v.Fixes, v.Readings)
		}
	}
	program, err := os.ReadFile(filepath.Join("testdata", "compare.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.go"), strings.NewReplacer("// IMPORTS", imports.String(), "// CALLS", calls.String()).Replace(string(program)))
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		content := strings.Replace(string(text), "module github.com/interrex/interrex", "module listings", 1)
		if name == "go.mod" {
			content += fmt.Sprintf("\nrequire github.com/interrex/interrex v0.0.0\nreplace github.com/interrex/interrex => %s\n", root)
		}
		write(t, filepath.Join(dir, name), content)
	}
	cmd := exec.Command("go", "run", "-mod=mod", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestErrors(t *testing.T) {
	if _, err := listing.Variant(os.DirFS("."), "nowhere", 0, errata.Readings{}); err == nil {
		t.Error("a folder without Go files: no error")
	}
}
