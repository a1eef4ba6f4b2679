package anonymous

import (
	"iter"
	"strings"
)

// A Class is a bounded set of deterministic synchronous algorithms: all tables
// of this size. Each of the numbers is in 1..9.
type Class struct {
	States   int // local states; every process begins in the first
	Messages int // the possible messages to a port in a round, nothing being one of them
	Ports    int // 1: everything goes to the left; 2: both ways
}

// Open stands for an entry of a table that is left open.
const Open = '?'

const (
	roles  = "ulw" // undecided, lost, won
	digits = "0123456789"
)

// Any returns the algorithm of the class of which every entry is open.
func (c Class) Any() Algorithm {
	row := strings.Repeat(string(Open), c.width())
	rows := make([]string, c.States)
	for s := range rows {
		rows[s] = row
	}
	return Algorithm{Class: c, Table: strings.Join(rows, "/")}
}

// width returns the number of entries of a row: the role, the messages for each port, and the next state for everything that can be received in a round.
func (c Class) width() int { return 1 + c.Ports + c.receipts() }

// receipts returns how much can be received in a round: a message or nothing
// from each side.
func (c Class) receipts() int {
	if c.Ports == 1 {
		return c.Messages
	}
	return c.Messages * c.Messages
}

// The places of the entries in the text of a table, whose rows are separated
// by a character.

func (c Class) role(s int) int          { return s * (c.width() + 1) }
func (c Class) send(s, port int) int    { return c.role(s) + 1 + port }
func (c Class) next(s, receipt int) int { return c.role(s) + 1 + c.Ports + receipt }

// options returns the possible values of an entry.
func (c Class) options(entry int) string {
	switch column := entry % (c.width() + 1); {
	case column == 0:
		return roles
	case column <= c.Ports:
		return digits[:c.Messages]
	default:
		return digits[:c.States]
	}
}

// Fill yields the algorithms that a becomes when an open entry is filled in, in
// a fixed order.
func (a Algorithm) Fill(entry int) iter.Seq[Algorithm] {
	return func(yield func(Algorithm) bool) {
		for _, option := range a.Class.options(entry) {
			if !yield(Algorithm{a.Class, a.Table[:entry] + string(option) + a.Table[entry+1:]}) {
				return
			}
		}
	}
}

// All yields the algorithms without open entries that a stands for, in a fixed
// order.
func (a Algorithm) All() iter.Seq[Algorithm] {
	return func(yield func(Algorithm) bool) { a.each(yield) }
}

func (a Algorithm) each(yield func(Algorithm) bool) bool {
	entry := strings.IndexByte(a.Table, Open)
	if entry < 0 {
		return yield(a)
	}
	for filled := range a.Fill(entry) {
		if !filled.each(yield) {
			return false
		}
	}
	return true
}

// Count returns the number of algorithms without open entries that a stands
// for.
func (a Algorithm) Count() int64 {
	count := int64(1)
	for entry := range len(a.Table) {
		if a.Table[entry] == Open {
			count *= int64(len(a.Class.options(entry)))
		}
	}
	return count
}
