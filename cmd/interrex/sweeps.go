package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/simulation"
)

// A plannedSweep is a row of the sweeps of docs/experiments.md.
type plannedSweep struct {
	algorithm string
	name      string // of the files, after the algorithm's
	sizes     string
	repeats   int // 0: 10
	options   simulation.Options
	readings  string
	figures   []measure // of its own
}

// How executions of sweeps are drawn, where it is not with all awake that may
// be.
var (
	one     = simulation.Options{Asleep: 1000}
	most    = simulation.Options{Asleep: 200} // as Liu et al. do
	endless = simulation.Options{Limit: 100_000}
)

// The numbers of processes of sweeps: those whose processes keep sets of
// identities, of which there are at most 63, grow by the square root of 2.
const (
	toHundreds  = "2..512*2"
	toThousands = "2..4096*2"
	toSixty     = "4,6,8,11,16,23,32,45,62"
)

// planned is what docs/experiments.md shows of the algorithms, in the order of
// the page.
var planned = []plannedSweep{
	{algorithm: "lcr", name: "unit", sizes: toThousands, repeats: 100, figures: []measure{messages}},
	{algorithm: "hs", name: "unit", sizes: toThousands, figures: []measure{messages}},
	{algorithm: "timeslice", name: "unit", sizes: toHundreds},
	{algorithm: "variablespeeds", name: "unit", sizes: toHundreds},
	{algorithm: "awe", name: "unit", sizes: toHundreds},
	{algorithm: "afa", name: "unit", sizes: toThousands, repeats: 100, figures: []measure{messages}},
	{algorithm: "afa", name: "table-half", sizes: "10..29", repeats: 100, options: simulation.Options{Asleep: 500}},
	{algorithm: "afa", name: "table-fifth", sizes: "10..29", repeats: 100, options: simulation.Options{Asleep: 800}},
	{algorithm: "afa", name: "table-one", sizes: "10..29", repeats: 100, options: one},
	{algorithm: "anonymous", name: "settled", sizes: "2..64*2", options: endless},
	{algorithm: "itairodeh", name: "unit", sizes: toHundreds, repeats: 100},
	{algorithm: "singh", name: "document", sizes: "2..100", options: most, figures: []measure{messages, busiest, elapsed}},
	{algorithm: "singh", name: "unit", sizes: toThousands, options: most, figures: []measure{messages, elapsed}},
	{algorithm: "singh", name: "uniform", sizes: toThousands, options: simulation.Options{Delay: simulation.Uniform, Asleep: 200}},
	{algorithm: "singh", name: "exponential", sizes: toThousands, options: simulation.Options{Delay: simulation.Exponential, Asleep: 200}},
	{algorithm: "singh", name: "heavy-tailed", sizes: toThousands, options: simulation.Options{Delay: simulation.HeavyTailed, Asleep: 200}, figures: []measure{elapsed}},
	{algorithm: "bully", name: "unit", sizes: toSixty},
	{algorithm: "bully", name: "one", sizes: toSixty, repeats: 100, options: one},
	{algorithm: "bully-reply", name: "unit", sizes: toSixty},
	{algorithm: "bully-reply", name: "one", sizes: toSixty, repeats: 100, options: one},
	{algorithm: "bully-original", name: "unit", sizes: toSixty},
	{algorithm: "bully-original", name: "one", sizes: toSixty, repeats: 100, options: one, readings: "R5=b"},
	{algorithm: "bully-improved", name: "unit", sizes: toSixty},
	{algorithm: "bully-improved", name: "one", sizes: toSixty, repeats: 100, options: one, readings: "R6=b"},
	{algorithm: "tokenring", name: "unit", sizes: toSixty},
	{algorithm: "tokenring", name: "one", sizes: toSixty, repeats: 100, options: one},
	{algorithm: "sun", name: "unit", sizes: "4..1024*2"},
	{algorithm: "sun", name: "one", sizes: "4..1024*2", options: one},
	{algorithm: "divided", name: "unit", sizes: "4..1024*2"},
	{algorithm: "divided", name: "one", sizes: "4..1024*2", options: one},
	{algorithm: "divided-sun", name: "unit", sizes: "4..512*2"},
	{algorithm: "divided-sun", name: "one", sizes: "4..512*2", options: one},
	{algorithm: "raft", name: "unit", sizes: toSixty},
	{algorithm: "paxos", name: "unit", sizes: toSixty},
	{algorithm: "paxos", name: "one", sizes: toSixty, options: one},
	{algorithm: "invitation", name: "settled", sizes: toSixty, options: endless},
}

// arePlanned reports an algorithm that docs/experiments.md does not measure.
func arePlanned(algorithms []string) error {
	for _, name := range algorithms {
		if !slices.ContainsFunc(planned, func(p plannedSweep) bool { return p.algorithm == name }) {
			return fmt.Errorf("measure: how many processes of %s, which docs/experiments.md does not measure? allowed: --sizes like 2..100 or 2..4096*2", name)
		}
	}
	return nil
}

// plannedSweeps returns the sweeps of docs/experiments.md of the algorithms that
// are wanted.
func plannedSweeps(wanted func(algorithm string) bool) ([]*sweep, error) {
	var list []*sweep
	for _, row := range planned {
		if !wanted(row.algorithm) {
			continue
		}
		s := &sweep{figures: row.figures}
		s.algorithm, s.variantText, s.name = row.algorithm, "corrected", row.algorithm+"-"+row.name
		s.readings = row.readings
		s.repeats, s.options = cmp.Or(row.repeats, 10), row.options
		s.options.Seed = 1
		var err error
		if s.sizes, err = parseSweep(row.sizes); err == nil {
			err = s.resolve()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		list = append(list, s)
	}
	return list, nil
}
