package product

import (
	"embed"
	"fmt"

	"github.com/interrex/interrex/protocols/catalogue"
)

//go:embed results
var results embed.FS

// Stored returns the stored table of e.
func Stored(e catalogue.Entry) (*Table, error) {
	file, err := results.Open("results/" + e.Name + ".txt")
	if err != nil {
		return nil, fmt.Errorf("no readings of %s are stored: %w", e.Name, err)
	}
	defer file.Close()
	return Read(e, file)
}
