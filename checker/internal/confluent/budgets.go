package confluent

import "github.com/interrex/interrex/model"

// Budgets is the set of the kinds of fault of which something is left.
type Budgets uint8

// The kinds of fault.
const (
	Crash Budgets = 1 << iota
	Restart
	Loss
	Dup
	Cut
	Suspect
)

// BudgetsOf returns the kinds of which something is left.
func BudgetsOf(left model.Faults) Budgets {
	var b Budgets
	for i, n := range [...]int{left.Crash, left.Restart, left.Loss, left.Dup, left.Cut, left.Suspect} {
		if n > 0 {
			b |= 1 << i
		}
	}
	return b
}

func (b Budgets) has(kinds Budgets) bool { return b&kinds != 0 }
