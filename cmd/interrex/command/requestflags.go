package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// addChoices declares the flags that choose sizes, variant, readings and identities.
func (q *request) addChoices(cmd *cobra.Command) {
	n := &flagValue{kind: "N", read: func(s string) (err error) {
		q.sizes, err = parseSizes(s)
		return err
	}}
	cmd.Flags().VarP(n, "processes", "n", "number of processes, like 4 or 2..6 (default: those of the claims)")
	cmd.Flags().StringVar(&q.variant, "variant", "", "one `VARIANT`: printed, corrected, +E1,+E2 (from printed), -E1 (from corrected)")
	cmd.Flags().StringVar(&q.readings, "reading", "", "how to read open points of the text, as in `R1=b,R2=a`")
	cmd.Flags().StringVar(&q.limits, "limit", "", "limits of each instance other than the usual ones, as in `terms=3`")
	q.add(cmd, "ids", "identities: all, worst (n..1), or a list like 3,1,2 (default: all)", "IDS", func(s string) (err error) {
		q.ids, err = parseArrangement(s)
		return err
	})
}

// addNetwork declares the flags that set the network.
func (q *request) addNetwork(cmd *cobra.Command) {
	q.add(cmd, "wake", "which processes may wake: any, all (at the start), or processes like 1,3", "WAKE", func(s string) error {
		w, err := parseWake(s)
		q.change(func(net *model.Network) { net.Wake = w })
		return err
	})
	q.add(cmd, "order", "order of delivery: "+strings.Join(model.OrderNames(), ", "), "ORDER", func(s string) error {
		o, err := model.ParseOrder(s)
		q.change(func(net *model.Network) { net.Order = o })
		return err
	})
	q.add(cmd, "timing", "assumptions about time: async, timely, lockstep, bounded", "TIMING", func(s string) error {
		t, err := model.ParseTiming(s)
		q.changes = slices.Insert(q.changes, 0, func(net *model.Network) { // before --max-delay sets one
			if net.Timing != t {
				net.Timing, net.Delay, net.TimersInTurn = t, 0, false
			}
		})
		return err
	})
	q.add(cmd, "max-delay", "the greatest delay of a message: in timing bounded in ticks, in lockstep in rounds (default: 1)", "TICKS", func(s string) error {
		ticks, err := strconv.Atoi(s)
		if err != nil || ticks < 1 || ticks > model.MaxDelay {
			return fmt.Errorf("%q; allowed: 1..%d", s, model.MaxDelay)
		}
		q.change(func(net *model.Network) { net.Delay = ticks })
		return nil
	})
	q.addSwitch(cmd, "timers-in-turn", "an idealisation of timing bounded: timers that must run out before the next tick do so before anything else, process by process", func(is bool) {
		q.change(func(net *model.Network) { net.TimersInTurn = is })
	})
	q.add(cmd, "capacity", "most messages in flight in a channel: drop=K loses what finds no place, block=K lets the event wait that sends it (default: none)", "CAPACITY", func(s string) error {
		k, err := model.ParseCapacity(s)
		q.change(func(net *model.Network) { net.Capacity = k })
		return err
	})
}

func (q *request) change(f func(*model.Network)) { q.changes = append(q.changes, f) }

// addBudgets declares the budgets of the faults.
func (q *request) addBudgets(cmd *cobra.Command) {
	for i, b := range new(model.Faults).Budgets() {
		q.add(cmd, b.Name, "the most "+b.Meaning+": a number, or unbounded", "K", func(s string) error {
			k, err := parseBudget(s)
			if k > 0 {
				q.budgets = append(q.budgets, budgetFlag{b.Name, s, i, k})
			}
			q.change(func(net *model.Network) { *net.Faults.Budgets()[i].Count = k })
			return err
		})
		q.addVictims(cmd, b)
	}
}

// addVictims declares the flag for the victims of the faults of a budget.
func (q *request) addVictims(cmd *cobra.Command, b model.Budget) {
	q.add(cmd, b.Name+"-of", "with --"+b.Name+", only of these: "+model.VictimsMeaning(b.Name), "LIST", func(s string) error {
		err := new(model.Victims).Set(b.Name, s)
		q.change(func(net *model.Network) {
			net.Victims.Reset(b.Name)
			_ = net.Victims.Set(b.Name, s)
		})
		return err
	})
}

// addBounds declares the flags for the number of workers and the bounds of a
// search.
func (q *request) addBounds(cmd *cobra.Command) {
	q.addCount(cmd, "workers", "goroutines that search one instance (default: one per core, on one instance or several)", func(i int64) error {
		if i < 1 || i > 1024 {
			return fmt.Errorf("%d; allowed: 1..1024", i)
		}
		q.options.Workers = int(i)
		return nil
	})
	q.addCount(cmd, "max-configurations", "stop an instance after this many configurations (default: no bound)", func(i int64) error {
		q.options.MaxConfigurations = i
		return nil
	})
	q.addCount(cmd, "max-depth", "stop an instance after executions of this many events (default: no bound)", func(i int64) error {
		q.options.MaxDepth = int(i)
		return nil
	})
	q.options.MaxMemory = defaultMemory
	q.add(cmd, "max-memory", "stop when the whole process uses this much memory, like 500MB or 2GiB (default: 6GiB; GOMEMLIMIT is a bound too)", "SIZE", func(s string) (err error) {
		q.options.MaxMemory, err = parseMemoryBound(s)
		return err
	})
	q.addTime(cmd, "max-time", "stop the whole run after this long, like 90s or 5m (default: no bound)", &q.options.MaxTime)
	q.addTime(cmd, "max-instance-time", "stop an instance after this long (default: no bound)", &q.instanceTime)
}

// addReduction declares the flag that chooses the reduction.
func (q *request) addReduction(cmd *cobra.Command) {
	q.add(cmd, "reduce", "none: search every configuration; confluent: take at once what commutes with all that may come before; auto: confluent where a system is large and confluent suits it (default: auto)", "REDUCTION", func(s string) (err error) {
		q.options.Search.Reduce, err = checker.ParseReduction(s)
		return err
	})
}

// add declares a flag whose text read parses.
func (q *request) add(cmd *cobra.Command, name, help, kind string, read func(string) error) {
	cmd.Flags().Var(&flagValue{kind: kind, read: read}, name, help)
}

// addSwitch declares a flag without an argument.
func (q *request) addSwitch(cmd *cobra.Command, name, help string, read func(bool)) {
	q.add(cmd, name, help, "bool", func(s string) error {
		is, err := strconv.ParseBool(s)
		read(is)
		return err
	})
	cmd.Flags().Lookup(name).NoOptDefVal = "true"
}

func (q *request) addCount(cmd *cobra.Command, name, help string, read func(int64) error) {
	q.add(cmd, name, help, "K", func(s string) error {
		i, err := parseCount(s)
		if err != nil {
			return err
		}
		return read(i)
	})
}

func (q *request) addTime(cmd *cobra.Command, name, help string, to *time.Duration) {
	q.add(cmd, name, help, "D", func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return fmt.Errorf("%q; allowed: a time like 90s, 5m or 1h30m", s)
		}
		*to = d
		return nil
	})
}

// defaultMemory keeps an infinite search, for example of an unbounded channel,
// from taking all the memory of the machine.
const defaultMemory = 6 << 30
