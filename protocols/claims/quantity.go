package claims

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// A Quantity is messages, rounds or events of an algorithm, with the formulas for
// the least and the greatest amount over all schedules and all
// arrangements of the identities 1..n.
type Quantity struct {
	Of string // "messages", "rounds" or "events"
	// Where gives the variant, the network and the range of n. Its other fields are
	// not used.
	Where    Claim
	Formulas []Formula
	Remark   string // further sentences, or ""
}

// A Formula is a statement about a quantity, by a document, a textbook or us.
type Formula struct {
	Says   Relation
	Text   string              // the right side
	At     func(n int) float64 // the value of the right side
	Source string              // document and place, or "ours"
	// Refuted says where the formula is wrong; "" if it agrees with the extremes at
	// every n at which the quantity is measured.
	Refuted string
}

// Relation is the kind of statement that a formula makes about the extremes.
type Relation uint8

// The relations.
const (
	LeastIs        Relation = iota // the least amount is the value
	GreatestIs                     // the greatest amount is the value
	AlwaysIs                       // each amount is the value
	GreatestAtMost                 // no amount is greater than the value
	AverageIs                      // the value is an average: none is less than it, or none greater, only if all are equal to it
	relationsNumber
)

func (r Relation) String() string {
	if r >= relationsNumber {
		return fmt.Sprintf("relation(%d)", uint8(r))
	}
	return [...]string{"least =", "greatest =", "always =", "greatest <=", "average ="}[r]
}

// Agrees reports whether the formula agrees with the exact extremes at n.
func (f Formula) Agrees(n int, least, greatest int64) bool {
	value, lo, hi := f.At(n), float64(least), float64(greatest)
	switch f.Says {
	case LeastIs:
		return lo == value
	case GreatestIs:
		return hi == value
	case AlwaysIs:
		return lo == value && hi == value
	case GreatestAtMost:
		return hi <= value
	}
	return lo < value && value < hi || lo == value && value == hi
}

// String returns the formula in a line.
func (f Formula) String() string { return fmt.Sprintf("%v %s", f.Says, f.Text) }

// A Measured is a quantity at one n, measured over all schedules and
// arrangements.
type Measured struct {
	Of       string // as in [Quantity]
	Network  model.Network
	Greatest []*model.Execution // for each arrangement, one with the greatest amount
}

// A Supplement is a table that docs/quantities.md has of one algorithm only.
type Supplement struct {
	Before string     // describes the table, in Markdown
	Rows   [][]string // the header, and the rows; "**" begins a cell in bold type
	After  string     // draws conclusions from it, in Markdown; or ""
}
