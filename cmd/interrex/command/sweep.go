package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// A sweep is one algorithm, simulated for several numbers of processes.
type sweep struct {
	choice
	sweepFlags
	kept    *keeper          // with the results that are merged; nil: none
	number  int              // in the request
	figures []claims.Measure // the measures with their own figure in docs/experiments.md

	guard sync.Mutex
	last  *simulated // the system of the last simulation
}

// at returns the algorithm for n processes. Simulations of one size share it.
func (s *sweep) at(n int) (*simulated, error) {
	s.guard.Lock()
	defer s.guard.Unlock()
	if s.last != nil && s.last.net.N == n {
		return s.last, nil
	}
	system, err := s.on(s.entry.Network(n), n)
	if err == nil {
		s.last = system
	}
	return system, err
}

// requestedSweeps returns the requested sweeps, in the order of the catalogue.
func (c *measureCommand) requestedSweeps() ([]*sweep, error) {
	if c.sweep.sizes != nil {
		return c.ownSweeps()
	}
	entries, err := c.known.named(c.algorithms)
	if err == nil && len(c.algorithms) > 0 {
		err = arePlanned(entries)
	}
	if err != nil {
		return nil, err
	}
	return plannedSweeps(c.known, entries)
}

// ownSweeps returns the sweeps under the conditions that the flags set.
func (c *measureCommand) ownSweeps() ([]*sweep, error) {
	entries, err := c.known.named(c.algorithms)
	if err != nil {
		return nil, err
	}
	var list []*sweep
	for _, e := range entries {
		s := &sweep{sweepFlags: c.sweep}
		s.known = c.known
		s.algorithm, s.variantText, s.readings = e.Name, cmp.Or(c.variant, "corrected"), c.readings
		s.limits = c.limits
		s.name = cmp.Or(s.name, e.Name+"-"+s.options.Delay.String())
		if err := s.resolve(); err != nil {
			return nil, err
		}
		if _, err := s.at(s.sizes[0]); err != nil { // before anything is written
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// series returns the parameters of the sweep, with its samples.
func (s *sweep) series(samples [][]parts.Sample) *parts.Series {
	return &parts.Series{Entry: s.entry, Variant: s.variant, Options: s.options, Sizes: s.sizes, Repeats: s.repeats, Name: s.name, Figures: s.figures, Samples: samples}
}

// runSweeps runs the missing simulations, then fits and draws.
func (c *measureCommand) runSweeps(ctx context.Context, stdout, stderr io.Writer) error {
	sweeps, err := c.requestedSweeps()
	if err != nil {
		return err
	}
	if c.isShard() {
		return c.sweepShard(ctx, sweeps, stdout, stderr)
	}
	var all []*parts.Series
	for number, s := range sweeps {
		s.number, s.kept = number, c.kept
		samples, err := s.run(ctx, c.out, stderr)
		if err != nil {
			return c.explained(ctx, err, stdout, stderr)
		}
		all = append(all, s.series(samples))
		if c.report {
			continue
		}
		if err := c.present(all[len(all)-1], stdout); err != nil {
			return err
		}
	}
	if !c.report {
		return nil
	}
	figures, tables := c.known.parts.Experiments(all)
	for _, f := range figures {
		if err := writeFigure(f, c.out, "svg"); err != nil {
			return err
		}
	}
	_, err = io.WriteString(stdout, tables)
	return err
}

// explained prints the error that ended a sweep early, and returns an exit status.
func (c *measureCommand) explained(ctx context.Context, err error, stdout, stderr io.Writer) error {
	s := incomplete
	failed := (*failedRun)(nil)
	switch {
	case errors.As(err, &failed):
		s = refuted
		if !c.json && !c.report {
			failed.write(ctx, stdout)
		}
	case !errors.Is(err, errInterrupted) && !errors.Is(err, errGoesOn):
		return err
	}
	fmt.Fprintf(stderr, "interrex: %v\n", err)
	return s
}

// run runs the simulations that the file of the sweep lacks; without a folder it
// runs all of them. If results are merged, it takes these.
func (s *sweep) run(ctx context.Context, folder string, stderr io.Writer) ([][]parts.Sample, error) {
	file := &sampleFile{samples: map[sampleKey]parts.Sample{}}
	if folder != "" {
		var err error
		if file, err = openSamples(filepath.Join(folder, s.name+".csv"), s.series(nil).Conditions()); err != nil {
			return nil, err
		}
		defer file.close()
	}
	if s.kept != nil {
		if err := s.fill(file); err != nil {
			return nil, err
		}
	}
	err := s.measure(ctx, file, stderr)
	switch {
	case errors.Is(err, errInterrupted) && folder == "":
		return nil, fmt.Errorf("%w; with -o FOLDER the measurements are kept", err)
	case errors.Is(err, errInterrupted):
		return nil, fmt.Errorf("%w; the measurements so far are kept, and the same command continues from there", err)
	case err != nil:
		return nil, err
	}
	return file.of(s.sizes, s.options.Seed, s.repeats), nil
}

// present writes the averages and fits, and draws the figures if there is a folder for them.
func (c *measureCommand) present(s *parts.Series, stdout io.Writer) error {
	for _, m := range claims.Measures() {
		fits := c.known.fits(s, m)
		if !c.json {
			writeAverages(stdout, s, m, fits)
		} else if err := writeGrowthJSON(stdout, s, m, fits); err != nil {
			return err
		}
		if c.out == "" || c.known.parts.Figure == nil {
			continue
		}
		for _, format := range []string{"svg", "png"} {
			if err := writeFigure(c.known.parts.Figure(s, m), c.out, format); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure runs the simulations that the store lacks, on all cores.
func (s *sweep) measure(ctx context.Context, file sampleStore, stderr io.Writer) error {
	bar := newSweepBar(stderr, s, file)
	defer bar.close()
	type run struct {
		n    int
		seed uint64
	}
	var missing []run
	for _, n := range s.sizes {
		for r := range s.repeats {
			if seed := s.options.Seed + uint64(r); !file.has(n, seed) {
				missing = append(missing, run{n, seed})
			}
		}
	}
	type result struct {
		parts.Sample
		err error
	}
	simulate := func(of run) (r result) {
		r.Sample, r.err = s.sample(ctx, of.n, of.seed)
		return r
	}
	return inOrder(runtime.GOMAXPROCS(0), slices.Values(missing), simulate, func(of run, r result) error {
		if r.err != nil {
			return fmt.Errorf("n = %d, seed %d: %w", of.n, of.seed, r.err)
		}
		bar.add(of.n)
		return file.add(r.Sample)
	})
}

var (
	errInterrupted = errors.New("interrupted")
	errGoesOn      = errors.New("the execution did not end, and may never end; allowed: --max-events K, to measure up to the last change of status")
)

// sample runs one simulation.
func (s *sweep) sample(ctx context.Context, n int, seed uint64) (parts.Sample, error) {
	o := s.options
	o.Seed, o.LastChange = seed, o.Limit > 0
	if !o.LastChange {
		o.Limit = endsWithin(n)
	}
	system, err := s.at(n)
	if err != nil {
		return parts.Sample{}, err
	}
	result, err := simulate(ctx, system.System, system.network(seed), o)
	switch {
	case err != nil:
		return parts.Sample{}, err
	case ctx.Err() != nil: // it may have been cut short
		return parts.Sample{}, errInterrupted
	case o.LastChange:
		at := result.LastChange
		return parts.Sample{N: n, Seed: seed, Messages: at.Messages, Busiest: at.Busiest, Time: at.Time.Units()}, nil
	case result.Cut:
		return parts.Sample{}, fmt.Errorf("after %s: %w", plural(int(o.Limit), "event", "events"), errGoesOn)
	}
	return parts.Sample{N: n, Seed: seed, Messages: result.Messages, Busiest: result.Busiest, Time: result.Time.Units()}, nil
}
