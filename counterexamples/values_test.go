package counterexamples_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
)

// TestValuesMakeTheFile says that the values of each stored file, set one by one in another
// file, make it the same.
func TestValuesMakeTheFile(t *testing.T) {
	paths, err := filepath.Glob("*/*.txt")
	if err != nil || len(paths) < 100 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	other := &counterexamples.File{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := counterexamples.Parse(data)
		if err != nil {
			continue // testdata has files with mistakes
		}
		values := f.Values()
		for name := range other.Values() {
			if _, ok := values[name]; !ok {
				values[name] = ""
			}
		}
		for name, v := range values {
			if err := other.Set(name, v); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		if diff := cmp.Diff(f.Values(), other.Values()); diff != "" {
			t.Errorf("%s: (-file +set)\n%s", path, diff)
		}
	}
	if err := other.Set("colour", "red"); err == nil {
		t.Error("a key that no file has can be set")
	}
}
