package product

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// The numbers of processes: smallest..usual under every condition, and up to greatest under
// the assumed one, where some rules need four processes.
const (
	smallest = 2
	usual    = 3
	greatest = 4
)

// A Row is a variant of an algorithm under a condition with n processes. It has a cell
// for each combination of options.
type Row struct {
	Variant   string // as [catalogue.Entry.ParseVariant] reads it
	Condition Condition
	N         int
	Messages  bool // its cells are judged for [Messages] only
}

// String writes r as it begins a line of a file: "corrected fifo async none n=3", or "corrected fifo async none n=3 messages".
func (r Row) String() string {
	text := fmt.Sprintf("%s %v n=%d", r.Variant, r.Condition, r.N)
	if r.Messages {
		text += aboutMessages
	}
	return text
}

const aboutMessages = " messages"

// Rows returns the rows of e: the corrected and the printed text under every condition, and
// the corrected text without one fix under the condition in which its erratum shows. Rows with fewer changes from
// the assumed condition come first, so that rows judged first explain those judged later.
func Rows(e catalogue.Entry) []Row {
	var rows []Row
	assumed := Assumed(e)
	for i, c := range Conditions(e) {
		changes, last := c.Changes(assumed), usual
		if changes == 0 {
			last = greatest
		}
		for n := smallest; n <= last; n++ {
			rows = append(rows, Row{Variant: "corrected", Condition: c, N: n})
			if len(e.Errata) > 0 {
				rows = append(rows, Row{Variant: "printed", Condition: c, N: n})
			}
		}
		if i == 0 {
			rows = append(rows, withoutOne(e, assumed)...)
			if b, ok := BoundOf(e); ok {
				rows = append(rows, b.rows(e)...)
			}
		}
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return !suits(e, r) })
}

// withoutOne returns the rows of the corrected text without one fix.
func withoutOne(e catalogue.Entry, assumed Condition) []Row {
	var rows []Row
	for _, x := range e.Errata {
		c := assumed
		if x.Faults != (model.Faults{}) {
			c.Faults = x.Faults
		}
		for n := smallest; n <= greatest; n++ {
			rows = append(rows, Row{Variant: "-" + x.ID, Condition: c, N: n})
		}
	}
	return rows
}

// suits reports whether the algorithm has a system of n processes.
func suits(e catalogue.Entry, r Row) bool {
	systems, err := Systems(e, r, errata.Readings{})
	return err == nil && len(systems) > 0
}

// Names returns the names of [Properties], and [Messages] if the document of e states a bound.
func Names(e catalogue.Entry) []string {
	names := Properties(e)
	if _, ok := BoundOf(e); ok {
		names = append(names, Messages)
	}
	return names
}

// Properties returns the names of the properties that rows are judged for that are not about messages: well-formedness,
// and those of the outcome that the corrected algorithm is claimed to have under some condition.
func Properties(e catalogue.Entry) []string {
	about := e.About()
	names := properties.StandardNames()
	return slices.DeleteFunc(names, func(name string) bool {
		_, ok := about[name]
		return !ok && name != properties.WellFormed().Name
	})
}
