package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/cmd/interrex/internal/agenda"
	"github.com/interrex/interrex/cmd/interrex/internal/journal"
)

// keeping is how the results of a run are kept, and which of them are wanted.
type keeping struct {
	shard  shard
	resume string   // file, "" for none
	line   []string // the request, as words: the same for each way to write the same command
	kept   *keeper  // nil: nothing is kept
}

// A shard is a part of a request. The zero value is all of it.
type shard struct{ number, of int } // from 1

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.number, s.of) }

// maxShards is the most shards of a request.
const maxShards = 10_000

func parseShard(text string) (s shard, err error) {
	number, of, _ := strings.Cut(text, "/")
	s.number, err = strconv.Atoi(number)
	if err == nil {
		s.of, err = strconv.Atoi(of)
	}
	if err != nil || s.of < 1 || s.of > maxShards || s.number < 1 || s.number > s.of {
		return s, fmt.Errorf("%q; allowed: i/N, as in 1/4 to 4/4, with N at most %d", text, maxShards)
	}
	return s, nil
}

// addKeeping declares the flags that keep results.
func (c *keeping) addKeeping(cmd *cobra.Command) {
	cmd.Flags().Var(&flagValue{kind: "i/N", read: func(s string) (err error) {
		c.shard, err = parseShard(s)
		return err
	}}, "shard", "search part i of N, write the results as JSON lines, and go on if the file has some; merge makes the report of all N")
	cmd.Flags().StringVar(&c.resume, "resume", "", "keep the result of each instance in `FILE`, and go on from those that it has")
	cmd.MarkFlagsMutuallyExclusive("shard", "resume")
}

// flagsOfRuns are the flags that say how a run is made, and nothing about the results.
var flagsOfRuns = []string{"shard", "resume", "output", "counterexamples", "max-time", "every"}

// setLine notes the words of a request: flags in order of their names, and algorithms, each once.
func (c *keeping) setLine(cmd *cobra.Command, args []string) {
	c.line = []string{cmd.Name()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(flagsOfRuns, f.Name) {
			return
		}
		texts := []string{f.Value.String()}
		if v, is := f.Value.(*flagValue); is {
			texts = v.given
		}
		for _, text := range texts {
			c.line = append(c.line, "--"+f.Name+"="+text)
		}
	})
	names := slices.Clone(args)
	slices.Sort(names)
	c.line = append(c.line, slices.Compact(names)...)
}

// head returns the head of the file that results are kept in.
func (c *keeping) head() (journal.Head, error) {
	h := journal.Head{Command: c.line, Shard: max(c.shard.number, 1), Of: max(c.shard.of, 1)}
	err := identify(&h)
	return h, err
}

// isShard reports whether a part of the request is wanted.
func (c *keeping) isShard() bool { return c.shard.of > 0 }

// merges reports whether the results of shards are merged.
func (c *keeping) merges() bool { return c.kept != nil && c.kept.merges }

// open opens the file that keeps the results: that of the flag --resume, or of a shard, which may be standard output.
func (c *keeping) open(out string, stdout io.Writer) error {
	if c.kept != nil || !c.isShard() && c.resume == "" {
		return nil
	}
	h, err := c.head()
	if err != nil {
		return err
	}
	path := c.resume
	if c.isShard() {
		path = out
	}
	if path == "" {
		c.kept, err = keepOn(stdout, h)
		return err
	}
	if !c.isShard() && path == out {
		return errors.New("--resume and -o name the same file; allowed: two files")
	}
	c.kept, err = keepIn(path, h)
	return err
}

// deal returns which units are those of the shard, from the expected cost of each.
func (c *keeping) deal(costs []float64) []bool {
	mine := make([]bool, len(costs))
	for i, s := range agenda.Deal(costs, c.shard.of) {
		mine[i] = s == c.shard.number-1
	}
	return mine
}
