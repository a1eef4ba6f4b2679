package parts

import (
	"fmt"
	"strconv"

	"github.com/interrex/interrex/protocols/claims"
)

// A Measurement is one quantity of an algorithm, measured for a range of n.
type Measurement struct {
	Entry     claims.Entry
	Of        string // the quantity
	Variant   string
	Condition string
	Sizes     string // the range
	Formulas  []claims.Formula
	Remark    string // further sentences, or ""
	Amounts   []Amount
}

// An Amount is the extremes of a quantity at one n.
type Amount struct {
	N               int
	Arrangements    int    // of the identities
	Least, Greatest string // as the table shows them
	Values          []Value
	Measured        claims.Measured
}

// A Value is the value of a formula at one n.
type Value struct {
	Text   string
	Agrees bool // with the extremes
}

// A LowerBound has the numbers of messages that the construction of package adversary
// found for an algorithm on n processes.
type LowerBound struct {
	Entry    claims.Entry
	N        int
	Bound    float64         // messages that the proof finds in an open schedule
	Received int             // in the open schedule that was built
	Sent     int             // in the complete execution
	Greatest *claims.Formula // over all executions; nil: no formula is known
}

// GreatestText returns the greatest number of messages over all executions, ""
// if it is not known.
func (r LowerBound) GreatestText() string {
	if r.Greatest == nil {
		return ""
	}
	return strconv.FormatFloat(r.Greatest.At(r.N), 'f', -1, 64)
}

// A Synchronous is the execution of an algorithm in lockstep on the bit-reversal
// ring of n processes.
type Synchronous struct {
	Entry   claims.Entry
	N       int
	Least   []int // messages in each active round, of an algorithm that only compares identities
	Active  []int // messages in each active round
	Differs int   // the first round that differs with other identities in the same order, from 1; 0: none
}

// Bound returns the number of messages of an algorithm that only compares
// identities.
func (r Synchronous) Bound() int { return sum(r.Least) }

// Sent returns the number of messages.
func (r Synchronous) Sent() int { return sum(r.Active) }

func sum(list []int) int {
	total := 0
	for _, x := range list {
		total += x
	}
	return total
}

// PatternText says whether other identities in the same order make a difference.
func (r Synchronous) PatternText() string {
	if r.Differs == 0 {
		return "the same"
	}
	return fmt.Sprintf("other messages in round %d", r.Differs)
}

// Short returns the first active round with fewer messages than the bound says, from
// 1; 0: there is none.
func (r Synchronous) Short() int {
	for i, least := range r.Least {
		if i >= len(r.Active) || r.Active[i] < least {
			return i + 1
		}
	}
	return 0
}
