package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/interrex/interrex/cmd/interrex/tasks"
	"github.com/interrex/interrex/cmd/interrexd/internal/queue"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A coordinator is one call of check.
type coordinator struct {
	queueFlags
	store, listen string
	parts         int
	out           io.Writer
}

// addAll declares the flags about the queue.
func (j *coordinator) addAll(own *pflag.FlagSet) {
	j.add(own)
	own.StringVar(&j.store, "store", "", "without --nats: `FOLDER` for the files of the embedded server, so that the same command goes on after a kill (default: one that is removed)")
	own.StringVar(&j.listen, "listen", "", "without --nats: `HOST:PORT` where workers of other processes reach the embedded server (default: nowhere)")
}

func checkCommand() *cobra.Command {
	j := &coordinator{}
	own := pflag.NewFlagSet("check", pflag.ContinueOnError)
	j.addAll(own)
	own.IntVar(&j.parts, "parts", 0, "let `P` workers share the search of the one instance that is asked for, each with a part of the configurations")
	return &cobra.Command{
		Use:   "check [ALGORITHM...]",
		Short: "Check claims as interrex check does, by workers that take tasks from a NATS server",
		Long: `Check divides a request of interrex check into tasks of about half a second of a processor or more, puts them into the work queue
of a NATS server with JetStream, the longest first, and writes the report that interrex check writes. Workers do them: see interrexd worker.
Without --nats a server is embedded, and this process does tasks too.

If it ends before, the server keeps the results: the same command goes on. An interrupt withdraws the tasks that nobody has begun.

All flags of interrex check are allowed but --shard, --resume, --disk and --every. Flags of the queue:

` + own.FlagUsages(),
		Example: `  interrexd check --large --nats nats://10.0.0.1:4222
  interrexd check raft -n 2..4 --listen :4222 --store FOLDER
  interrexd check bully -n 6 --ids worst --variant corrected --engine explicit --reduce none --parts 4 --nats nats://10.0.0.1:4222`,
		DisableFlagParsing: true,
		RunE:               func(c *cobra.Command, args []string) error { return j.run(c, own, args, j.check) },
	}
}

// measureCommand is the command for measurements.
func measureCommand() *cobra.Command {
	j := &coordinator{}
	shards := 0
	own := pflag.NewFlagSet("measure", pflag.ContinueOnError)
	j.addAll(own)
	own.IntVar(&shards, "shards", 32, "`N` tasks into which the request is divided")
	return &cobra.Command{
		Use:   "measure ALGORITHM...",
		Short: "Measure as interrex measure does, by workers that take tasks from a NATS server",
		Long: `Measure divides a request of interrex measure into shards, which are tasks for workers as those of check are, and writes the report that
interrex measure writes.

All flags of interrex measure are allowed but --shard and --resume. Flags of the queue:

` + own.FlagUsages(),
		Example:            "  interrexd measure lcr hs --sizes 4..64 --nats nats://10.0.0.1:4222 -o FOLDER",
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			return j.run(c, own, args, func(ctx context.Context, rest []string) error {
				m, err := tasks.Measure(append([]string{"measure"}, rest...), shards, j.err)
				if err != nil {
					return err
				}
				return j.collect(ctx, m)
			})
		},
	}
}

// run parses the flags of the queue, and does the request of the others.
func (j *coordinator) run(c *cobra.Command, own *pflag.FlagSet, args []string, do func(ctx context.Context, rest []string) error) error {
	if asksForHelp(args) {
		return c.Help()
	}
	mine, rest := split(own, args)
	if err := own.Parse(mine); err != nil {
		return err
	}
	if j.url != "" && (j.store != "" || j.listen != "") {
		return errors.New("--store and --listen are about the embedded server; allowed: either they or --nats")
	}
	j.out, j.err = c.OutOrStdout(), c.ErrOrStderr()
	return do(c.Context(), rest)
}

