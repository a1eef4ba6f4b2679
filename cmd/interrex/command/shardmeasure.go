package command

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/interrex/interrex/cmd/interrex/internal/agenda"
)

// ofShard returns the tasks of the shard. Those of one measurement and n stay together, as they are skipped after one
// of them was cut short.
func (c *measureCommand) ofShard(tasks []*extremesTask) []*extremesTask {
	var costs []float64
	unit := make([]int, len(tasks))
	for i, t := range tasks {
		if i == 0 || tasks[i-1].amounts != t.amounts {
			usual := t.sizes.to
			if len(t.group.claims) > 0 {
				usual = t.group.claims[0].To
			}
			costs = append(costs, agenda.Guess(t.amounts.n, usual))
		}
		unit[i] = len(costs) - 1
	}
	var list []*extremesTask
	mine := c.deal(costs)
	for i, t := range tasks {
		if mine[unit[i]] {
			list = append(list, t)
		}
	}
	return list
}

// exactShard measures the instances of the shard, and keeps the results.
func (c *measureCommand) exactShard(ctx context.Context, s *search, tasks []*extremesTask, stdout, stderr io.Writer) error {
	tasks = c.ofShard(tasks)
	if err := c.open(c.out, stdout); err != nil {
		return err
	}
	err := c.measureEach(ctx, s, tasks, newProgress(stderr, len(tasks)))
	late := s.late(ctx)
	if failed := c.kept.close(err == nil && late == ""); err == nil {
		err = failed
	}
	if err != nil || late == "" {
		return err
	}
	fmt.Fprintf(stderr, "interrex: cut short: %s; with -o FILE the same command goes on from there\n", late)
	return incomplete
}

// samplesOfShard returns, for each sweep, the keeper of the samples that are those of the shard. Their cost is taken to grow a
// little faster than n.
func (c *measureCommand) samplesOfShard(sweeps []*sweep) []*samplesKept {
	var costs []float64
	for _, s := range sweeps {
		for _, key := range s.keys() {
			costs = append(costs, float64(key.n)*math.Log2(float64(key.n)+1))
		}
	}
	mine, at := c.deal(costs), 0
	var list []*samplesKept
	for number, s := range sweeps {
		s.number = number
		k := &samplesKept{kept: c.kept, sweep: s, others: map[sampleKey]bool{}}
		for _, key := range s.keys() {
			k.others[key] = !mine[at]
			at++
		}
		list = append(list, k)
	}
	return list
}

// sweepShard runs the simulations of the shard that are not kept yet.
func (c *measureCommand) sweepShard(ctx context.Context, sweeps []*sweep, stdout, stderr io.Writer) (err error) {
	if err := c.open(c.out, stdout); err != nil {
		return err
	}
	list := c.samplesOfShard(sweeps)
	defer func() {
		if failed := c.kept.close(err == nil); err == nil {
			err = failed
		}
	}()
	for _, k := range list {
		if err := k.sweep.measure(ctx, k, stderr); err != nil {
			return c.explained(ctx, err, stderr, stderr)
		}
	}
	return nil
}
