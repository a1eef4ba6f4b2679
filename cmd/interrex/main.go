// Command interrex checks leader-election protocols over every interleaving. It
// checks the catalogue's claims by an exhaustive search, and replays,
// minimises and draws counterexamples.
//
// Its exit status is 0 if all claims are confirmed (with --variant: if all
// properties hold), 1 if one is refuted, 2 for bad usage or input, 3 if the search
// was cut short before it could decide, and 4 if nothing could have refuted one.
//
// Package command gives the same command for protocols of one's own.
package main

import (
	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/internal/whole"
)

func main() { command.Interrex(whole.Parts()) }
