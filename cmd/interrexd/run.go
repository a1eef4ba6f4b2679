package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/model"
	"github.com/spf13/cobra"
)

// A job holds the flags of run, and the system, wire and outputs that follow from them.
type job struct {
	choice              algorithm.Choice
	local               int
	ids, timing, wire   string
	wake                string
	tick, settle, limit time.Duration
	seed                uint64
	logs                string
	verbose             bool
	faults              faultFlags
	one                 oneFlags

	system   *model.System
	speaks   link.Wire
	out, err io.Writer
}

func runCommand() *cobra.Command {
	j := &job{}
	c := &cobra.Command{
		Use:   "run ALGORITHM",
		Short: "Run one process, or with --local all of them on loopback",
		Example: `  interrexd run afa --local 5 --ids 3,1,2,5,4
  interrexd run raft --local 5 --logs . --loss 2 --delay 20ms
  interrexd run afa --id 1 --listen :7001 --peers 3=10.0.0.3:7001,1=10.0.0.1:7001,2=10.0.0.2:7001`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			j.choice.Algorithm, j.out, j.err = args[0], c.OutOrStdout(), c.ErrOrStderr()
			return j.run(c)
		},
	}
	f := c.Flags()
	f.StringVar(&j.choice.Variant, "variant", "corrected", "printed, corrected, or errata that are not fixed, as -E1")
	f.StringVar(&j.choice.Readings, "reading", "", "readings other than the default, as R1=b")
	f.StringVar(&j.choice.Limits, "limit", "", "limits other than the default, as terms=9")
	f.IntVar(&j.local, "local", 0, "run so many processes in this program, on loopback")
	f.StringVar(&j.ids, "ids", "", "with --local: the identities, by process (default 1,2,...)")
	f.StringVar(&j.timing, "timing", "", "async, timely or bounded: what the algorithm is told, and the log has (default: as its document)")
	f.StringVar(&j.wire, "wire", "", "numbered, or for afa document (default: document if it has all messages)")
	f.StringVar(&j.wake, "wake", "all", "who wakes at the start: all, none, or processes as 0,2")
	f.DurationVar(&j.tick, "tick", 100*time.Millisecond, "unit of the algorithm's durations; longer than a message takes")
	f.DurationVar(&j.settle, "settle", time.Second, "with --local: end when no process has taken a step for so long")
	f.DurationVar(&j.limit, "max-time", time.Minute, "with --local: end after so long in any case")
	f.Uint64Var(&j.seed, "seed", 1, "of choices, of the lengths of timers, and of faults")
	f.StringVar(&j.logs, "logs", "", "directory for the logs p0.log, p1.log, ...; a process resumes from its log")
	f.BoolVarP(&j.verbose, "verbose", "v", false, "show what the links notice")
	j.faults.add(f)
	j.one.add(f)
	return c
}

func (j *job) run(c *cobra.Command) error {
	if (j.local > 0) == (j.one.id > 0) {
		return errors.New("either --local N or --id ID with --listen and --peers; not both, not neither")
	}
	ids, addresses, err := j.processes()
	if err != nil {
		return err
	}
	if err := j.prepare(ids); err != nil {
		return err
	}
	if j.local > 0 {
		return j.runLocal(c.Context())
	}
	if j.faults.any() {
		return errors.New("--delay, --loss, --dup and --cut are for --local, where a proxy stands between the processes")
	}
	return j.runOne(c.Context(), slices.Index(ids, model.ID(j.one.id)), addresses)
}

// processes returns the identities of all processes and, of --peers, their addresses.
func (j *job) processes() (ids []model.ID, addresses []string, err error) {
	if j.local == 0 {
		return j.one.processes()
	}
	if j.ids == "" {
		for p := range j.local {
			ids = append(ids, model.ID(p+1))
		}
		return ids, nil, nil
	}
	list, err := numbers("--ids", j.ids)
	if err == nil && len(list) != j.local {
		err = fmt.Errorf("--ids %s has %d identities; allowed: %d, as --local says", j.ids, len(list), j.local)
	}
	for _, id := range list {
		ids = append(ids, model.ID(id))
	}
	return ids, nil, err
}

// prepare makes the system.
func (j *job) prepare(ids []model.ID) error {
	net, err := j.choice.Network(ids)
	if err != nil {
		return err
	}
	net.TimersInTurn = false
	if net.Timing == model.Lockstep {
		net.Timing = model.Async
	}
	if j.timing != "" {
		if net.Timing, err = model.ParseTiming(j.timing); err != nil {
			return fmt.Errorf("--timing: %w", err)
		}
	}
	net.Faults = j.faults.budgets()
	if j.system, err = j.choice.System(net); err != nil {
		return err
	}
	return j.chooseWire()
}

func (j *job) chooseWire() error {
	speaks := j.choice.SpeaksDocument()
	switch wire := cmp.Or(j.wire, map[bool]string{true: "document", false: "numbered"}[speaks]); {
	case wire == "numbered":
		j.speaks = link.Numbered
	case wire == "document" && speaks:
		j.speaks = link.Document
	default:
		return fmt.Errorf("--wire %s for %v; allowed: numbered, or for afa with the messages of the document document", wire, j.choice)
	}
	return nil
}

// wakes returns the processes that wake at the start.
func (j *job) wakes() ([]int, error) {
	n := j.system.Network().N
	switch j.wake {
	case "none":
		return nil, nil
	case "all":
		all := make([]int, n)
		for p := range all {
			all[p] = p
		}
		return all, nil
	}
	list, err := numbers("--wake", j.wake)
	for _, p := range list {
		if p >= n {
			return nil, fmt.Errorf("--wake: process %d is not in 0..%d", p, n-1)
		}
	}
	return list, err
}

func (j *job) logger() *slog.Logger {
	if !j.verbose {
		return nil
	}
	return slog.New(slog.NewTextHandler(j.err, &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// numbers reads a list of numbers, "3,1,2".
func numbers(flag, text string) ([]int, error) {
	var list []int
	for _, word := range strings.Split(text, ",") {
		x, err := strconv.Atoi(word)
		if err != nil || x < 0 {
			return nil, fmt.Errorf("%s: %q is no number; allowed: numbers as 3,1,2", flag, word)
		}
		list = append(list, x)
	}
	return list, nil
}
