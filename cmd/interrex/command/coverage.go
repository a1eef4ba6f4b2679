package command

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// A coverageCommand is one call of coverage.
type coverageCommand struct {
	request
	taken   parts.Coverage
	profile string // file for the counts, "" for none
	out     string // file, "" for standard output
}

// Coverage is the part of package cmd/interrex/coverage that this package has.
func Coverage(p *parts.Parts) { p.CoverageCommand = newCoverage }

func newCoverage(k *collection) *cobra.Command {
	c := &coverageCommand{}
	c.known = k
	cmd := &cobra.Command{
		Use:   "coverage [ALGORITHM...]",
		Short: "List the branches of an algorithm that no execution takes",
		Long: `Coverage searches every execution of each instance, and lists the branches of Step,
Ready and Defers, and of the functions that they call, that none of them takes. The
flags choose instances as those of check do. If the search of an instance is cut short, no
branch of its algorithm is listed.

It needs a program with counters, and the go command:

  go build -cover -covermode=atomic -coverpkg=./... .

--profile writes the counts as a cover profile, which editors show.`,
		ValidArgsFunction: k.completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.algorithms = args
			return c.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	c.addChoices(cmd)
	c.addNetwork(cmd)
	c.addBudgets(cmd)
	c.addCount(cmd, "max-configurations", "stop an instance after this many configurations (default: no bound)", func(i int64) error {
		c.options.MaxConfigurations = i
		return nil
	})
	c.options.MaxMemory = defaultMemory
	c.addTime(cmd, "max-time", "stop the whole run after this long, like 90s or 5m (default: no bound)", &c.options.MaxTime)
	cmd.Flags().StringVar(&c.profile, "profile", "", "write the counts to `FILE`, as a cover profile")
	cmd.Flags().StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
	return cmd
}

// run searches, replays, and writes the branches of each algorithm.
func (c *coverageCommand) run(ctx context.Context, stdout io.Writer) error {
	if err := c.fixSizes(); err != nil {
		return err
	}
	entries, err := c.known.named(c.algorithms)
	if err != nil {
		return err
	}
	if c.taken, err = c.known.parts.NewCoverage(); err != nil {
		return fmt.Errorf("coverage: %w", err)
	}
	out, err := openOutput(c.out, stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	if c.options.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.options.MaxTime)
		defer cancel()
	}
	whole := true
	for _, e := range entries {
		complete, err := c.cover(ctx, out, e)
		if err != nil {
			return err
		}
		whole = whole && complete
	}
	if c.profile != "" {
		if err := c.taken.Write(c.profile); err != nil {
			return fmt.Errorf("cannot write %s: %w", c.profile, cause(err))
		}
	}
	if err := out.commit(); err != nil {
		return err
	}
	if !whole {
		return incomplete
	}
	return nil
}

// covered is how far the search of the instances of an algorithm came.
type covered struct {
	sizes                                sizes // of all instances
	instances, configurations, different int
	cut                                  string // the first instance that is not complete, and the bound
}

// cover writes the branches of one algorithm. It reports whether the search is
// complete.
func (c *coverageCommand) cover(ctx context.Context, w io.Writer, e claims.Entry) (bool, error) {
	c.taken.Forget()
	d, err := c.reach(ctx, e)
	if err != nil {
		return false, err
	}
	if d.cut != "" {
		fmt.Fprintf(w, "%s: cut short: %s; nothing is known to be dead\n", e.Name, d.cut)
		return false, nil
	}
	list, err := c.taken.Unreached()
	if err != nil {
		return false, err
	}
	fmt.Fprintf(w, "%s, n=%v: %s, %s, %s\n", e.Name, d.sizes, plural(d.instances, "instance", "instances"),
		plural(d.configurations, "configuration", "configurations"), plural(d.different, "step", "steps"))
	for _, b := range list {
		fmt.Fprintf(w, "  %s\n", b)
	}
	return true, nil
}

// reach searches the instances of an algorithm, up to the first that is cut short.
func (c *coverageCommand) reach(ctx context.Context, e claims.Entry) (d covered, err error) {
	groups, err := c.groupsOf(e)
	if err != nil {
		return d, err
	}
	for _, g := range groups {
		sets, err := c.instanceSets(g, func() string { return "" })
		if err != nil {
			return d, err
		}
		if all := g.sizes(); d.sizes == (sizes{}) {
			d.sizes = all
		} else {
			d.sizes = sizes{min(d.sizes.from, all.from), max(d.sizes.to, all.to)}
		}
		for _, set := range sets {
			for i := range set.instances {
				if err := c.reachOne(ctx, i, &d); err != nil || d.cut != "" {
					return d, err
				}
			}
		}
	}
	return d, nil
}

// reachOne searches one instance.
func (c *coverageCommand) reachOne(ctx context.Context, i *instance, d *covered) error {
	s, err := i.system()
	if err != nil {
		return err
	}
	x, err := c.taken.Reach(ctx, s, int(c.options.MaxConfigurations), c.options.MaxMemory)
	if err != nil {
		return err
	}
	if x.Cut != "" {
		d.cut = fmt.Sprintf("%s: bound on %s", i.title(), x.Cut)
	}
	d.instances, d.configurations, d.different = d.instances+1, d.configurations+x.Configurations, d.different+x.Steps
	return nil
}
