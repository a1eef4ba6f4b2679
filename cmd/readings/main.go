// Readings judges the product of readings: every combination of the options of an
// algorithm, under every order, timing and single fault, with few processes. It appends each row to the file of the
// algorithm in -dir, so that another run goes on where one has stopped.
//
//	go run ./cmd/readings [-dir DIR] [-changes K] [-limit K] [-verify] [ALGORITHM...]
//
// With -verify it judges all stored rows again, and exits with status 1 if some outcome differs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

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

// run does what the arguments say, and reports whether stored results are as judged again.
func run(ctx context.Context, args []string, out, progress io.Writer) (same bool, err error) {
	flags := flag.NewFlagSet("readings", flag.ContinueOnError)
	flags.SetOutput(progress)
	j := job{out: out, progress: progress}
	flags.StringVar(&j.dir, "dir", "cmd/readings/product/results", "the `directory` of the files")
	flags.IntVar(&j.changes, "changes", 3, "the most of order, timing and fault in which a condition differs from the assumed one")
	flags.Int64Var(&j.limit, "limit", 5000, "the most `configurations` of one system, for an algorithm without a file")
	verify := flags.Bool("verify", false, "judge stored rows again, and compare")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	if j.limit < 1 || j.changes < 0 || j.changes > 3 {
		return false, fmt.Errorf("-limit %d -changes %d; allowed: a limit above 0, and 0 to 3 changes", j.limit, j.changes)
	}
	entries, err := named(flags.Args())
	if err != nil {
		return false, err
	}
	same = true
	for _, e := range entries {
		if !*verify {
			err = j.judge(ctx, e)
		} else if again, failed := j.verify(ctx, e); failed != nil || !again {
			same, err = false, failed
		}
		if err != nil {
			return same, err
		}
	}
	return same, nil
}

// named returns the algorithms of these names, without names all but singh, which has too many combinations.
func named(names []string) ([]catalogue.Entry, error) {
	if len(names) == 0 {
		for _, l := range catalogue.List() {
			if l.Name != "singh" {
				names = append(names, l.Name)
			}
		}
	}
	var list []catalogue.Entry
	for _, name := range names {
		e, err := catalogue.ByName(name)
		if err != nil {
			return nil, err
		}
		if name == "singh" {
			return nil, errors.New("singh has 331776 combinations; allowed: the other algorithms")
		}
		list = append(list, e)
	}
	return list, nil
}
