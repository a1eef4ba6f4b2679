package command

import (
	"cmp"
	"context"
	"io"

	"github.com/interrex/interrex/checker"
)

// isSurvey reports whether check is about all algorithms of the catalogue. These are many
// claims, so they are searched in an order of their own, and shown while they are searched.
func (c *checkCommand) isSurvey() bool {
	return c.known.survey != nil && len(c.algorithms) == 0 && !c.setsCondition() && !c.report
}

// canBeCounted returns an error if flags ask for instances that cannot be made, or for too many.
// Instances are counted when their turn comes, and nobody should learn this after minutes. The
// claims of the catalogue as they are need no such look: a test counts them all.
func (c *checkCommand) canBeCounted(ctx context.Context) error {
	if c.sizes == (sizes{}) && c.beyond == 0 && !c.large && c.ids.mode == allArrangements {
		return nil
	}
	groups, err := c.groups() // others, since rows sum up the counts
	if err != nil {
		return err
	}
	_, err = newSearch(&c.request).plan(ctx, &c.request, groups)
	return err
}

// survey searches the claims of groups, shows how far it has come, and writes the results.
func (c *checkCommand) survey(ctx context.Context, s *search, groups []*group, stdout, stderr io.Writer) error {
	if err := c.canBeCounted(ctx); err != nil {
		return err
	}
	out, err := c.openResults(stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	l, err := c.known.newLedger(groups)
	if err != nil {
		return err
	}
	s.each = func(i *instance, r checker.Report) error { return c.writeEach(out, i, r, s) }
	j := c.judge()
	if err := newJob(s, &c.request, groups, j, l, c.view(stdout, stderr)).run(ctx); err != nil {
		return cmp.Or(out.failure(), err)
	}
	if c.showsLines() {
		writeResult(stdout, groups, s, j, result{brief: true, audit: c.options.Audit})
	}
	if !c.json && (c.long || c.out != "") {
		writeResult(out, groups, s, j, result{each: c.long, audit: c.options.Audit})
	}
	if err := out.commit(); err != nil {
		return err
	}
	return c.close(groups, s, j, stderr)
}

// showsLines reports whether standard output is for the lines of the algorithms: not if it is for
// the table or JSON.
func (c *checkCommand) showsLines() bool { return c.out != "" || !c.json && !c.long }

// view returns the view of a survey. While standard output waits for the table, the lines may be
// drawn on standard error.
func (c *checkCommand) view(stdout, stderr io.Writer) view {
	switch {
	case c.showsLines():
		return newView(stdout, stderr)
	case !c.json && terminalWidth(stderr) > 0:
		return newView(stderr, stderr)
	}
	return newView(nil, stderr)
}
