package command

import (
	"io"
	"os"
	"testing"
)

// TestFilesOfFindings says that no finding overwrites another one.
func TestFilesOfFindings(t *testing.T) {
	c := &checkCommand{request: request{known: ours()}, files: t.TempDir()}
	c.variant, c.algorithms, c.sizes, c.properties = "printed", []string{"lcr"}, sizes{2, 2}, []string{"halted"}
	groups, err := c.groups()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.search(t.Context(), newSearch(&c.request), groups, io.Discard, io.Discard); err != refuted {
		t.Fatalf("error %v, want %v", err, refuted)
	}
	one := violations(groups, func(*row) bool { return true })
	if err := saveFindings(c.files, append(one, one...)); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(c.files)
	if err != nil || len(files) != 2 {
		t.Errorf("%d files, error %v; want 2, one for each finding", len(files), err)
	}
}
