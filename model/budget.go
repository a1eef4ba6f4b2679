package model

import (
	"fmt"
	"strconv"
	"strings"
)

// Faults are budgets: the most of each fault in one execution. A budget of
// [Unbounded] never ends, and is no part of a configuration.
type Faults struct {
	Crash   int // processes that crash
	Restart int // processes that come back
	Loss    int // messages that are lost
	Dup     int // messages that are delivered and kept
	Cut     int // links that are cut
	Suspect int // false suspicions (async only)
	Divide  int // times that the network divides into two groups
	Traitor int // processes that become traitors
	Forge   int // messages that traitors send
}

// Unbounded is the budget of a fault that may occur any number of times.
const Unbounded = 1 << 30

// unbounded is the text of that budget.
const unbounded = "unbounded"

// A Budget is one of the budgets of [Faults].
type Budget struct {
	Name    string // as in [Faults.String] and [ParseFaults]
	Meaning string // the faults that it counts, in the plural
	Count   *int
}

// Budgets returns the budgets of f, in a fixed order.
func (f *Faults) Budgets() []Budget {
	return []Budget{
		{"crash", "processes that may crash", &f.Crash},
		{"restart", "processes that may come back", &f.Restart},
		{"loss", "messages that may be lost", &f.Loss},
		{"dup", "messages that may be duplicated", &f.Dup},
		{"cut", "links that may be cut", &f.Cut},
		{"suspect", "false suspicions", &f.Suspect},
		{"divide", "divisions of the network", &f.Divide},
		{"traitor", "processes that may become traitors", &f.Traitor},
		{"forge", "messages that traitors may send", &f.Forge},
	}
}

// Minus returns the rest of each budget of f after g: a budget that is unbounded
// stays so. Some are negative if f does not cover g.
func (f Faults) Minus(g Faults) Faults {
	costs := g.Budgets()
	for i, b := range f.Budgets() {
		if *b.Count != Unbounded {
			*b.Count -= *costs[i].Count
		}
	}
	return f
}

// Counted returns f without the budgets that are unbounded in left: these never
// end, so nothing need be counted.
func (f Faults) Counted(left Faults) Faults {
	all := left.Budgets()
	for i, b := range f.Budgets() {
		if *all[i].Count == Unbounded {
			*b.Count = 0
		}
	}
	return f
}

// Covers reports whether each budget of f is at least that of g.
func (f Faults) Covers(g Faults) bool {
	rest := f.Minus(g)
	for _, b := range rest.Budgets() {
		if *b.Count < 0 {
			return false
		}
	}
	return true
}

// String returns the budgets that are not 0, "crash=1 loss=unbounded", or "none".
func (f Faults) String() string {
	var parts []string
	for _, b := range f.Budgets() {
		switch *b.Count {
		case 0:
		case Unbounded:
			parts = append(parts, b.Name+"="+unbounded)
		default:
			parts = append(parts, fmt.Sprintf("%s=%d", b.Name, *b.Count))
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, " ")
}

// ParseFaults reads the text that [Faults.String] returns for budgets that are
// not negative. The error quotes the first part that it does not understand.
func ParseFaults(s string) (Faults, error) {
	var f Faults
	if s == "none" {
		return f, nil
	}
	for _, part := range strings.Split(s, " ") {
		if !f.parseBudget(part) {
			var allowed []string
			for _, b := range f.Budgets() {
				allowed = append(allowed, b.Name+"=K")
			}
			return f, fmt.Errorf("%q; allowed: none, or %s with K >= 1 or %s", part, strings.Join(allowed, " "), unbounded)
		}
	}
	return f, nil
}

// parseBudget sets the budget that s names, "crash=1", and reports whether there
// is one.
func (f *Faults) parseBudget(s string) bool {
	name, count, _ := strings.Cut(s, "=")
	for _, b := range f.Budgets() {
		if b.Name == name {
			if count == unbounded {
				*b.Count = Unbounded
				return true
			}
			n, err := strconv.Atoi(count)
			*b.Count = n
			return err == nil && 1 <= n && n < Unbounded
		}
	}
	return false
}
