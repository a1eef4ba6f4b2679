package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// A keptExtremes is the result of an instance of measure --exact as it is kept.
type keptExtremes struct {
	place
	Title               string // for people
	Extremes            checker.Extremes
	LeastBy, GreatestBy *keptExecution `json:",omitempty"` // those of the extremes, if anybody is to see them
	Stopped             string         `json:",omitempty"` // why the search was cut short
}

// A cutError is the error of a search that was cut short, as it was.
type cutError struct{ text string }

func (e cutError) Error() string        { return e.text }
func (e cutError) Is(target error) bool { return target == checker.ErrCutShort }

// place returns where the result of a task is kept.
func (t *extremesTask) place() place { return place{t.measurement.number, t.amounts.n, t.index} }

// taken takes the result that was kept of a task, and reports whether there is one.
func (c *measureCommand) taken(t *extremesTask) (bool, error) {
	var k keptExtremes
	found, err := c.kept.find(t.place(), &k)
	if !found || err != nil {
		return false, err
	}
	x := k.Extremes
	for _, e := range []struct {
		kept *keptExecution
		to   **model.Execution
	}{{k.LeastBy, &x.LeastBy}, {k.GreatestBy, &x.GreatestBy}} {
		if e.kept == nil {
			continue
		}
		run, err := e.kept.replay(t.instance())
		if err != nil {
			return false, fmt.Errorf("the kept result of %s: %w", t.instance().title(), err)
		}
		*e.to = &run
	}
	t.amounts.extremes[t.index] = x
	if k.Stopped != "" {
		t.amounts.gaveUp.Store(true)
		return true, cutError{k.Stopped}
	}
	return true, nil
}

// keep keeps the result of a task, unless the end of the run has cut it short.
func (c *measureCommand) keep(ctx context.Context, s *search, t *extremesTask, failed error) error {
	cut := errors.Is(failed, checker.ErrCutShort)
	if c.kept == nil || failed != nil && !cut || cut && s.late(ctx) != "" {
		return failed
	}
	x := t.amounts.extremes[t.index]
	k := keptExtremes{place: t.place(), Title: t.instance().title(), Extremes: x}
	k.Extremes.LeastBy, k.Extremes.GreatestBy = nil, nil
	var err error
	if x.LeastBy != nil {
		k.LeastBy, err = keptExecutionOf(t.instance(), *x.LeastBy)
	}
	if x.GreatestBy != nil && err == nil {
		k.GreatestBy, err = keptExecutionOf(t.instance(), *x.GreatestBy)
	}
	if cut {
		k.Stopped = failed.Error()
	}
	if err == nil {
		err = c.kept.keep(k.place, k)
	}
	if err != nil {
		return err
	}
	return failed
}
