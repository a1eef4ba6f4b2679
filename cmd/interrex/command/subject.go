package command

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// A subject is the system of an algorithm and a property of it, as flags choose them.
type subject struct {
	choice
	changes  request // of the network
	n        int
	property string
}

func (c *subject) addFlags(cmd *cobra.Command) {
	c.n, c.property = 3, "uniqueness"
	cmd.Flags().VarP(&flagValue{text: "3", kind: "N", read: func(s string) (err error) {
		c.n, err = parseProcesses(s)
		return err
	}}, "processes", "n", "of an algorithm: number of processes")
	c.addVariant(cmd)
	c.changes.add(cmd, "ids", "identities: worst (n..1), or a list like 3,1,2 (default: worst)", "IDS", func(s string) (err error) {
		if c.changes.ids, err = parseArrangement(s); err == nil && c.changes.ids.mode == allArrangements {
			err = errors.New("all; allowed: worst, or identities like 3,1,2")
		}
		return err
	})
	if c.known.parts.WritePromela != nil {
		cmd.Flags().StringVar(&c.property, "property", c.property, "the `PROPERTY` that promela judges")
	}
	c.changes.addNetwork(cmd)
	c.changes.addBudgets(cmd)
}

// given returns the first flag that was set and is about an algorithm, "" if there is none.
func (c *subject) given(cmd *cobra.Command) (name string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "as" && f.Name != "output" && name == "" {
			name = f.Name
		}
	})
	return name
}

// picture returns the system of the algorithm of that name, in its initial configuration.
func (c *subject) picture(name string) (*picture, error) {
	c.algorithm = name
	if err := c.resolve(); err != nil {
		return nil, err
	}
	net := c.changes.changed(c.entry.Network(c.n))
	lists, err := c.changes.ids.of(net)
	if err != nil {
		return nil, err
	}
	for ids := range lists {
		net.IDs = ids
		break
	}
	s, err := c.entry.New(c.variant, net)
	if err != nil {
		return nil, err
	}
	p, err := c.entry.Property(c.property, c.n)
	if err != nil {
		return nil, err
	}
	title := (&counterexamples.File{Instance: instanceOf(c.entry, c.variant, *s.Network()), Property: p.Name}).Title()
	return &picture{title: title, x: model.Execution{System: s, Start: s.Initial()}, property: p}, nil
}
