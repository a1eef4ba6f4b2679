package checker

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// given reports, as an error of one line, a missing argument of a search.
func given(ctx context.Context, s *model.System) error {
	switch {
	case s == nil:
		return errors.New("no system: it is nil; model.New returns one, or an error")
	case ctx == nil:
		return errors.New("no context: it is nil; context.Background() is one")
	}
	return nil
}

// validate reports, as an error of one line, an option that means nothing.
func (o Options) validate(s *model.System) error {
	if err := o.Search.validate(); err != nil {
		return err
	}
	switch {
	case o.Fairness > model.Strong:
		return fmt.Errorf("unknown fairness %v; allowed: default, none, weak, strong", o.Fairness)
	case o.Workers < 0:
		return negative("Workers", o.Workers, "0 for one, or the number of goroutines")
	case o.MaxConfigurations < 0:
		return negative("MaxConfigurations", o.MaxConfigurations, noBound)
	case o.MaxDepth < 0:
		return negative("MaxDepth", o.MaxDepth, noBound)
	case o.MaxMemory < 0:
		return negative("MaxMemory", o.MaxMemory, noBound)
	case o.MaxTime < 0:
		return negative("MaxTime", o.MaxTime, noBound)
	}
	if err := o.Fairness.Suits(s.Network()); err != nil {
		return err
	}
	if err := o.validateDisk(); err != nil {
		return err
	}
	if err := o.validatePeers(s); err != nil {
		return err
	}
	if err := o.validateConstraint(s); err != nil {
		return err
	}
	if err := properties.CheckAll(s, o.Properties); err != nil {
		return err
	}
	if cases, _ := casesOf(s, o.Properties); len(cases)+triggered(cases) > engine.MaxProperties {
		return fmt.Errorf("%d properties, %d of them with TriggeredBy or Assuming; allowed: at most %d at once, where each of these counts twice, and one of every process, or pair, once for each",
			len(cases), triggered(cases), engine.MaxProperties)
	}
	return nil
}

func (x Search) validate() error {
	switch {
	case x.Engine > Sorted:
		return fmt.Errorf("unknown engine %v; allowed: explicit, symbolic, auto, sorted", x.Engine)
	case x.Reduce > Confluent:
		return fmt.Errorf("unknown reduction %v; allowed: auto, none, confluent", x.Reduce)
	case x.Symmetry && x.Engine.isOfDiagrams():
		return fmt.Errorf("the %v engine does not search up to symmetry; allowed: explicit, auto", x.Engine)
	}
	return nil
}

// DiskPrefix begins the name of each file in Options.Disk. A check that is killed leaves some.
const DiskPrefix = disk.Prefix

// validateDisk reports a folder for files that is none.
func (o Options) validateDisk() error {
	if o.Disk == "" {
		if o.Checkpoint != nil {
			return errors.New("a Checkpoint is set, and no Disk; allowed: both, or Disk alone")
		}
		return nil
	}
	if c := o.Checkpoint; c != nil && c.Every < 0 {
		return fmt.Errorf("the time Every of a Checkpoint is %v; allowed: a time, or 0 for %v", c.Every, defaultEvery)
	}
	if o.Search.Engine.isOfDiagrams() {
		return fmt.Errorf("the %v engine has no files; allowed with Disk: explicit, auto", o.Search.Engine)
	}
	about, err := os.Stat(o.Disk)
	if err == nil && !about.IsDir() {
		err = errors.New("not a folder")
	}
	if err != nil {
		return fmt.Errorf("%s is %q; allowed: a folder that exists: %w", "Disk", o.Disk, err)
	}
	return nil
}

// triggered returns how many properties have TriggeredBy, or Assuming.
func triggered(list []properties.Property) (sum int) {
	for _, p := range list {
		if p.HasTrigger() || p.HasAssumptions() {
			sum++
		}
	}
	return sum
}

const noBound = "0 for no bound, or more"

// negative is the error of an option that is below 0.
func negative(option string, value any, allowed string) error {
	return fmt.Errorf("%s is %v; allowed: %s", option, value, allowed)
}