// check has a request done and writes its report.
func (j *coordinator) check(ctx context.Context, args []string) error {
	line := append([]string{"check"}, args...)
	if j.parts != 0 {
		s, err := tasks.Share(ctx, line, j.parts, j.err)
		if err != nil {
			return fmt.Errorf("--parts %d: %w", j.parts, err)
		}
		return j.collect(ctx, sharedSearch{SharedSearch: s})
	}
	r, err := tasks.Divide(ctx, line, j.err)
	if err != nil {
		return err
	}
	return j.collect(ctx, r)
}

// A request is what the workers do.
type request interface {
	queue.Request
	MaxTime() time.Duration
	Report(ctx context.Context, results [][]byte, stdout, stderr io.Writer) int
}

// collect has a request done and writes its report.
func (j *coordinator) collect(ctx context.Context, r request) error {
	q, leave, err := j.connect(ctx)
	if err != nil {
		return err
	}
	defer leave()
	started := time.Now()
	until, stop := ctx, func() {}
	if d := r.MaxTime(); d > 0 {
		until, stop = context.WithTimeoutCause(ctx, d, errOver)
	}
	defer stop()
	results, known, err := q.Collect(until, r)
	switch {
	case until.Err() != nil:
		return j.cutShort(until, r, known)
	case err != nil:
		return err
	}
	took := time.Since(started)
	if status := r.Report(ctx, results, j.out, j.err); status != 0 {
		err = exitStatus(status)
	}
	j.log("tasks: %d, done within %v", r.Len(), took.Round(time.Millisecond))
	if failed := q.Forget(context.WithoutCancel(ctx), r); failed != nil {
		j.log("the results stay on the server: %v", failed)
	}
	return err
}

// errOver is the cause of the end of a request whose time is over.
var errOver = errors.New("max-time is over")

// cutShort says how far the tasks are, and returns the exit status.
func (j *coordinator) cutShort(ctx context.Context, r request, known int) error {
	why := "interrupted"
	if errors.Is(context.Cause(ctx), errOver) {
		why = errOver.Error()
	}
	where := "the same command goes on from there"
	if j.url == "" && j.store == "" {
		where = "with --store FOLDER the same command goes on from there"
	}
	j.log("cut short: %s; %d of %d tasks done; %s", why, known, r.Len(), where)
	return exitStatus(3) // as interrex check
}

// connect returns a queue on the server, or on one that is embedded with a worker of this process, and a function that leaves it.
func (j *coordinator) connect(ctx context.Context) (q *queue.Queue, leave func(), err error) {
	if j.url != "" {
		q, err = j.open()
		if err != nil {
			return nil, nil, err
		}
		return q, q.Close, nil
	}
	return j.embed(ctx)
}

// embed starts a server and a worker.
func (j *coordinator) embed(ctx context.Context) (q *queue.Queue, leave func(), err error) {
	folder, remove := j.store, func() {}
	if folder == "" {
		if folder, err = os.MkdirTemp("", "interrexd-"); err != nil {
			return nil, nil, err
		}
		remove = func() { os.RemoveAll(folder) }
	}
	server, within, err := queue.Embed(folder, j.listen)
	if err != nil {
		remove()
		return nil, nil, fmt.Errorf("--listen, --store: %w", err)
	}
	shutdown := func() {
		server.Shutdown()
		server.WaitForShutdown()
		remove()
	}
	if q, err = j.open(within); err != nil {
		shutdown()
		return nil, nil, err
	}
	if j.listen != "" {
		j.log("workers may come: interrexd worker --nats %s", server.ClientURL())
	}
	w, err := newWorker(ctx, q, max(j.atOnce, j.parts), "", j.err) // the parts of a search are done at the same time
	if err != nil {
		q.Close()
		shutdown()
		return nil, nil, err
	}
	working, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := q.Work(working, w); err != nil {
			j.log("the worker of this process: %v", err)
		}
	}()
	return q, func() {
		stop()
		<-ended
		q.Close()
		shutdown()
	}, nil
}
