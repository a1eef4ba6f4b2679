package counterexamples

import (
	"embed"
	"fmt"
)

// errata has the stored counterexamples of the errata of the catalogue.
//
//go:embed */E*.txt
var errata embed.FS

// OfErratum returns the stored counterexample that shows how an erratum of an algorithm of the
// catalogue violates a property.
func OfErratum(algorithm, id, property string) (*File, error) {
	data, err := errata.ReadFile(algorithm + "/" + id + "-" + property + ".txt")
	if err != nil {
		return nil, fmt.Errorf("%s: no counterexample is stored that shows that %s violates %s", algorithm, id, property)
	}
	f, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: counterexample of %s: %w", algorithm, id, err)
	}
	return f, nil
}
