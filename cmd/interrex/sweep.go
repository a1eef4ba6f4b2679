package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// A sweepCommand is one call of sweep.
type sweepCommand struct {
	simulated
	options simulation.Options
	sizes   []int
	repeats int
	folder  string
	name    string // of the files, without folder and ending; "": algorithm and delay
}

func newSweep() *cobra.Command {
	c := &sweepCommand{}
	cmd := &cobra.Command{
		Use:   "sweep ALGORITHM",
		Short: "Simulate many sizes, fit curves to messages and time, and draw them",
		Long: `Sweep simulates an algorithm for several numbers of processes, several times each,
writes what it measures to FOLDER/NAME.csv, fits curves to the averages by least
squares, and draws them against n as SVG and PNG: messages sent, messages received by
the busiest process, and time. NAME is the
algorithm and the delay, unless --name says otherwise.

What has been measured is not measured again: a sweep that was interrupted goes on
where it stopped when the same command is given.`,
		Example: `  interrex sweep singh --sizes 2..100 --wake-rate 0.8 -o figures
  interrex sweep lcr --sizes 2..4096*2 --repeats 20 --delay exponential -o figures`,
		Args:              oneAlgorithm,
		ValidArgsFunction: completeNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.algorithm = args[0]
			if c.sizes == nil {
				return fmt.Errorf("sweep: how many processes? allowed: --sizes like 2..100 or 2..4096*2")
			}
			return c.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	c.addFlags(cmd)
	return cmd
}

func (c *sweepCommand) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&flagValue{kind: "SIZES", read: func(s string) (err error) {
		c.sizes, err = parseSweep(s)
		return err
	}}, "sizes", "numbers of processes: 2..100, 2..4096*2 (each twice the one before), or a list like 10,50,90")
	c.repeats = 10
	flags.Var(&flagValue{text: "10", kind: "K", read: func(s string) error {
		k, err := strconv.Atoi(s)
		if err != nil || k < 1 || k > maxRepeats {
			return fmt.Errorf("%q; allowed: 1..%d", s, maxRepeats)
		}
		c.repeats = k
		return nil
	}}, "repeats", "simulations of each size")
	flags.Uint64Var(&c.options.Seed, "seed", 1, "of the first simulation of a size; the others follow")
	flags.Var(&flagValue{text: "unit", kind: "DELAY", read: func(s string) (err error) {
		c.options.Delay, err = simulation.ParseDelay(s)
		return err
	}}, "delay", "how long a message takes: unit, uniform, exponential, heavy-tailed")
	flags.Var(wakeRate(&c.options.Asleep), "wake-rate", "share of the processes that wake of their own accord, at least one")
	c.addVariant(cmd)
	flags.StringVar(&c.name, "name", "", "what the files are called, but for their endings")
	flags.StringVarP(&c.folder, "output", "o", ".", "write into `FOLDER`, which exists")
}

const (
	maxRepeats = 10_000
	maxSweep   = 10_000 // sizes of a sweep
)

// parseSweep reads the sizes of a sweep.
func parseSweep(s string) ([]int, error) {
	list, ok := sweepRange(s)
	if !strings.Contains(s, "..") {
		ints, err := parseInts(s)
		list, ok = ints, err == nil
	}
	for i, n := range list {
		ok = ok && n >= 1 && n <= model.MaxN && (i == 0 || n > list[i-1])
	}
	if !ok || len(list) > maxSweep {
		return nil, fmt.Errorf("%q; allowed: 2..100, 2..4096*2, or a list like 10,50,90, at most %d sizes within 1..%d", s, maxSweep, model.MaxN)
	}
	return list, nil
}

// sweepRange reads a range, from..to or from..to*factor.
func sweepRange(s string) (list []int, ok bool) {
	first, rest, _ := strings.Cut(s, "..")
	last, by, isGeometric := strings.Cut(rest, "*")
	factor := 1
	var errFactor error
	if isGeometric {
		factor, errFactor = strconv.Atoi(by)
	}
	from, errFrom := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	if errors.Join(errFactor, errFrom, errTo) != nil || from < 1 || to < from || to > model.MaxN || isGeometric && factor < 2 {
		return nil, false
	}
	for n := from; n <= to && len(list) <= maxSweep; {
		list = append(list, n)
		if n *= factor; !isGeometric {
			n++
		}
	}
	return list, true
}

// run measures what has not been measured, then fits and draws.
func (c *sweepCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	if err := c.resolve(); err != nil {
		return err
	}
	name := filepath.Join(c.folder, cmp.Or(c.name, c.entry.Name+"-"+c.options.Delay.String()))
	file, err := openSamples(name+".csv", c.conditions())
	if err != nil {
		return err
	}
	defer file.close()
	switch err := c.measure(ctx, file, stderr); {
	case errors.Is(err, errInterrupted):
		fmt.Fprintf(stderr, "interrex: %v\n", err)
		return incomplete
	case err != nil:
		return err
	}
	samples := file.of(c.sizes, c.options.Seed, c.repeats)
	for _, q := range []measure{messages, busiest, elapsed} {
		curve := newCurve(c.entry.Name, q, samples)
		writeFits(stdout, c.title(q), curve)
		for _, format := range []string{".svg", ".png"} {
			if err := curve.draw(c.title(q), name+"-"+q.String()+format); err != nil {
				return err
			}
		}
	}
	return nil
}

// conditions says in a line what samples of one file have in common.
func (c *sweepCommand) conditions() string {
	line := fmt.Sprintf("%s %s, delay %v, wake rate %g", c.entry.Name, c.entry.VariantText(c.variant), c.options.Delay, float64(1000-c.options.Asleep)/1000)
	if readings := c.entry.ReadingsText(c.variant.Readings); readings != "" {
		line += ", reading " + readings
	}
	return line
}

func (c *sweepCommand) title(q measure) string { return q.String() + ": " + c.conditions() }

// measure simulates what the file does not have yet.
func (c *sweepCommand) measure(ctx context.Context, file *sampleFile, stderr io.Writer) error {
	bar := newSweepBar(stderr, c.sizes, c.repeats)
	defer bar.close()
	for _, n := range c.sizes {
		for r := range c.repeats {
			seed := c.options.Seed + uint64(r)
			if !file.has(n, seed) {
				s, err := c.sample(ctx, n, seed)
				if err != nil {
					return err
				}
				if err := file.add(s); err != nil {
					return err
				}
			}
			bar.add(n)
		}
	}
	return nil
}

var errInterrupted = errors.New("interrupted; what was measured is kept, and the same command goes on from there")

// sample is one simulation.
func (c *sweepCommand) sample(ctx context.Context, n int, seed uint64) (sample, error) {
	o := c.options
	o.Seed = seed
	result, err := simulation.Run(ctx, c.system, c.network(n, seed), o)
	switch {
	case err != nil:
		return sample{}, err
	case result.Cut:
		return sample{}, fmt.Errorf("n = %d: %w", n, errInterrupted)
	}
	return sample{n, seed, result.Messages, result.Busiest, result.Time.Units()}, nil
}
