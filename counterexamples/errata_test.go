package counterexamples_test

import (
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestEachErratumIsShown says that a file is stored for each erratum, and none for an identifier of no erratum.
func TestEachErratumIsShown(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, erratum := range e.Errata {
			f, err := counterexamples.OfErratum(e.Name, erratum.ID, erratum.Breaks)
			if err != nil {
				t.Error(err)
			} else if f.Instance.Algorithm != e.Name || f.Property != erratum.Breaks {
				t.Errorf("the counterexample of %s of %s is about %s of %s", erratum.ID, e.Name, f.Property, f.Instance.Algorithm)
			}
		}
	}
	_, err := counterexamples.OfErratum("lcr", "E9", "known")
	if want := "lcr: no counterexample is stored that shows that E9 violates known"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}
