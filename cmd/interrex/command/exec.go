package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Catalogue runs the command interrex for the algorithms of the catalogue with the
// arguments of the program, and exits with its status.
func Catalogue() { ours().exec() }

// exec runs the command line of the program and exits.
func (k *collection) exec() {
	collectSeldom()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first interrupt stops the run cleanly, the second kills it
	os.Exit(k.run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
