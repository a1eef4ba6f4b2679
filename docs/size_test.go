package docs_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
)

// TestPagesTogether says that the pages do not grow unseen: each fact stands on one page, and a
// page that sums up others links them. Whoever adds a subject raises the number.
func TestPagesTogether(t *testing.T) {
	const most = 1_090_000 // bytes
	var sum int64
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		info, err := d.Info()
		sum += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum == 0 || sum > most {
		t.Errorf("the pages have %d bytes, allowed: 1 to %d", sum, most)
	}
}
