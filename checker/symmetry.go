package checker

import (
	"errors"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/properties"
)

// fold lets the searches that follow visit one configuration of those that renamings map to
// each other.
func (k *check) fold() {
	k.group = symmetry.NewUpTo(k.system, k.budget.Thresholds.Renamings)
	k.group.Tables().Repeat, k.group.Tables().Patience = k.options.Repeat, k.tables.Patience
}

// renamings returns the group up to whose renamings configurations are visited for a question about properties,
// nil if all are: with diagrams, if there is no renaming, and if some property is told of whole events. Its view
// of them after a renaming is not known.
func (k *check) renamings(list []properties.Property) *symmetry.Group {
	isTold := func(p properties.Property) bool { return p.Monitor() != nil && p.Monitor().IsTold() }
	if k.group == nil || k.whole || k.report.Engine.isOfDiagrams() || slices.ContainsFunc(list, isTold) {
		return nil
	}
	if k.group.Begin(); k.group.Order() == 1 {
		return nil
	}
	return k.group
}

// refuses refuses the renamings of a group, which may be nil, if a property has panicked in a search
// up to them. If one of them is none, it was asked about views that the system does not have.
func refuses(g *symmetry.Group, err error) bool {
	panicked := (*properties.PanicError)(nil)
	if g == nil || g.Order() == 1 || !errors.As(err, &panicked) {
		return false
	}
	g.Refuse()
	return true
}

// order returns the number of renamings that the last search used.
func (k *check) order() int {
	if k.reduction.Symmetry == nil {
		return 1
	}
	return k.reduction.Symmetry.Order()
}

// calls returns the number of calls of Step for inputs that the searches met.
func (k *check) calls() int {
	sum := k.called + k.tables.Calls()
	if k.group != nil {
		sum += k.group.Tables().Calls()
	}
	if k.relaxation != nil {
		sum += k.relaxation.tables.Calls()
	}
	return sum
}

// learn prepares for another search, after one in which an assumption of the
// reduction was wrong. The facts about confluent deliveries are about the tables of
// the group.
func (k *check) learn(q *engine.Question) {
	k.unpolled()
	if g := q.Reduction.Symmetry; g != nil && g.Broken() {
		g.Learn()
		q.Reduction = k.reduce(q.Properties)
	} else {
		q.Reduction.Learn()
	}
	k.reduction = q.Reduction
	k.polled()
}
