package catalogue

import (
	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/internal/listing"
)

// Listing returns the Go code of one variant of e: with its fixes and readings
// resolved and without the code that the variant does not reach.
func Listing(e Entry, v Variant) (string, error) {
	return listing.Variant(protocols.Files(), e.Package(), v.Fixes, v.Readings)
}
