package protocols

import (
	"embed"

	"github.com/interrex/interrex/protocols/internal/listing"
)

// code is the Go code of the algorithms, by package.
//
//go:embed */*.go
var code embed.FS

// Listing returns the Go code of one variant of e: with its fixes and readings
// resolved and everything that the variant does not do left out.
func (e Entry) Listing(v Variant) (string, error) {
	return listing.Variant(code, e.Package(), v.Fixes, v.Readings)
}
