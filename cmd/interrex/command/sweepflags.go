package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// sweepFlags are the flags that set the conditions of a sweep.
type sweepFlags struct {
	options simulation.Options
	sizes   []int
	repeats int
	name    string // of the files, without folder and ending; "": algorithm and delay
}

func (c *sweepFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&flagValue{kind: "SIZES", read: func(s string) (err error) {
		c.sizes, err = parseSweep(s)
		return err
	}}, "sizes", "numbers of processes: 2..100, 2..4096*2 (doubling), or a list like 10,50,90")
	c.repeats = 10
	flags.Var(&flagValue{text: "10", kind: "K", read: func(s string) error {
		k, err := strconv.Atoi(s)
		if err != nil || k < 1 || k > maxRepeats {
			return fmt.Errorf("%q; allowed: 1..%d", s, maxRepeats)
		}
		c.repeats = k
		return nil
	}}, "repeats", "simulations of each size")
	flags.Var(seed(&c.options.Seed), "seed", "seed of the first simulation of a size; the next ones count up from it")
	flags.Var(&flagValue{text: "unit", kind: "DELAY", read: func(s string) (err error) {
		c.options.Delay, err = simulation.ParseDelay(s)
		return err
	}}, "delay", "delay of a message: unit, uniform, exponential, heavy-tailed")
	flags.Var(wakeRate(&c.options.Asleep), "wake-rate", "share of the processes that wake by themselves, at least one")
	flags.Var(&flagValue{kind: "K", read: func(s string) (err error) {
		if c.options.Limit, err = parseCount(s); err == nil && c.options.Limit == 0 {
			return errors.New("0; allowed: a number, 1 or more")
		}
		return err
	}}, "max-events", "stop each execution after this many events, and measure up to the last change of status")
	flags.StringVar(&c.name, "name", "", "`NAME` of the files, without endings")
}

const (
	maxRepeats = 10_000
	maxSweep   = 10_000 // sizes of a sweep
)

// parseSweep reads the sizes of a sweep.
func parseSweep(s string) ([]int, error) {
	list, ok := sweepRange(s)
	if !strings.Contains(s, "..") {
		ints, err := parseInts(s)
		list, ok = ints, err == nil
	}
	for i, n := range list {
		ok = ok && n >= 1 && n <= model.MaxN && (i == 0 || n > list[i-1])
	}
	if !ok || len(list) > maxSweep {
		return nil, fmt.Errorf("%q; allowed: 2..100, 2..4096*2, or a list like 10,50,90, at most %d sizes within 1..%d", s, maxSweep, model.MaxN)
	}
	return list, nil
}

// sweepRange reads a range, from..to or from..to*factor.
func sweepRange(s string) (list []int, ok bool) {
	first, rest, _ := strings.Cut(s, "..")
	last, by, isGeometric := strings.Cut(rest, "*")
	factor := 1
	var errFactor error
	if isGeometric {
		factor, errFactor = strconv.Atoi(by)
	}
	from, errFrom := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	if errors.Join(errFactor, errFrom, errTo) != nil || from < 1 || to < from || to > model.MaxN || isGeometric && factor < 2 {
		return nil, false
	}
	for n := from; n <= to && len(list) <= maxSweep; {
		list = append(list, n)
		if n *= factor; !isGeometric {
			n++
		}
	}
	return list, true
}
