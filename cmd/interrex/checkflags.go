package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// addFlags declares the flags of check.
func (c *checkCommand) addFlags(cmd *cobra.Command) {
	c.addChoices(cmd)
	c.addCondition(cmd)
	c.addBudgets(cmd)
	c.addSearch(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.json, "json", false, "print one object per line and instance")
	flags.BoolVar(&c.long, "long", false, "a row of the table for each property, however many there are")
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `FILE` instead of standard output")
	flags.StringVar(&c.files, "counterexamples", "", "write the shortest counterexample of each violated property to a file in `DIR`")
	complete(cmd)
}

// addChoices declares what of the catalogue is checked.
func (c *checkCommand) addChoices(cmd *cobra.Command) {
	n := &flagValue{kind: "N", read: func(s string) (err error) {
		c.sizes, err = parseSizes(s)
		return err
	}}
	cmd.Flags().VarP(n, "processes", "n", "number of processes, like 4 or 2..6 (default: those of the claims)")
	cmd.Flags().StringVar(&c.variant, "variant", "", "judge one `VARIANT`: printed, corrected, +E1,+E2 (from printed), -E1 (from corrected)")
	cmd.Flags().StringVar(&c.readings, "reading", "", "read what the text leaves open, as in `R1=b,R2=a`")
	c.add(cmd, "ids", "identities: all, worst (n..1), or a list like 3,1,2 (default: all)", "IDS", func(s string) (err error) {
		c.ids, err = parseArrangement(s)
		return err
	})
	c.add(cmd, "property", "judge these properties only, with commas between", "P,...", func(s string) error {
		for _, name := range strings.Split(s, ",") {
			if err := allowedProperty(name); err != nil {
				return err
			}
			c.properties = append(c.properties, name)
		}
		return nil
	})
}

// addCondition declares the flags that set the network and the fairness.
func (c *checkCommand) addCondition(cmd *cobra.Command) {
	c.add(cmd, "wake", "who may wake: any, all (at the start), or processes like 1,3", "WAKE", func(s string) error {
		w, err := parseWake(s)
		c.change(func(net *model.Network) { net.Wake = w })
		return err
	})
	c.add(cmd, "order", "order of delivery: fifo, bag, set, inbox", "ORDER", func(s string) error {
		o, err := model.ParseOrder(s)
		c.change(func(net *model.Network) { net.Order = o })
		return err
	})
	c.add(cmd, "timing", "what time means: async, timely, lockstep", "TIMING", func(s string) error {
		t, err := model.ParseTiming(s)
		c.change(func(net *model.Network) { net.Timing = t })
		return err
	})
	c.add(cmd, "fairness", "executions that liveness is about: none, weak, strong", "FAIRNESS", func(s string) error {
		f, err := model.ParseFairness(s)
		c.fairness = &f
		return err
	})
}

func (c *checkCommand) change(f func(*model.Network)) { c.changes = append(c.changes, f) }

// addBudgets declares how often each fault may strike.
func (c *checkCommand) addBudgets(cmd *cobra.Command) {
	for _, b := range []struct {
		name, what string
		of         func(*model.Faults) *int
	}{
		{"crash", "processes that may crash", func(f *model.Faults) *int { return &f.Crash }},
		{"restart", "processes that may come back", func(f *model.Faults) *int { return &f.Restart }},
		{"loss", "messages that may be lost", func(f *model.Faults) *int { return &f.Loss }},
		{"dup", "messages that may be duplicated", func(f *model.Faults) *int { return &f.Dup }},
		{"cut", "links that may be cut", func(f *model.Faults) *int { return &f.Cut }},
		{"suspect", "false suspicions", func(f *model.Faults) *int { return &f.Suspect }},
	} {
		c.add(cmd, b.name, "the most "+b.what, "K", func(s string) error {
			k, err := parseBudget(s)
			c.change(func(net *model.Network) { *b.of(&net.Faults) = k })
			return err
		})
	}
}

// addSearch declares how and within which bounds is searched.
func (c *checkCommand) addSearch(cmd *cobra.Command) {
	c.options.Engine = checker.Auto
	c.add(cmd, "engine", "auto, explicit or symbolic (default: auto, which is explicit up to about four million configurations)", "ENGINE", func(s string) (err error) {
		c.options.Engine, err = checker.ParseEngine(s)
		return err
	})
	c.add(cmd, "reduce", "none", "REDUCTION", parseOneOf("reduction", "none"))
	c.addCount(cmd, "workers", "goroutines that search one instance (default: as many as there are cores, on one or several)", func(i int64) error {
		if i < 1 || i > 1024 {
			return fmt.Errorf("%d; allowed: 1..1024", i)
		}
		c.options.Workers = int(i)
		return nil
	})
	c.addCount(cmd, "max-configurations", "stop an instance after so many (default: no bound)", func(i int64) error {
		c.options.MaxConfigurations = i
		return nil
	})
	c.addCount(cmd, "max-depth", "stop an instance after so many events in a row (default: no bound)", func(i int64) error {
		c.options.MaxDepth = int(i)
		return nil
	})
	c.add(cmd, "max-memory", "memory of the search's own structures, like 500MB or 2GiB (default: no bound)", "SIZE", func(s string) (err error) {
		c.options.MaxMemory, err = parseMemory(s)
		return err
	})
	c.add(cmd, "max-time", "stop the whole run after this long, like 90s or 5m (default: no bound)", "D", func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return fmt.Errorf("%q; allowed: a time like 90s, 5m or 1h30m", s)
		}
		c.options.MaxTime = d
		return nil
	})
}

// complete offers the words that a flag allows to the shell.
func complete(cmd *cobra.Command) {
	for flag, words := range map[string][]string{
		"variant": {"printed", "corrected"}, "ids": {"all", "worst"}, "wake": {"any", "all"},
		"order": {"fifo", "bag", "set", "inbox"}, "timing": {"async", "timely", "lockstep"},
		"fairness": {"none", "weak", "strong"}, "engine": {"auto", "explicit", "symbolic"}, "reduce": {"none"},
	} {
		if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
			panic(err) // there is no such flag
		}
	}
}

// add declares a flag that read reads.
func (c *checkCommand) add(cmd *cobra.Command, name, help, kind string, read func(string) error) {
	cmd.Flags().Var(&flagValue{kind: kind, read: read}, name, help)
}

func (c *checkCommand) addCount(cmd *cobra.Command, name, help string, read func(int64) error) {
	c.add(cmd, name, help, "N", func(s string) error {
		i, err := parseCount(s)
		if err != nil {
			return err
		}
		return read(i)
	})
}
