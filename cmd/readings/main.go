// Readings judges the product of readings: every combination of the options of an
// algorithm, under every order, timing and single fault, with few processes. It appends each row to the file of the
// algorithm in -dir, so that another run goes on where one has stopped.
//
//	go run ./cmd/readings [-dir DIR] [-changes K] [-strength K] [-limit K] [-for TIME] [-reduce | -verify [-seconds FILE]] [ALGORITHM...]
//
// With -reduce it judges rows that put back one of the fixes that a cause takes away, until no cause has a fix too many.
// With -verify it judges all stored rows again, and exits with status 1 if some outcome differs. After -for it stops, with
// status 0: finished rows are stored, or were judged again in an order that the date draws.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	same, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "readings: interrupted; what is finished is stored")
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "readings:", err)
		os.Exit(2)
	case !same:
		os.Exit(1)
	}
}

// run judges rows, or judges stored ones again, as the arguments say. It reports whether stored results are as judged again.
func run(ctx context.Context, args []string, out, progress io.Writer) (same bool, err error) {
	flags := flag.NewFlagSet("readings", flag.ContinueOnError)
	flags.SetOutput(progress)
	j := job{out: out, progress: progress}
	flags.StringVar(&j.dir, "dir", "cmd/readings/product/results", "the `directory` of the files")
	flags.IntVar(&j.changes, "changes", 3, "the most of order, timing and fault in which a condition differs from the assumed one")
	flags.Int64Var(&j.limit, "limit", 5000, "the most `configurations` of one system, for an algorithm without a file")
	flags.IntVar(&j.strength, "strength", 2, "in how many `readings` a combination differs from the first options at most, for an algorithm with too many")
	within := flags.Duration("for", 0, "stop after this `time`; 0: when everything is judged")
	reduce := flags.Bool("reduce", false, "judge rows with more fixes, until no cause of a failure takes away a fix too many")
	flags.StringVar(&j.seconds, "seconds", "", "with -verify: the `file` that gets the processor seconds of each algorithm")
	verify := flags.Bool("verify", false, "judge stored rows again, and compare")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if j.limit < 1 || j.changes < 0 || j.changes > 3 {
		return false, fmt.Errorf("-limit %d -changes %d; allowed: a limit above 0, and 0 to 3 changes", j.limit, j.changes)
	}
	if j.strength < 1 || j.strength > product.Strongest {
		return false, fmt.Errorf("-strength %d; allowed: 1 to %d", j.strength, product.Strongest)
	}
	if *within < 0 {
		return false, fmt.Errorf("-for %v; allowed: 0 and above", *within)
	}
	if *reduce && *verify {
		return false, errors.New("-reduce with -verify; allowed: one of them")
	}
	if j.seconds != "" && !*verify {
		return false, errors.New("-seconds without -verify; allowed: both")
	}
	entries, err := named(flags.Args())
	if err != nil {
		return false, err
	}
	if *within > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, *within, errTime)
		defer stop()
	}
	same = true
	switch {
	case *verify:
		same, err = j.verify(ctx, entries)
	case *reduce:
		err = j.reduce(ctx, entries)
	default:
		err = j.judge(ctx, entries)
	}
	if errors.Is(err, errTime) {
		fmt.Fprintf(out, "stopped after %v\n", *within)
		err = nil
	}
	return same, err
}

var errTime = errors.New("the time of -for is over")

// named returns the algorithms of these names, without names all.
func named(names []string) ([]catalogue.Entry, error) {
	if len(names) == 0 {
		return catalogue.All(), nil
	}
	var list []catalogue.Entry
	for _, name := range names {
		e, err := catalogue.ByName(name)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}
