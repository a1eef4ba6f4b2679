package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/agenda"
	"github.com/interrex/interrex/cmd/interrex/internal/journal"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// leastTask is the least time in seconds that a task is expected to take, unless all that is left takes less.
const leastTask = 0.5

var collectSeldomFrom = sync.OnceFunc(collectSeldom)

// Tasks are a request for check in parts, which processes of the same program do anywhere. The same request gives
// the same tasks. Their methods may be called at the same time.
type Tasks struct {
	check  *checkCommand
	search search // as it was planned; each task has a copy
	head   journal.Head
	tasks  []*task
	stderr io.Writer // for warnings while a task is done
}

// A task has the sets of instances of one unit, or of several.
type task struct {
	mu      sync.Mutex // held while the task is done, as its sets have a state
	sets    []*instanceSet
	seconds float64 // that it is expected to take
}

// Divide divides a request to the command interrex, made of these parts. Its arguments are the word check, algorithms
// and flags. stderr gets warnings while a task is done. From then on the process collects garbage as seldom as the command does.
func Divide(ctx context.Context, p parts.Parts, args []string, stderr io.Writer) (*Tasks, error) {
	collectSeldomFrom()
	return interrex(p).divide(ctx, args, leastTask, stderr)
}

// divide divides a request into tasks that are expected to take so many seconds at least.
func (k *collection) divide(ctx context.Context, args []string, least float64, stderr io.Writer) (*Tasks, error) {
	if len(args) == 0 || args[0] != "check" {
		return nil, fmt.Errorf("a request that begins with %q has no tasks; allowed: check", args[:min(len(args), 1)])
	}
	c, cmd := k.checkCommand()
	if err := cmd.ParseFlags(args[1:]); err != nil {
		return nil, flagError(cmd, err)
	}
	for _, valid := range []func() error{cmd.ValidateFlagGroups, func() error { return noneEmpty(cmd, nil) }, c.dividable, c.valid} {
		if err := valid(); err != nil {
			return nil, err
		}
	}
	c.algorithms = cmd.Flags().Args()
	c.setLine(cmd, c.algorithms)
	return c.divide(ctx, least, stderr)
}

// dividable returns an error if a flag makes no sense for a request that others answer.
func (c *checkCommand) dividable() error {
	switch {
	case c.isShard() || c.resume != "":
		return errors.New("--shard and --resume: the queue keeps the results of tasks; allowed: the same command again goes on")
	case c.disk != "" || c.every != 0:
		return errors.New("--disk and --every: a task has no folder where it is done; allowed: without them")
	}
	return nil
}

// divide plans the request.
func (c *checkCommand) divide(ctx context.Context, least float64, stderr io.Writer) (*Tasks, error) {
	s, groups, err := c.prepare(io.Discard) // the report has the remarks
	if err != nil {
		return nil, err
	}
	s.deadline = time.Time{} // the whole request may take so long, not its plan
	list, err := s.plan(ctx, &c.request, groups)
	if err == nil && s.uncounted {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	all := units(list, s.givesUp)
	costs := c.known.unitCosts(all)
	d := &Tasks{check: c, search: *s, stderr: stderr}
	for _, batch := range agenda.Batch(costs, least) {
		t := &task{}
		for _, u := range batch {
			t.sets, t.seconds = append(t.sets, all[u]...), t.seconds+costs[u]
		}
		d.tasks = append(d.tasks, t)
	}
	c.shard.of = len(d.tasks)
	d.head, err = c.head()
	c.shard = shard{}
	return d, err
}

// Line returns the request, as words: the same for each way to write it. To divide them gives the same tasks.
func (t *Tasks) Line() []string { return t.head.Command }

// Program returns the version of this program, for people, and a fingerprint that no other program has.
func (t *Tasks) Program() (version, fingerprint string) { return t.head.Program, t.head.Build }

// Len returns how many tasks the request has. The most costly is the first one.
func (t *Tasks) Len() int { return len(t.tasks) }

// MaxTime returns how long the whole request may take; 0: no bound.
func (t *Tasks) MaxTime() time.Duration { return t.check.options.MaxTime }

// Title names a task for people, with the time that it is expected to take.
func (t *Tasks) Title(i int) string {
	of := t.tasks[i]
	b := of.sets[0]
	text := fmt.Sprintf("%s %s n=%d", b.group.entry.Name, b.group.variantText(), b.network.N)
	if more := len(of.sets) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s (%.2g s)", text, of.seconds)
}

// headOf returns the head of the results of a task.
func (t *Tasks) headOf(i int) journal.Head {
	h := t.head
	h.Shard = i + 1
	return h
}

// Run does a task, and writes its results as lines of JSON. It ends with an error if ctx does before the task.
func (t *Tasks) Run(ctx context.Context, i int, w io.Writer) error {
	of := t.tasks[i]
	of.mu.Lock()
	defer of.mu.Unlock()
	kept, err := keepOn(w, t.headOf(i))
	if err != nil {
		return err
	}
	s := t.search
	s.started, s.deadline, s.atOnce = time.Now(), time.Time{}, 1
	for _, b := range of.sets {
		b.group.gaveUp.Store(false)
	}
	late, err := s.keepAll(ctx, of.sets, kept, t.stderr)
	if err == nil && late != "" {
		err = context.Cause(ctx)
	}
	return err
}

// Report writes the report of the request to stdout, or to the file that it names, from the results of all tasks. It returns the exit
// status of the command, and has explained on stderr any that is not 0.
func (t *Tasks) Report(ctx context.Context, results [][]byte, stdout, stderr io.Writer) int {
	out := &output{w: stdout}
	return out.status(t.report(ctx, results, out, stderr), stderr)
}

func (t *Tasks) report(ctx context.Context, results [][]byte, stdout, stderr io.Writer) error {
	var all []part
	for i, text := range results {
		name := fmt.Sprintf("task %d, %s", i+1, t.Title(i))
		f, err := journal.Parse(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, part{name, f})
	}
	if err := areWhole(all); err != nil {
		return err
	}
	m := &mergeCommand{known: t.check.known, out: t.check.out, files: t.check.files}
	return m.merge(ctx, all, stdout, stderr)
}
