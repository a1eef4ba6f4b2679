// Command interrex checks leader-election protocols over every interleaving:
// it holds the catalogue's claims against an exhaustive search, and replays,
// minimises and draws counterexamples.
//
// Its exit status is 0 if all claims are confirmed (with --variant: all
// properties hold), 1 if one is not, 2 for bad usage or input, 3 if the search
// was cut short before it could tell, and 4 if nothing could have refuted one.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first interrupt asks, the second kills
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
