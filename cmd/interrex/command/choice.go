package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// choice is the algorithm, variant, readings and limits to simulate.
type choice struct {
	known                            *collection
	algorithm, variantText, readings string
	limits                           string

	entry   claims.Entry
	variant claims.Variant
}

func (c *choice) addVariant(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.variantText, "variant", "corrected", "one `VARIANT`: printed, corrected, +E1,+E2 (from printed), -E1 (from corrected)")
	cmd.Flags().StringVar(&c.readings, "reading", "", "read what the text leaves open, as in `R1=b,R2=a`")
	cmd.Flags().StringVar(&c.limits, "limit", "", "limits of the instance other than the usual ones, as in `terms=3`")
}

// resolve finds the algorithm, its variant, its readings and its limits.
func (c *choice) resolve() (err error) {
	if c.entry, err = c.known.byName(c.algorithm); err != nil {
		return err
	}
	c.variant, err = c.entry.ParseChoice(c.variantText, c.readings, c.limits)
	return err
}

// A simulated system is an algorithm for the processes of a network, and that network.
type simulated struct {
	*model.System               // with the algorithm; it may be on a smaller network
	net           model.Network // without identities
	noIDs         bool          // the processes have no identities
}

// network returns the network, with identities in an order that the seed draws.
func (s *simulated) network(seed uint64) model.Network {
	net := s.net
	if !s.noIDs {
		net.IDs = make([]model.ID, net.N)
		for p, id := range simulation.Shuffle(net.N, seed) {
			net.IDs[p] = model.ID(id)
		}
	}
	return net
}

// on returns the algorithm for n processes on net. A protocol of one's own, which may depend
// on anything, is made for net itself. An algorithm of the catalogue depends on its limits at
// most, and is made for a few processes with those of net, as net may be far too large for
// a system.
func (c *choice) on(net model.Network, n int) (*simulated, error) {
	if c.known.own {
		return c.madeFor(net, n)
	}
	var err error
	of := *c
	of.variant.Limits = c.entry.LimitsOn(c.variant, net)
	for few := 1; few <= maxSize; few++ {
		small := c.entry.Network(few)
		small.Timing, small.Delay, small.TimersInTurn, small.Order = net.Timing, net.Delay, net.TimersInTurn, net.Order
		var s *simulated
		if s, err = of.joined(small); err == nil {
			s.net = net
			return s, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return c.madeFor(net, n)
}

// maxLinks is the largest number of links of a network for which a system is made.
const maxLinks = 1 << 23

// madeFor returns the algorithm as it is made for n processes on net.
func (c *choice) madeFor(net model.Network, n int) (*simulated, error) {
	if err := hasSize(c.entry, net, n); err != nil {
		return nil, err
	}
	if links := linksOf(net); links > maxLinks {
		return nil, fmt.Errorf("%s: n = %d: the system that New makes for it has %d links; allowed: at most %d", c.entry.Name, n, links, maxLinks)
	}
	s, err := c.joined(net)
	if err == nil {
		return s, nil
	}
	calm := net // a search has bounds that a simulation has not: of who may wake, and of who starts where
	calm.Wake, calm.Start = model.WakeSet{Only: []int{}}, make([]int, net.N)
	s, other := c.joined(calm)
	if other != nil {
		return nil, err
	}
	s.net = net
	return s, nil
}

// linksOf returns how many links a network has at most.
func linksOf(net model.Network) int {
	switch net.Topology {
	case model.Complete, model.CompleteByID:
		return net.N * (net.N - 1)
	}
	return 2 * net.N
}

// joined returns the algorithm on net itself: without identities if it runs without any, and
// with identities otherwise.
func (c *choice) joined(net model.Network) (*simulated, error) {
	s, err := c.entry.New(c.variant, net)
	if err == nil {
		return &simulated{s, net, true}, nil
	}
	named := net
	named.IDs = descendingIDs(net.N)
	if s, err = c.entry.New(c.variant, named); err != nil {
		return nil, err
	}
	return &simulated{s, net, false}, nil
}
