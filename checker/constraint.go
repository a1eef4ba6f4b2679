package checker

import (
	"errors"
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// validateConstraint reports, as an error of one line, a constraint of no use, or a search that knows none.
func (o Options) validateConstraint(s *model.System) error {
	c := o.Constraint
	if c == nil {
		return nil
	}
	if err := properties.CheckAll(s, []properties.Property{*c}); err != nil {
		return fmt.Errorf("the constraint: %w", err)
	}
	switch {
	case c.Form != properties.Always || !c.SeesConfiguration():
		return fmt.Errorf("%s is no constraint; allowed: NewAlways with a function of a properties.Configuration", c.Name)
	case o.Search.Engine.isOfDiagrams():
		return fmt.Errorf("the %v engine takes no constraint; allowed: explicit, auto", o.Search.Engine)
	case o.Search.Reduce == Confluent:
		return errors.New("the reduction confluent takes no constraint: it passes over configurations; allowed: auto, none")
	case o.Search.Symmetry:
		return errors.New("a search up to symmetry takes no constraint, which may tell processes apart; allowed: Symmetry false")
	case o.Disk != "":
		return errors.New("a search on disk takes no constraint; allowed: no Disk")
	}
	return nil
}

// constrained returns the options of a search with a constraint, if there is one: of the explicit engine, without a reduction.
func (o Options) constrained() Options {
	if o.Constraint != nil {
		o.Search.Engine, o.Search.Reduce, o.Search.Large = Explicit, NoReduction, false
	}
	return o
}
