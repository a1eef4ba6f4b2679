package product

import (
	"iter"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// Combinations yields the combinations of the options of e: the last reading changes fastest,
// and the first combination has all first options.
func Combinations(e catalogue.Entry) iter.Seq[model.Readings] {
	return func(yield func(model.Readings) bool) {
		var r model.Readings
		for range Count(e) {
			if !yield(r) {
				return
			}
			for i := len(e.Readings) - 1; i >= 0; i-- {
				r[i]++
				if int(r[i]) < len(e.Readings[i].Options) {
					break
				}
				r[i] = 0
			}
		}
	}
}

// Count returns the number of combinations of the options of e.
func Count(e catalogue.Entry) int {
	count := 1
	for _, r := range e.Readings {
		count *= len(r.Options)
	}
	return count
}

// Index returns the place of a combination among [Combinations].
func Index(e catalogue.Entry, r model.Readings) int {
	at := 0
	for i, reading := range e.Readings {
		at = at*len(reading.Options) + int(r[i])
	}
	return at
}
