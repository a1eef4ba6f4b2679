package catalogue_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write docs/errata.md, docs/assumptions.md and docs/bibliography.md")

func TestErrataPage(t *testing.T) { comparePage(t, "errata", catalogue.WriteErrata) }

func TestBibliographyPage(t *testing.T) { comparePage(t, "bibliography", catalogue.WriteBibliography) }

func TestAssumptionsPage(t *testing.T) { comparePage(t, "assumptions", catalogue.WriteAssumptions) }

// comparePage compares a generated page of docs/ with what the tables say.
func comparePage(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	page := "../../docs/" + name + ".md"
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(file), b.String()); diff != "" {
		t.Errorf("%s is not what the tables say (-file +tables):\n%s\n"+
			"go test ./protocols/catalogue -run %s -update\ncommit only if you know why it changed", page, diff, t.Name())
	}
}

func TestErrataAreWellFormed(t *testing.T) {
	for _, e := range catalogue.All() {
		ids := map[string]bool{}
		for _, erratum := range e.Errata {
			if ids[erratum.ID] || erratum.ID == "" || erratum.Printed == "" || erratum.Corrected == "" {
				t.Errorf("%s: erratum %+v is incomplete or its name is taken", e.Name, erratum)
			}
			ids[erratum.ID] = true
			if _, err := properties.Named(erratum.Breaks, e.Extreme); err != nil {
				t.Errorf("%s: %s: %v", e.Name, erratum.ID, err)
			}
		}
		for _, reading := range e.Readings {
			if ids[reading.ID] || reading.ID == "" || reading.Question == "" || len(reading.Options) < 2 {
				t.Errorf("%s: reading %+v is incomplete or its name is taken", e.Name, reading)
			}
			ids[reading.ID] = true
		}
	}
}
