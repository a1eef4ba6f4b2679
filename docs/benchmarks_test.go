package docs_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	benchmark     = regexp.MustCompile(`(?m)^func (Benchmark\w+)\(b \*testing\.B\)`)
	benchmarkCell = regexp.MustCompile("(?m)^\\| `(Benchmark\\w+)` \\| `([\\w/]+)`[^|]*\\|[^|]*\\| \\w[^|]*\\|$")
)

// TestBenchmarksAreNamed says that the table of docs/development.md has each benchmark,
// with its folder and with the figures that it checks, and no other.
func TestBenchmarksAreNamed(t *testing.T) {
	var want, got []string
	for _, file := range files(t, func(path string) bool { return strings.HasSuffix(path, "_test.go") }) {
		for _, m := range benchmark.FindAllStringSubmatch(read(t, file), -1) {
			want = append(want, path.Dir(file)+" "+m[1])
		}
	}
	for _, m := range benchmarkCell.FindAllStringSubmatch(read(t, "docs/development.md"), -1) {
		got = append(got, m[2]+" "+m[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/development.md names other benchmarks than there are (-there are +named):\n%s", diff)
	}
}
