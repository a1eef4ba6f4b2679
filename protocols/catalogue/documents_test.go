package catalogue_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/catalogue"
)

func TestSourcesCiteDocumentsByKey(t *testing.T) {
	works := catalogue.Works()
	for _, d := range catalogue.Documents() {
		works = append(works, d.Work)
	}
	for _, e := range catalogue.All() {
		if !citesAny(e.Source, works) {
			t.Errorf("%s: source %q names no document or work by its key", e.Name, e.Source)
		}
		header, err := fs.ReadFile(protocols.Files(), e.Package()+"/source.txt")
		if err != nil {
			t.Fatal(err)
		}
		if !citesAny(string(header), works) {
			t.Errorf("%s/source.txt names no document or work by its key", e.Package())
		}
	}
}

func citesAny(text string, works []catalogue.Work) bool {
	for _, w := range works {
		if strings.Contains(text, w.Key) {
			return true
		}
	}
	return false
}

// TestFileNamesStandInTheBibliography finds citations by the name of a file:
// that name stands once in the code, beside authors and title.
func TestFileNamesStandInTheBibliography(t *testing.T) {
	hash := regexp.MustCompile(`00\d_[0-9a-f]{16}`)
	for _, pattern := range []string{"*.go", "../*/*.go", "../*/source.txt", "../../docs/*.md", "../../properties/*.go", "../../cmd/interrex/command/*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || paths == nil {
			t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
		}
		for _, path := range paths {
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if base := filepath.Base(path); base == "documents.go" || base == "bibliography.md" {
				continue
			}
			if name := hash.Find(file); name != nil {
				t.Errorf("%s cites %s; cite the key of protocols/catalogue/documents.go", path, name)
			}
		}
	}
}
