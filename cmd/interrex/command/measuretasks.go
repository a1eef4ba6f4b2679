package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/journal"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// Measurements are a request for measure whose shards processes of the same program do anywhere. Their methods may be called at the same time.
type Measurements struct {
	known  *collection
	head   journal.Head
	args   []string // flags and algorithms
	out    string
	time   time.Duration // that the whole request may take; 0: no bound
	stderr io.Writer
}

// measuredWord is the first word of the line of measurements. The number of shards follows.
const measuredWord = "measured"

// DivideMeasure divides a request for measure into so many shards. Its arguments are the word measure, algorithms and flags. stderr gets warnings while a
// shard is done.
func DivideMeasure(p parts.Parts, args []string, n int, stderr io.Writer) (*Measurements, error) {
	collectSeldomFrom()
	k := interrex(p)
	if len(args) == 0 || args[0] != "measure" {
		return nil, fmt.Errorf("a request that begins with %q is not measured; allowed: measure", args[:min(len(args), 1)])
	}
	if n < 1 || n > maxShards {
		return nil, fmt.Errorf("%d shards; allowed: 1 to %d", n, maxShards)
	}
	m := &Measurements{known: k, args: args[1:], stderr: stderr}
	c, err := m.command()
	if err != nil {
		return nil, err
	}
	if c.isShard() || c.resume != "" {
		return nil, errors.New("--shard and --resume: the queue keeps the results of shards; allowed: the same command again goes on")
	}
	m.out, m.time = c.out, c.options.MaxTime
	c.shard.of = n
	m.head, err = c.head()
	return m, err
}

// MeasurementsOf returns the request that a line is of, and reports false if it is no line of measurements.
func MeasurementsOf(p parts.Parts, line []string, stderr io.Writer) (*Measurements, bool, error) {
	if len(line) < 2 || line[0] != measuredWord {
		return nil, false, nil
	}
	n, err := strconv.Atoi(line[1])
	if err != nil {
		return nil, true, fmt.Errorf("%q shards; allowed: a number", line[1])
	}
	m, err := DivideMeasure(p, line[2:], n, stderr)
	return m, true, err
}

// command returns the command of the request, which has not run.
func (m *Measurements) command() (*measureCommand, error) {
	c, cmd := m.known.measureCommand()
	if err := cmd.ParseFlags(m.args); err != nil {
		return nil, flagError(cmd, err)
	}
	c.algorithms = cmd.Flags().Args()
	c.setLine(cmd, c.algorithms)
	return c, errors.Join(noneEmpty(cmd, nil), c.valid(cmd.Flags()))
}

// Line returns the request, as words: the same for each way to write it.
func (m *Measurements) Line() []string {
	return append([]string{measuredWord, strconv.Itoa(m.head.Of)}, m.head.Command...)
}

// Program returns the version of this program, for people, and a fingerprint that no other program has.
func (m *Measurements) Program() (version, fingerprint string) { return m.head.Program, m.head.Build }

// Len returns how many shards the request has.
func (m *Measurements) Len() int { return m.head.Of }

// MaxTime returns how long the whole request may take; 0: no bound.
func (m *Measurements) MaxTime() time.Duration { return m.time }

// Title names a shard for people.
func (m *Measurements) Title(i int) string { return fmt.Sprintf("shard %d of %d", i+1, m.head.Of) }

// Run does a shard, and writes its results as lines of JSON. It ends with an error if ctx does before the shard.
func (m *Measurements) Run(ctx context.Context, i int, w io.Writer) error {
	c, err := m.command()
	if err != nil {
		return err
	}
	c.shard, c.out, c.options.MaxTime = shard{i + 1, m.head.Of}, "", 0
	if err := c.run(ctx, w, m.stderr); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return err
	}
	return nil
}

// Report writes the report of the request to stdout, and files to the folder that it names, from the results of all shards. It returns the
// exit status of the command, and has explained on stderr any that is not 0.
func (m *Measurements) Report(ctx context.Context, results [][]byte, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	var all []part
	for i, text := range results {
		f, err := journal.Parse(text)
		if err != nil {
			return out.status(fmt.Errorf("%s: %w", m.Title(i), err), stderr)
		}
		all = append(all, part{m.Title(i), f})
	}
	if err := areWhole(all); err != nil {
		return out.status(err, stderr)
	}
	merge := &mergeCommand{known: m.known, out: m.out}
	return out.status(merge.merge(ctx, all, out, stderr), stderr)
}
