package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
)

// A measureCommand is one call of measure.
type measureCommand struct {
	request
	quantity *checker.Quantity // nil: those of the catalogue, or messages
	exact    bool
	report   bool
	json     bool
	out      string // file, "" for standard output
}

func newMeasure() *cobra.Command {
	c := &measureCommand{}
	c.options.Repeat = true // as in check
	cmd := &cobra.Command{
		Use:   "measure --exact [ALGORITHM...]",
		Short: "Measure messages, rounds or events: the least and the greatest over every interleaving",
		Long: `Measure finds the exact least and greatest number of messages, rounds or events
over every execution that ends, for every arrangement of the identities, and
holds what documents and textbooks say against them.

Without flags that set a condition it measures what the catalogue has formulas
of; else messages of the corrected variant under that condition.`,
		Example: `  interrex measure --exact
  interrex measure --exact lcr -n 2..7 --wake all
  interrex measure --exact hs --ids 3,1,4,2 --quantity events --json`,
		ValidArgsFunction: completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.algorithms = args
			if err := c.valid(cmd); err != nil {
				return err
			}
			return c.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	c.addFlags(cmd)
	return cmd
}

func (c *measureCommand) addFlags(cmd *cobra.Command) {
	c.addChoices(cmd)
	c.addNetwork(cmd)
	c.addBudgets(cmd)
	c.addBounds(cmd)
	c.add(cmd, "quantity", "what is measured: messages, rounds or events", "QUANTITY", func(s string) error {
		q, err := parseQuantity(s)
		c.quantity = &q
		return err
	})
	flags := cmd.Flags()
	flags.BoolVar(&c.exact, "exact", false, "the extremes over every interleaving (for averages of random executions see sweep)")
	flags.BoolVar(&c.report, "report", false, "write the page docs/quantities.md")
	flags.BoolVar(&c.json, "json", false, "print one object per line, quantity and n")
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
	complete(cmd)
}

// parseQuantity reads what is measured.
func parseQuantity(s string) (checker.Quantity, error) {
	for q := checker.Messages; q <= checker.Length; q++ {
		if q.String() == s {
			return q, nil
		}
	}
	return 0, fmt.Errorf("unknown quantity %q; allowed: messages, rounds, events", s)
}

// valid reports flags and arguments that do not go together.
func (c *measureCommand) valid(cmd *cobra.Command) error {
	if !c.exact {
		return errors.New("measure: exact or not? allowed: measure --exact (for averages of random executions: sweep)")
	}
	others := cmd.Flags().NFlag() + len(c.algorithms)
	for _, name := range []string{"exact", "report", "output"} {
		if cmd.Flags().Changed(name) {
			others--
		}
	}
	if c.report && others > 0 {
		return errors.New("--report is always of the whole catalogue; allowed with it: --exact and -o FILE only")
	}
	return c.fixSizes()
}

// run plans, measures, writes what was found and returns it as an exit status.
func (c *measureCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	plan, err := c.plan()
	if err != nil {
		return err
	}
	out, err := openOutput(c.out, stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := c.measure(ctx, plan, stderr); err != nil {
		return err
	}
	switch {
	case c.report:
		err = writeReport(out, plan)
	case c.json:
		err = writeAmountsJSON(out, plan)
	default:
		writeAmounts(out, plan)
	}
	if err == nil {
		err = out.commit()
	}
	if err != nil {
		return err
	}
	return measuredStatus(plan, stderr).err()
}

// measuredStatus sums up what was measured: a formula that should agree and
// does not beats what could not be measured.
func measuredStatus(plan []*measurement, stderr io.Writer) status {
	s := ok
	for _, m := range plan {
		for _, a := range m.amounts {
			if a.stopped != "" {
				fmt.Fprintf(stderr, "interrex: n=%d: %s\n", a.n, a.stopped)
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
