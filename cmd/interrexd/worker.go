package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/interrex/interrex/cmd/interrex/tasks"
	"github.com/interrex/interrex/cmd/interrexd/internal/queue"
	"github.com/spf13/cobra"
)

func workerCommand() *cobra.Command {
	q := &queueFlags{}
	var idle time.Duration
	var disk string
	c := &cobra.Command{
		Use:   "worker --nats URL",
		Short: "Do tasks of check that a NATS server has",
		Long: `Worker takes tasks from the work queue of a NATS server with JetStream, and leaves the results there. Each task is delivered to one
worker. If that is killed or silent for half a minute, another one gets the task.

It does tasks of its own program only. An interrupt gives the tasks that it does back.`,
		Example: "  interrexd worker --nats nats://127.0.0.1:4222",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			q.err = c.ErrOrStderr()
			if q.url == "" {
				return errors.New("worker: no server; allowed: --nats URL")
			}
			if err := within("max-idle", idle); err != nil {
				return err
			}
			if about, err := os.Stat(disk); disk != "" && (err != nil || !about.IsDir()) {
				return fmt.Errorf("--disk %s; allowed: a folder that exists", disk)
			}
			server, err := q.open()
			if err != nil {
				return err
			}
			defer server.Close()
			w, err := newWorker(c.Context(), server, q.atOnce, disk, c.ErrOrStderr())
			if err != nil {
				return err
			}
			w.MaxIdle = idle
			q.log("%s, fingerprint %s, takes tasks", w.Program, w.Fingerprint)
			return server.Work(c.Context(), w)
		},
	}
	q.add(c.Flags())
	c.Flags().StringVar(&disk, "disk", "", "`FOLDER` in which a part of a search goes on when memory is too small for it")
	c.Flags().DurationVar(&idle, "max-idle", 0, "end after so long without a task (default: never)")
	return c
}

// newWorker returns a worker for requests about the catalogue.
func newWorker(ctx context.Context, q *queue.Queue, atOnce int, disk string, stderr io.Writer) (*queue.Worker, error) {
	w := &queue.Worker{AtOnce: atOnce, Divide: func(ctx context.Context, line []string) (queue.Request, error) {
		return divide(ctx, q, disk, line, stderr)
	}}
	const smallest = "check lcr -n 2" // any request names the program
	d, err := tasks.Divide(ctx, strings.Fields(smallest), stderr)
	if err == nil {
		w.Program, w.Fingerprint = d.Program()
	}
	return w, err
}
