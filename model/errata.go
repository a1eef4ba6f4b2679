package model

// An Erratum is a place where a printed algorithm does not do what is claimed
// of it, with the change that mends it. Errata are listed by the constant that
// names their fix in the code.
type Erratum struct {
	ID        string // "E1"
	Line      int    // the line of protocols/<name>/source.txt; 0: nowhere in particular
	Printed   string // what is printed
	Corrected string // what it should be
	Breaks    string // the property that the printed text violates
	Faults    Faults // what must go wrong for it to show, on top of the network of the document
	Needs     Fixes  // the fixes without which this one makes no sense
}

// Shows says in words which property the erratum breaks and under which
// faults.
func (e Erratum) Shows() string {
	if e.Faults == (Faults{}) {
		return e.Breaks
	}
	return e.Breaks + " under " + e.Faults.String()
}

// Fixes is a set of errata whose fix is applied. An algorithm value carries
// one: the zero value is the text as printed.
type Fixes uint64

// Corrected has every fix.
const Corrected = ^Fixes(0)

// Fix returns the set of the fixes of the given errata.
func Fix(errata ...int) Fixes {
	var f Fixes
	for _, i := range errata {
		f |= 1 << i
	}
	return f
}

// Has reports whether the fix of erratum i is applied.
func (f Fixes) Has(i int) bool { return f>>i&1 == 1 }

// A Reading is a place where the printed text can be read in more than one
// way, none of them an erratum.
type Reading struct {
	ID       string   // "R1"
	Line     int      // the line of protocols/<name>/source.txt; 0: nowhere in particular
	Question string   // what the text leaves open
	Options  []string // the ways to read it; the first is the default
}

// Readings says how each Reading of an algorithm is read: Readings[i] is an
// index into the Options of the i-th. The zero value takes the first of each.
type Readings [8]uint8
