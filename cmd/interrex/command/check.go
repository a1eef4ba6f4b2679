package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
)

// A checkCommand is one call of check.
type checkCommand struct {
	request
	keeping
	json    bool
	report  bool   // write a line for each variant, condition and n
	long    bool   // one row of the table for each property
	explain bool   // write the turns of each instance
	out     string // file, "" for standard output
	files   string // directory for counterexamples, "" for none
}

func (k *collection) newCheck() *cobra.Command {
	_, cmd := k.checkCommand()
	return cmd
}

// checkCommand returns a call of check, and the command line that sets it.
func (k *collection) checkCommand() (*checkCommand, *cobra.Command) {
	c := &checkCommand{}
	c.known = k
	c.options.Repeat = true // an instance has few steps, so repeat each to find an impure one
	cmd := &cobra.Command{
		Use:   "check [ALGORITHM...]",
		Short: "Check the catalogue's claims, or properties of a variant, over every interleaving",
		Long: `Check searches every execution of each instance and judges properties.

Without arguments it checks every claim of the catalogue at its default bounds:
the corrected variant must meet its claims, the printed one must fail as its
errata say. All claims at n = 2 come first, then those that are confirmed soonest.
A line for each algorithm says what is confirmed so far:

  to n         the greatest n up to which all claims are confirmed, of the greatest claimed
  conditions   under which all claims are confirmed: networks, faults, variants
  claims at n  that are confirmed, each at each n
  time         in processor seconds
  E1 (k)       an erratum, and the events of its stored counterexample, which is replayed

An interrupt, --max-time or --max-memory leaves what is confirmed. With --long the
result is the table of all claims; with -o FILE the table, or JSON, is in the file.

With names of algorithms the result is a table of their claims. Its times are
processor seconds, of which properties that are judged together have equal shares.

With flags that set a condition (order, timing, wake, faults, fairness, reading)
it searches printed and corrected under that condition instead. Properties without
a claim of the catalogue are judged and shown as "no claim".

With --variant it judges the properties without claims, and draws the shortest
counterexample of each violated property.

With --beyond it checks claims of the catalogue at larger n. Flags that set a
condition then choose the claims that are made under it, and -n chooses sizes.`,
		Example:           "  interrex check",
		ValidArgsFunction: k.completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.algorithms = args
			c.setLine(cmd, args)
			return c.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	c.addFlags(cmd)
	return c, cmd
}

// run plans, searches, writes the results and returns the exit status.
func (c *checkCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	if err := c.valid(); err != nil {
		return err
	}
	release, err := c.useDisk(&c.keeping, stderr)
	if err != nil {
		return err
	}
	defer release()
	s, groups, err := c.prepare(stderr)
	if err != nil {
		return err
	}
	if c.isShard() {
		return c.searchShard(ctx, s, groups, stdout, stderr)
	}
	if err := c.open(c.out, stdout); err != nil {
		return err
	}
	s.kept = c.kept
	err = c.whole(ctx, s, groups, stdout, stderr)
	if failed := s.kept.close(s.isWhole(err)); failed != nil {
		return failed
	}
	return err
}

// valid returns an error if flags cannot be combined.
func (c *checkCommand) valid() error {
	if err := c.fixSizes(); err != nil {
		return err
	}
	if c.report && (c.beyond == 0 && c.setsCondition() || c.json) {
		return errors.New("--report writes results of claims; allowed with it: flags that set a condition only with --beyond, and not --json")
	}
	if c.explain && (c.json || c.report) {
		return errors.New("--explain writes the turns of each instance above the table; allowed with it: neither --json nor --report")
	}
	if c.isShard() && c.files != "" {
		return errors.New("--counterexamples with --shard: a part writes none; allowed: interrex merge with --counterexamples")
	}
	return nil
}

// prepare returns the search of the request, and its groups in their order. It writes remarks on them.
func (c *checkCommand) prepare(stderr io.Writer) (*search, []*group, error) {
	c.options.Search.AnyWitness = !c.json // a table shows none
	s := newSearch(&c.request)
	groups, err := c.groups()
	if err == nil {
		groups, err = c.suiting(groups, stderr)
	}
	if err != nil {
		return nil, nil, err
	}
	if c.report {
		splitSizes(groups)
	}
	for i, g := range groups {
		g.place = i
	}
	return s, groups, c.writeRemarks(stderr, scopes(groups))
}

// whole searches all instances of groups and writes the results.
func (c *checkCommand) whole(ctx context.Context, s *search, groups []*group, stdout, stderr io.Writer) error {
	if c.isSurvey() {
		return c.known.survey(c, ctx, s, groups, stdout, stderr)
	}
	return c.search(ctx, s, groups, stdout, stderr)
}

// search searches the instances of groups and writes the results.
func (c *checkCommand) search(ctx context.Context, s *search, groups []*group, stdout, stderr io.Writer) error {
	list, err := s.plan(ctx, &c.request, groups)
	if err != nil {
		return err
	}
	out, err := c.openResults(stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	s.progress, s.memory = newProgress(stderr, s.planned), newMemoryWatch(stderr, c.options)
	page := newSizesReport()
	s.each = func(i *instance, r checker.Report) error {
		if c.report {
			page.add(i, r)
		}
		return c.writeEach(out, i, r, s)
	}
	if err := s.run(ctx, list); err != nil {
		return cmp.Or(out.failure(), err)
	}
	return c.conclude(groups, s, page, out, stderr)
}

// openResults opens the output of the results, before any work is done.
func (c *checkCommand) openResults(stdout io.Writer) (*output, error) {
	if err := c.prepareFiles(); err != nil {
		return nil, err
	}
	return openOutput(c.out, stdout)
}

// writeEach writes the report of an instance as soon as it is known, if it is to be JSON, or its turns.
func (c *checkCommand) writeEach(out *output, i *instance, r checker.Report, s *search) error {
	switch {
	case c.explain:
		return writeTurns(out, i, r)
	case !c.json:
		return nil
	}
	return writeJSON(out, i, r, s.options.Workers)
}

// prepareFiles makes the directory for counterexamples, and checks that files can
// be created there.
func (c *checkCommand) prepareFiles() error {
	if c.files == "" {
		return nil
	}
	err := os.MkdirAll(c.files, 0o755)
	if err == nil {
		var probe *output
		if probe, err = openOutput(filepath.Join(c.files, "probe"), nil); err == nil {
			probe.discard()
		}
	}
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", c.files, cause(err))
	}
	return nil
}

// conclude judges the results and writes them.
func (c *checkCommand) conclude(groups []*group, s *search, page *sizesReport, out *output, stderr io.Writer) error {
	j := c.judge()
	switch {
	case c.report:
		for _, r := range c.known.sizes(page, groups, j) {
			fmt.Fprintln(out, r)
		}
	case !c.json:
		writeResult(out, groups, s, j, result{each: c.long, audit: c.options.Audit})
	}
	if err := out.commit(); err != nil {
		return err
	}
	return c.close(groups, s, j, stderr)
}

// judge returns the judge of the results.
func (c *checkCommand) judge() judge {
	if c.variant != "" && c.beyond == 0 || c.known.own { // one's own properties are to hold in each network
		return byProperty{each: c.properties != nil || c.known.own}
	}
	return byClaims{all: c.ids.mode == allArrangements}
}

// close writes the files of counterexamples, and why the search was cut short. It returns the
// exit status.
func (c *checkCommand) close(groups []*group, s *search, j judge, stderr io.Writer) error {
	if c.files != "" {
		if err := saveFindings(c.files, violations(groups, func(*row) bool { return true })); err != nil {
			return err
		}
	}
	if s.stopped != "" {
		most := plural(s.planned, "instance", "instances")
		if s.uncounted {
			most = "at least " + most
		}
		fmt.Fprintf(stderr, "interrex: cut short: %s; %s of %s searched\n", s.stopped, grouped(fmt.Sprint(s.searched)), most)
	}
	return exitStatus(groups, j, s.totals).err()
}
