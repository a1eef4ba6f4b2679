package checker

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// questions returns the questions about some properties: the first is about all
// that need no search of their own. If nobody asked for the reduction by name, to
// compare how many configurations are left, it is about the first monitor too.
func (k *check) questions(about []int) [][]int {
	var plain []int
	var alone [][]int
	carried := -1
	for _, i := range about {
		switch {
		case !k.suits(i):
		case !k.isAlone(i):
			plain = append(plain, i)
		case carried < 0 && k.using == Confluent && k.options.Search.Reduce == AutoReduction && k.verdicts[i].Property.Form != properties.LeadsTo:
			carried = i
		case len(alone) > 0 && k.goTogether(alone[len(alone)-1][0], i):
			alone[len(alone)-1] = append(alone[len(alone)-1], i)
		default:
			alone = append(alone, []int{i})
		}
	}
	switch {
	case carried < 0:
	case len(plain) > 0:
		plain = append(plain, carried)
	default:
		alone = slices.Insert(alone, 0, []int{carried})
	}
	if len(plain) > 0 {
		alone = slices.Insert(alone, 0, plain)
	}
	return alone
}

// goTogether reports whether one search decides both of two properties, which need searches of their own: two cases of a
// leads-to, in the whole system. A reduced one sees less of it for one case, and keeps more renamings.
func (k *check) goTogether(i, j int) bool {
	p := k.verdicts[i].Property
	return k.caseOf[i] == k.caseOf[j] && p.Form == properties.LeadsTo && p.Monitor() == nil && !p.HasAssumptions() && k.using == NoReduction && k.group == nil
}

// openOf returns those of some properties that are not decided.
func (k *check) openOf(which []int) []int {
	return slices.DeleteFunc(slices.Clone(which), func(i int) bool { return k.verdicts[i].Result != Unknown })
}

// begin begins another search. If memory was full, the tables are given back too.
func (k *check) begin() {
	if full, bounded := k.budget.Full(); bounded && k.budget.Reason() == full {
		k.called += k.tables.Calls()
		k.tables, k.met, k.reduction = k.newTables(), nil, engine.Reduction{}
	}
	k.budget.Again()
}
