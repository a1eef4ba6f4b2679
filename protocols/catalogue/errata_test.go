package catalogue_test

import (
	"testing"

	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

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
