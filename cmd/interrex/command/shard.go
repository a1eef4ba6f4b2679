package command

import (
	"context"
	"fmt"
	"io"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/agenda"
)

// units returns the units of a request that shards are made of: the sets of instances, which learn from each other. If the
// larger sets of a group are skipped after one gave up, all sets of a group are one unit.
func units(list []*instanceSet, wholeGroups bool) [][]*instanceSet {
	var all [][]*instanceSet
	for i, b := range list {
		if wholeGroups && i > 0 && list[i-1].group == b.group {
			all[len(all)-1] = append(all[len(all)-1], b)
			continue
		}
		all = append(all, []*instanceSet{b})
	}
	return all
}

// untold is the cost of an instance at the greatest n of the catalogue that is not among those that were measured to be
// costly, in seconds.
const untold = 0.03

// costOf returns the seconds that a set is expected to take. It is the same on each machine.
func (k *collection) costOf(b *instanceSet) float64 {
	g, n := b.group, b.network.N
	if k.parts.Cost != nil {
		if each := k.parts.Cost(g.entry.Name, g.variantText(), g.condition(g.rows[0].sizes.from).String(), n); each > 0 {
			return each * float64(b.count)
		}
	}
	usual := 0
	for _, c := range b.group.claims {
		usual = max(usual, c.To)
	}
	if usual == 0 {
		usual = unclaimedSize
	}
	return untold * agenda.Guess(n, usual)
}

// unitCosts returns the seconds that each unit is expected to take.
func (k *collection) unitCosts(all [][]*instanceSet) []float64 {
	costs := make([]float64, len(all))
	for i, u := range all {
		for _, b := range u {
			costs[i] += k.costOf(b)
		}
	}
	return costs
}

// ofShard returns the sets of the shard.
func (c *checkCommand) ofShard(list []*instanceSet, wholeGroups bool) []*instanceSet {
	all := units(list, wholeGroups)
	var mine []*instanceSet
	for i, is := range c.deal(c.known.unitCosts(all)) {
		if is {
			mine = append(mine, all[i]...)
		}
	}
	return mine
}

// searchShard searches the instances of the shard, and keeps the results. Its exit status says whether they are all there.
func (c *checkCommand) searchShard(ctx context.Context, s *search, groups []*group, stdout, stderr io.Writer) error {
	list, err := s.plan(ctx, &c.request, groups)
	if err != nil {
		return err
	}
	list = c.ofShard(list, s.givesUp)
	if err := c.open(c.out, stdout); err != nil {
		return err
	}
	late, err := s.keepAll(ctx, list, c.kept, stderr)
	if err != nil || late == "" && !s.uncounted {
		return err
	}
	fmt.Fprintf(stderr, "interrex: cut short: %s; %s of %s of shard %v searched; with -o FILE the same command goes on from there\n",
		late, grouped(fmt.Sprint(s.searched)), plural(s.planned, "instance", "instances"), c.shard)
	return incomplete
}

// keepAll searches some of the planned sets and keeps the results. It returns why it was cut short, "" if all were searched.
func (s *search) keepAll(ctx context.Context, list []*instanceSet, to *keeper, stderr io.Writer) (late string, err error) {
	s.planned = 0
	for _, b := range list {
		s.planned += b.count
	}
	s.kept, s.keeps = to, true
	s.progress, s.memory = newProgress(stderr, s.planned), newMemoryWatch(stderr, s.options)
	s.each = func(*instance, checker.Report) error { return nil }
	err = s.run(ctx, list)
	if s.searched < s.planned {
		late = s.late(ctx)
	}
	if failed := to.close(err == nil && late == "" && !s.uncounted); err == nil {
		err = failed
	}
	return late, err
}
