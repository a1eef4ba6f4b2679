package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/cmd/interrexd/internal/cluster"
	"github.com/interrex/interrex/model"
)

// runLocal runs all processes until nothing happens any more, and shows how it ended.
func (j *job) runLocal(ctx context.Context) error {
	wakes, err := j.wakes()
	if err != nil {
		return err
	}
	if err := j.freshLogs(); err != nil {
		return err
	}
	var last atomic.Int64 // when a step was taken
	begin := time.Now()
	faults := j.faults.proxy(j.seed, j.logger())
	c, err := cluster.Start(cluster.Options{
		System: j.system, Wire: j.speaks, Name: j.choice.String(), Logs: j.logs, Logger: j.logger(), Between: faults.between(j.system, j.speaks, j.choice.String()),
		Runner: func(p int) runner.Options {
			return runner.Options{Seed: j.seed, Tick: j.tick, Origin: begin,
				Hooks: runner.Hooks{Step: func(validate.Line, time.Duration) { last.Store(int64(time.Since(begin))) }}}
		},
	})
	if err != nil {
		return err
	}
	defer faults.close()
	limited, cancel := context.WithTimeout(ctx, j.limit)
	defer cancel()
	if err := c.Greet(limited); err != nil {
		return errors.Join(err, c.Kill())
	}
	greeted := time.Since(begin)
	for _, p := range wakes {
		if h := c.Hosts[p]; h != nil {
			h.Process.Take(limited, runner.Input{Kind: model.Wake}) // one that a message has woken does not wake
		}
	}
	j.await(limited, c, begin, &last)
	j.show(c, max(time.Duration(last.Load())-greeted, 0))
	closing, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if err := c.Stop(closing); err != nil && j.verbose {
		fmt.Fprintln(j.err, err)
	}
	return failure(c)
}

// freshLogs refuses a directory that has logs of an earlier run.
func (j *job) freshLogs() error {
	if j.logs == "" {
		return nil
	}
	if err := os.MkdirAll(j.logs, 0o755); err != nil {
		return err
	}
	if old, _ := filepath.Glob(filepath.Join(j.logs, "p*.log")); old != nil {
		return fmt.Errorf("--logs %s has logs of an earlier run (%s); allowed: a directory without any", j.logs, filepath.Base(old[0]))
	}
	return nil
}

// await waits until no step has been taken for long.
func (j *job) await(ctx context.Context, c *cluster.Cluster, begin time.Time, last *atomic.Int64) {
	beat := time.NewTicker(max(j.settle/10, time.Millisecond))
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if time.Since(begin)-time.Duration(last.Load()) > j.settle {
				return
			}
		}
	}
}

// failure returns why a process has stopped by itself.
func failure(c *cluster.Cluster) error {
	for p, h := range c.Hosts {
		if h != nil && h.Err() != nil {
			return fmt.Errorf("p%d: %w: %w", p, h.Err(), errNot)
		}
	}
	return nil
}

// show writes a line for each process, and who is elected.
func (j *job) show(c *cluster.Cluster, took time.Duration) {
	net := j.system.Network()
	w := tabwriter.NewWriter(j.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "process\tidentity\tstatus\tsent\tsteps")
	total := 0
	var won []string
	for p, h := range c.Hosts {
		id := "-"
		if net.IDs != nil {
			id = fmt.Sprint(net.IDs[p])
		}
		if h == nil {
			fmt.Fprintf(w, "p%d\t%s\tdown\t\t\n", p, id)
			continue
		}
		steps, sent := h.Process.Counts()
		total += sent
		st := h.Process.Status()
		if st.Role == model.Won {
			won = append(won, fmt.Sprintf("p%d (identity %s)", p, id))
		}
		fmt.Fprintf(w, "p%d\t%s\t%v\t%d\t%d\n", p, id, st, sent, steps)
	}
	w.Flush()
	switch len(won) {
	case 0:
		fmt.Fprint(j.out, "nobody is elected")
	default:
		fmt.Fprintf(j.out, "elected: %s", strings.Join(won, ", "))
	}
	fmt.Fprintf(j.out, "; %d messages, %v from the start to the last step\n", total, took.Round(100*time.Microsecond))
	j.showLogs()
}

// showLogs writes how to validate the logs.
func (j *job) showLogs() {
	if j.logs == "" {
		return
	}
	net := j.system.Network()
	args := []string{"interrex", "validate", j.choice.Algorithm, "--variant", j.choice.Variant}
	if j.choice.Readings != "" {
		args = append(args, "--reading", j.choice.Readings)
	}
	if j.choice.Limits != "" {
		args = append(args, "--limit", j.choice.Limits)
	}
	if net.IDs != nil {
		args = append(args, "--ids", strings.Trim(strings.ReplaceAll(fmt.Sprint(net.IDs), " ", ","), "[]"))
	}
	args = append(args, "--timing", validTiming(net.Timing).String())
	args = append(args, j.faults.args()...)
	fmt.Fprintf(j.out, "to validate the logs: %s %s\n", strings.Join(args, " "), filepath.Join(j.logs, "p*.log"))
}

// validTiming returns the timing whose executions a network has: timely is an assumption
// that no network keeps.
func validTiming(t model.Timing) model.Timing {
	if t == model.Timely {
		return model.Async
	}
	return t
}
