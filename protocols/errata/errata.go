// Package errata has the terms in which a protocol says where its printed text is wrong, or
// can be read in several ways: errata and their fixes, readings and their options.
package errata

import "github.com/interrex/interrex/model"

// An Erratum is a place where a printed algorithm violates a claim, and the
// change that corrects it. The index of an erratum in the list of its algorithm
// is the constant that names its fix in the code.
type Erratum struct {
	ID        string       // "E1"
	Line      int          // the line of protocols/<name>/source.txt; 0: no particular one
	Printed   string       // the printed text
	Corrected string       // the corrected text
	Breaks    string       // the property that the printed text violates
	Faults    model.Faults // the faults that the violation needs, besides the network of the document
	Needs     Fixes        // the fixes that this one presupposes
}

// Shows says in words which property the erratum breaks, and under which faults.
func (e Erratum) Shows() string {
	if e.Faults == (model.Faults{}) {
		return e.Breaks
	}
	return e.Breaks + " under " + e.Faults.String()
}

// Fixes is a set of errata whose fixes are applied. It is part of the value of an
// algorithm. The zero value is the text as printed.
type Fixes uint64

// Corrected has every fix.
const Corrected = ^Fixes(0)

// Fix returns the set of the fixes of the errata in a list.
func Fix(list ...int) Fixes {
	var f Fixes
	for _, i := range list {
		f |= 1 << i
	}
	return f
}

// Has reports whether the fix of erratum i is applied.
func (f Fixes) Has(i int) bool { return f>>i&1 == 1 }

// A Reading is a place where the printed text can be read in several ways, none
// of which is an erratum.
type Reading struct {
	ID       string   // "R1"
	Line     int      // the line of protocols/<name>/source.txt; 0: no particular one
	Question string   // the question that the text leaves open
	Options  []string // the answers; the first is the default
}

// Readings chooses an option of each Reading of an algorithm: Readings[i] is an
// index into the Options of the i-th. The zero value chooses the first of each.
type Readings [16]uint8
