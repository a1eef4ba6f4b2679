package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/checker"
)

// A measureCommand is one call of measure.
type measureCommand struct {
	request // with --exact
	keeping
	quantity *checker.Quantity // with exact; nil: those of the catalogue, or messages
	sweep    sweepFlags        // without
	exact    bool
	report   bool
	json     bool
	chart    bool   // with exact
	files    string // with exact: the folder for the executions, "" for none
	out      string // exact: a file, "" for standard output; else a folder, "" for this one
}

func (k *collection) newMeasure() *cobra.Command {
	_, cmd := k.measureCommand()
	return cmd
}

// measureCommand returns a call of measure, and the command line that sets it.
func (k *collection) measureCommand() (*measureCommand, *cobra.Command) {
	c := &measureCommand{}
	c.known = k
	c.options.Repeat = true // as in check
	cmd := &cobra.Command{
		Use:   "measure ALGORITHM...",
		Short: "Measure messages and time: averages against n with fits and figures, or the exact extremes",
		Long: `Measure simulates each algorithm for several numbers of processes, several times
each, and fits curves to the averages by least squares: messages sent, messages received
by the busiest process, and time. Without --sizes it takes the sizes and conditions of
docs/experiments.md. If executions do not end, give --max-events with --sizes.

With -o FOLDER it writes the result of each simulation to FOLDER/NAME.csv, and draws the
averages against n as SVG and PNG. It does not repeat simulations in the file: after an
interrupt, the same command continues where it stopped.

With --shard i/N it runs a part of the simulations, or of the searches of --exact, and
writes the results as JSON lines to standard output or FILE of -o; merge makes the report.

With --exact it finds the least and the greatest number of messages, rounds or events
over every interleaving that ends and every arrangement of the identities, and compares
them with the formulas of documents and textbooks. With --chart and --executions it shows
an execution that has each.

Flags without --exact: ` + flagNames(flagsOfSweeps) + `.
Flags with and without it:
` + flagNames(flagsOfBoth) + `.
All others need --exact.`,
		ValidArgsFunction: k.completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.algorithms = args
			c.setLine(cmd, args)
			if err := c.valid(cmd.Flags()); err != nil {
				return err
			}
			return c.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	c.addFlags(cmd)
	return c, cmd
}

// The flags that are allowed with and without --exact, and those of a sweep. All
// others need --exact.
var (
	flagsOfBoth   = []string{"exact", "report", "shard", "variant", "reading", "limit", "set", "json", "output", "help"}
	flagsOfSweeps = []string{"sizes", "repeats", "seed", "delay", "wake-rate", "max-events", "name"}
)

// flagNames returns flags as they are written.
func flagNames(names []string) string { return "--" + strings.Join(names, ", --") }

func (c *measureCommand) addFlags(cmd *cobra.Command) {
	c.addChoices(cmd)
	c.addNetwork(cmd)
	c.addBudgets(cmd)
	c.addBounds(cmd)
	c.addReduction(cmd)
	c.add(cmd, "quantity", "quantity to measure: messages, rounds or events", "QUANTITY", func(s string) error {
		q, err := parseQuantity(s)
		c.quantity = &q
		return err
	})
	c.sweep.add(cmd)
	c.addKeeping(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.exact, "exact", false, "find the least and the greatest amount over every interleaving")
	flags.BoolVar(&c.report, "report", false, "write the figures and tables of docs/experiments.md, or with --exact the page docs/quantities.md")
	flags.BoolVar(&c.json, "json", false, "print one object per line for each measure; with --exact, for each quantity and n")
	flags.BoolVar(&c.chart, "chart", false, "draw an execution with the least and one with the greatest amount")
	flags.StringVar(&c.files, "executions", "", "write these executions into `FOLDER`, which exists, as text to replay and as SVG")
	cmd.MarkFlagsMutuallyExclusive("chart", "json", "report")
	cmd.MarkFlagsMutuallyExclusive("executions", "report")
	flags.StringVarP(&c.out, "output", "o", "", "write samples and figures into folder `PATH`, which exists; with --exact, the result to file PATH")
}

// valid returns an error if flags and arguments cannot be combined.
func (c *measureCommand) valid(flags *pflag.FlagSet) error {
	var wrong, others []string
	flags.Visit(func(f *pflag.Flag) {
		ofSweeps, ofBoth := slices.Contains(flagsOfSweeps, f.Name), slices.Contains(flagsOfBoth, f.Name)
		if !ofBoth && ofSweeps == c.exact {
			wrong = append(wrong, "--"+f.Name)
		}
		if !slices.Contains([]string{"exact", "report", "output", "shard", "resume"}, f.Name) {
			others = append(others, "--"+f.Name)
		}
	})
	switch {
	case wrong != nil && c.exact:
		return fmt.Errorf("measure: %s cannot be combined with --exact; allowed with it: see measure --help", strings.Join(wrong, ", "))
	case wrong != nil:
		return fmt.Errorf("measure: %s needs --exact; allowed without it: %s", strings.Join(wrong, ", "), flagNames(flagsOfSweeps))
	case c.report && len(others)+len(c.algorithms) > 0:
		return errors.New("--report covers the whole catalogue; allowed with it: only --exact and -o PATH")
	case !c.exact && c.sweep.sizes == nil && others != nil:
		return fmt.Errorf("measure: %s needs the numbers of processes; allowed: --sizes like 2..100 or 2..4096*2", strings.Join(others, ", "))
	case !c.exact && !c.report && len(c.algorithms) == 0:
		return errors.New("measure: no algorithm; allowed: names of algorithms (see list), --report, or --exact")
	case len(c.algorithms) != 1 && c.sweep.name != "":
		return fmt.Errorf("--name names one file, but there are %d algorithms; allowed: one", len(c.algorithms))
	case !c.exact && c.out == "" && !c.isShard() && (c.report || c.sweep.name != ""):
		return errors.New("measure: --report and --name need a folder for the files; allowed: -o PATH, which exists")
	}
	if c.isShard() && c.files != "" {
		return errors.New("--executions with --shard: a part writes none; allowed: --chart, or --resume instead of --shard")
	}
	return c.fixSizes()
}

func (c *measureCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	if c.exact {
		return c.runExact(ctx, stdout, stderr)
	}
	return c.runSweeps(ctx, stdout, stderr)
}
