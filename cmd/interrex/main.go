// Command interrex checks leader-election protocols over every interleaving. It
// checks the catalogue's claims by an exhaustive search, and replays,
// minimises and draws counterexamples.
//
// Its exit status is 0 if all claims are confirmed (with --variant: if all
// properties hold), 1 if one is refuted, 2 for bad usage or input, 3 if the search
// was cut short before it could decide, and 4 if nothing could have refuted one.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first interrupt stops the run cleanly, the second kills it
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
