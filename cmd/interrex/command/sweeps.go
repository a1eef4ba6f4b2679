package command

import (
	"cmp"
	"fmt"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/protocols/claims"
)

// arePlanned returns an error if docs/experiments.md does not measure one of the
// entries.
func arePlanned(entries []claims.Entry) error {
	for _, e := range entries {
		switch {
		case e.Own != nil:
			return fmt.Errorf("measure: the numbers of processes of %s are missing; allowed: --sizes like 2..100 or 2..4096*2, or --exact", e.Name)
		case e.Sweeps == nil:
			return fmt.Errorf("measure: docs/experiments.md does not measure %s, so the number of processes is needed; allowed: --sizes like 2..100 or 2..4096*2", e.Name)
		}
	}
	return nil
}

// plannedSweeps returns the sweeps of docs/experiments.md for some algorithms.
func plannedSweeps(k *collection, entries []claims.Entry) ([]*sweep, error) {
	var list []*sweep
	for _, e := range entries {
		for _, planned := range e.Sweeps {
			s, err := plannedSweep(k, e, planned)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// plannedSweep returns a sweep of the catalogue.
func plannedSweep(k *collection, e claims.Entry, planned claims.Sweep) (*sweep, error) {
	s := &sweep{figures: planned.Figures}
	s.known = k
	s.algorithm, s.variantText, s.name = e.Name, "corrected", e.Name+"-"+planned.Name
	s.readings, s.repeats = planned.Readings, cmp.Or(planned.Repeats, 10)
	s.options = simulation.Options{Seed: 1, Asleep: planned.Asleep, Limit: planned.Limit}
	var err error
	if planned.Delay != "" {
		if s.options.Delay, err = simulation.ParseDelay(planned.Delay); err != nil {
			return s, err
		}
	}
	if s.sizes, err = parseSweep(planned.Sizes); err != nil {
		return s, err
	}
	return s, s.resolve()
}
