package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// Interrex runs the command interrex, made of these parts, with the arguments of the
// program, and exits with its status. A program of one's own calls [Main].
func Interrex(p parts.Parts) { interrex(p).exec() }

// exec runs the command line of the program and exits.
func (k *collection) exec() {
	collectSeldom()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first interrupt stops the run cleanly, the second kills it
	os.Exit(k.run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// interrex returns the collection of the command interrex.
func interrex(p parts.Parts) *collection {
	Coverage(&p)
	return &collection{list: p.List, program: "interrex", parts: p, survey: (*checkCommand).survey, sizes: (*sizesReport).rows,
		commands: []func(*collection) *cobra.Command{(*collection).newErrata, (*collection).newShow, (*collection).newLowerBound}}
}
