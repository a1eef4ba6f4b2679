package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// addFlags declares the flags of check.
func (c *checkCommand) addFlags(cmd *cobra.Command) {
	c.addChoices(cmd)
	c.addJudged(cmd)
	c.addNetwork(cmd)
	c.addBudgets(cmd)
	c.addEngine(cmd)
	c.addBounds(cmd)
	c.addDisk(cmd)
	c.addKeeping(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.json, "json", false, "print one object per line and instance")
	flags.BoolVar(&c.long, "long", false, "the table of claims with a row for each property, however many there are; about all algorithms, that table instead of a line for each")
	flags.BoolVar(&c.large, "large", false, "check the claims with five processes too, unless that takes too long, and at the other sizes that the catalogue states")
	if c.known.sizes != nil {
		flags.BoolVar(&c.report, "report", false, "print a line for each variant, condition and n, as docs/sizes has them")
	}
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
	flags.StringVar(&c.files, "counterexamples", "", "write the shortest counterexample of each violated property to a file in `DIR`")
}

// addJudged declares the flags that choose properties and fairness.
func (c *checkCommand) addJudged(cmd *cobra.Command) {
	c.addCount(cmd, "beyond", "check the claims at the next K sizes beyond those of the catalogue; after an instance is cut short, larger sizes of its claims are skipped", func(i int64) error {
		if i < 1 || i > maxSize {
			return fmt.Errorf("%d; allowed: 1..%d", i, maxSize)
		}
		c.beyond = int(i)
		return nil
	})
	c.add(cmd, "property", "judge only these properties, separated by commas", "P,...", func(s string) error {
		for _, name := range strings.Split(s, ",") {
			if err := c.known.allows(name); err != nil {
				return err
			}
			if !slices.Contains(c.properties, name) {
				c.properties = append(c.properties, name)
			}
		}
		return nil
	})
	c.add(cmd, "fairness", "the executions that liveness quantifies over: default, none, weak, strong", "FAIRNESS", func(s string) error {
		f, err := model.ParseFairness(s)
		c.fairness = &f
		return err
	})
}

// addEngine declares the flags that choose engine and reduction.
func (c *checkCommand) addEngine(cmd *cobra.Command) {
	c.options.Search.Engine = checker.Auto
	c.add(cmd, "engine", "auto, explicit, symbolic or sorted (default: auto, all in turns with growing bounds)", "ENGINE", func(s string) (err error) {
		c.options.Search.Engine, err = checker.ParseEngine(s)
		return err
	})
	c.addReduction(cmd)
	cmd.Flags().BoolVar(&c.options.Search.Symmetry, "symmetry", false, "visit one of the configurations that renamings of processes map to each other, if these change nothing; --reduce auto does this in any case where the system is large")
	cmd.Flags().BoolVar(&c.explain, "explain", false, "write the turns of each instance: bounds, reason, properties decided, and cost")
	cmd.Flags().BoolVar(&c.options.Audit, "audit", false, "check what each complete reduced search relied upon against the whole system, or random walks if it has many configurations")
}
