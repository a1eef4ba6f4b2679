package product

import (
	"iter"

	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

const (
	// whole is the most combinations of an algorithm of which all are judged.
	whole = 1000
	// Strongest is in how many readings a combination differs from the first options at most, if not all are judged.
	Strongest = 3
)

// Whole reports whether all combinations of e are judged.
func Whole(e catalogue.Entry) bool { return Size(e) <= whole }

// Combinations yields the combinations of the options of e that are judged, that of all first options first: all of them, the last
// reading changing fastest, or if there are too many, those that differ in at most strength readings from the first
// options, those with the fewest first. So each choice of so many options is judged with the first options of the other readings.
func Combinations(e catalogue.Entry, strength int) iter.Seq[errata.Readings] {
	return func(yield func(errata.Readings) bool) {
		if Whole(e) {
			choose(e, 0, 0, len(e.Readings), errata.Readings{}, yield)
			return
		}
		for differ := range strength + 1 {
			if !choose(e, 0, differ, differ, errata.Readings{}, yield) {
				return
			}
		}
	}
}

// choose yields the combinations that begin with the options of r before reading i and differ in least to most
// readings from there on. It reports whether more are wanted.
func choose(e catalogue.Entry, i, least, most int, r errata.Readings, yield func(errata.Readings) bool) bool {
	if i == len(e.Readings) {
		return least > 0 || yield(r)
	}
	for option := range e.Readings[i].Options {
		r[i] = uint8(option)
		if option == 1 {
			least, most = least-1, most-1
		}
		if most < 0 || !choose(e, i+1, least, most, r, yield) {
			return most < 0
		}
	}
	return true
}

// Size returns the number of all combinations of the options of e.
func Size(e catalogue.Entry) int {
	size := 1
	for _, r := range e.Readings {
		size *= len(r.Options)
	}
	return size
}

// Count returns the number of [Combinations].
func Count(e catalogue.Entry, strength int) int {
	count := 0
	for range Combinations(e, strength) {
		count++
	}
	return count
}
