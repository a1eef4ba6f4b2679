package main

import (
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/cmd/interrexd/internal/proxy"
	"github.com/interrex/interrex/model"
	"github.com/spf13/pflag"
)

// faultFlags are the flags of the proxy.
type faultFlags struct {
	delay          time.Duration
	loss, dup, cut int
}

func (f *faultFlags) add(set *pflag.FlagSet) {
	set.DurationVar(&f.delay, "delay", 0, "with --local: mean delay of a message, in a proxy")
	set.IntVar(&f.loss, "loss", 0, "with --local: the most messages that the proxy loses")
	set.IntVar(&f.dup, "dup", 0, "with --local: the most messages that the proxy delivers twice")
	set.IntVar(&f.cut, "cut", 0, "with --local: the most links that the proxy cuts")
}

func (f *faultFlags) any() bool { return *f != faultFlags{} }

func (f *faultFlags) budgets() model.Faults {
	return model.Faults{Loss: f.loss, Dup: f.dup, Cut: f.cut}
}

// args returns the budgets as flags of interrex.
func (f *faultFlags) args() (args []string) {
	faults := f.budgets()
	for _, b := range faults.Budgets() {
		if *b.Count > 0 {
			args = append(args, "--"+b.Name, fmt.Sprint(*b.Count))
		}
	}
	return args
}

// A middle is the proxy of a run, nil if there is none.
type middle struct {
	chances proxy.Chances
	logger  *slog.Logger
	proxy   *proxy.Proxy
}

// proxy returns the proxy between the processes, nil if there is none.
func (f *faultFlags) proxy(seed uint64, logger *slog.Logger) *middle {
	if !f.any() {
		return nil
	}
	return &middle{chances: proxy.Chances{Seed: seed, Delay: f.delay, Fault: 0.2}, logger: logger}
}

// between starts the proxy of a cluster.
func (m *middle) between(s *model.System, wire link.Wire, name string) func(*cluster.Network, []string) ([]string, error) {
	if m == nil {
		return nil
	}
	return func(on *cluster.Network, listen []string) (addresses []string, err error) {
		m.proxy, err = proxy.New(proxy.Options{System: s, Wire: wire, Name: name, Targets: listen, Dial: on.Dial(), Logger: m.logger,
			Listen: func() (net.Listener, string, error) {
				l, err := on.Listen()
				if err != nil {
					return nil, "", err
				}
				return l, on.Address(l), nil
			}})
		if err != nil {
			return nil, err
		}
		m.proxy.Start(m.chances)
		return m.proxy.Addresses, nil
	}
}

func (m *middle) close() {
	if m != nil && m.proxy != nil {
		m.proxy.Close()
	}
}
