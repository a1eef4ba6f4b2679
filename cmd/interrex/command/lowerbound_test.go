package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLowerBoundPage builds the rows of small sizes again. The page has more:
// the sizes up to 256 take longer than a test should.
func TestLowerBoundPage(t *testing.T) {
	var b bytes.Buffer
	if s := ours().run(t.Context(), []string{"lowerbound", "--sizes", "2..32*2", "--report"}, &b, os.Stderr); s != int(ok) {
		t.Fatalf("exit status %d", s)
	}
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "lowerbound.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := slices.Collect(strings.Lines(string(file)))
	for line := range strings.Lines(b.String()) {
		if !slices.Contains(page, line) {
			t.Errorf("docs/lowerbound.md lacks the line %sgo run ./cmd/interrex lowerbound --sizes 2..256*2 --report -o docs/lowerbound.md", line)
		}
	}
}
