package replay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/cmd/interrexd/internal/proxy"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// ErrRefused is the error of a counterexample that processes on a network cannot replay.
var ErrRefused = errors.New("cannot be replayed on a network")

// Options say where the logs of a replay go, and which connections it has.
type Options struct {
	Logs   string // a directory for the logs p0.log and so on, which is empty
	Memory bool   // connections in memory; otherwise TCP on loopback
	Logger *slog.Logger
}

// A Result is how a replay has ended.
type Result struct {
	Events    int // of the stem and, once, of the loop
	Got, Want []string
}

// File replays a counterexample: its stem and, once, its loop.
func File(ctx context.Context, f *counterexamples.File, o Options) (Result, error) {
	choice, s, err := algorithm.Of(f.Instance)
	if err != nil {
		return Result{}, err
	}
	x, err := f.Run(s)
	if err != nil {
		return Result{}, err
	}
	if err := refuse(s, x); err != nil {
		return Result{}, err
	}
	wire := link.Numbered
	if choice.SpeaksDocument() {
		wire = link.Document
	}
	var between *proxy.Proxy
	var targets []string
	var on *cluster.Network
	all, err := cluster.Start(cluster.Options{System: s, Wire: wire, Name: choice.String(), Logs: o.Logs, Memory: o.Memory, Logger: o.Logger,
		Runner: func(int) runner.Options { return runner.Options{Manual: true} },
		Between: func(network *cluster.Network, listen []string) (_ []string, err error) {
			on, targets = network, listen
			between, err = proxy.New(proxy.Options{System: s, Wire: wire, Name: choice.String(), Targets: listen, Dial: network.Dial(), Logger: o.Logger, Listen: listenOn(network)})
			if err != nil {
				return nil, err
			}
			return between.Addresses, nil
		},
	})
	if between != nil {
		defer between.Close()
	}
	if err != nil {
		return Result{}, err
	}
	defer all.Kill()
	c := &Conductor{System: s, Proxy: between, Targets: targets, Dial: on.Dial(), Processes: all}
	return c.Replay(ctx, x)
}

// Replay makes the processes do an execution, and returns how it has ended.
func (c *Conductor) Replay(ctx context.Context, x model.Execution) (Result, error) {
	r := Result{Events: len(x.Steps), Want: Expected(c.System, x.At(len(x.Steps)))}
	err := c.Run(ctx, x)
	if err == nil {
		r.Got, err = c.Statuses(ctx)
	}
	return r, err
}

func listenOn(network *cluster.Network) func() (net.Listener, string, error) {
	return func() (net.Listener, string, error) {
		l, err := network.Listen()
		if err != nil {
			return nil, "", err
		}
		return l, network.Address(l), nil
	}
}

// refuse returns why an execution cannot be replayed.
func refuse(s *model.System, x model.Execution) error {
	within := func(y model.Successor) bool { return y.Event.Within }
	failed := func(y model.Successor) bool { return y.Next.Failed() }
	switch {
	case s.Network().Timing == model.Lockstep:
		return fmt.Errorf("%w: timing lockstep", ErrRefused)
	case s.Network().TimersInTurn:
		return fmt.Errorf("%w: timers in turn", ErrRefused)
	case slices.ContainsFunc(x.Steps, within):
		return fmt.Errorf("%w: a crash within a step", ErrRefused)
	case slices.ContainsFunc(x.Steps, failed):
		return fmt.Errorf("%w: a step that is not well-formed", ErrRefused)
	}
	return nil
}
