package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/interrex/interrex/checker"
)

// runExact plans, measures, writes the results and returns the exit status.
func (c *measureCommand) runExact(ctx context.Context, stdout, stderr io.Writer) error {
	s := newSearch(&c.request)
	plan, err := c.plan(func() string { return s.late(ctx) }, stderr)
	if err != nil {
		return err
	}
	if err := c.writeRemarks(stderr, scopesOf(plan)); err != nil {
		return err
	}
	if c.isShard() {
		return c.exactShard(ctx, s, extremesTasks(plan), stdout, stderr)
	}
	if err := c.open(c.out, stdout); err != nil {
		return err
	}
	err = c.writeExact(ctx, s, plan, stdout, stderr)
	if failed := c.kept.close(isKnown(err) && s.late(ctx) == ""); failed != nil {
		return failed
	}
	return err
}

// writeExact measures the systems of a plan and writes the results.
func (c *measureCommand) writeExact(ctx context.Context, s *search, plan []*measurement, stdout, stderr io.Writer) error {
	out, err := openOutput(c.out, stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := c.measure(ctx, s, plan, stderr); err != nil {
		return c.illFormed(err, out, stderr)
	}
	switch {
	case c.report:
		err = c.known.parts.WriteQuantities(out, measurements(plan))
	case c.json:
		err = writeAmountsJSON(out, plan)
	default:
		writeAmounts(out, plan, terminalWidth(out.w))
	}
	if err == nil && c.draws() {
		err = c.show(out, plan, stderr)
	}
	if err == nil {
		err = out.commit()
	}
	if err != nil {
		return err
	}
	return measuredStatus(plan, stderr).err()
}

// illFormed reports that a step is not well-formed, so nothing is measured, draws
// the execution that ends in that step, and returns the exit status. It returns
// other errors unchanged.
func (c *measureCommand) illFormed(err error, out *output, stderr io.Writer) error {
	var e *checker.IllFormedError
	if !errors.As(err, &e) {
		return err
	}
	if e.Execution != nil && !c.json && !c.report {
		(&picture{x: *e.Execution}).write(out, terminalWidth(out))
		if err := out.commit(); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "interrex: %v\n", err)
	return refuted
}

// measuredStatus returns the exit status of the measurements. A formula that should
// agree and does not takes precedence over a measurement that was cut short.
func measuredStatus(plan []*measurement, stderr io.Writer) status {
	s := ok
	for _, m := range plan {
		for _, a := range m.amounts {
			if a.stopped != "" {
				fmt.Fprintf(stderr, "interrex: n=%d: %s; %s measured\n", a.n, a.stopped, plural(a.measured, "arrangement", "arrangements"))
				s = max(s, incomplete)
			}
		}
	}
	for _, m := range plan {
		if len(m.unexpected()) > 0 {
			s = refuted
		}
	}
	return s
}
