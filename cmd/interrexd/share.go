package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/interrex/interrex/cmd/interrex/command"
	"github.com/interrex/interrex/cmd/interrex/tasks"
	"github.com/interrex/interrex/cmd/interrexd/internal/queue"
)

// sharedSearch is a request for one search, the parts of which are tasks.
type sharedSearch struct {
	*command.SharedSearch
	queue *queue.Queue
	disk  string // folder; "": parts stay in memory
}

// Run implements [queue.Request].
func (s sharedSearch) Run(ctx context.Context, part int, w io.Writer) (err error) {
	p := s.queue.Part(s, part)
	if s.disk == "" {
		return s.RunPart(ctx, p, "", w)
	}
	folder := filepath.Join(s.disk, p.Name()) // a search removes what another one has left in its folder
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("--disk: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(folder)) }()
	return s.RunPart(ctx, p, folder, w)
}

// divide returns the request of a line.
func divide(ctx context.Context, q *queue.Queue, disk string, line []string, stderr io.Writer) (queue.Request, error) {
	s, is, err := tasks.ShareOf(ctx, line, stderr)
	switch {
	case err != nil:
		return nil, err
	case is:
		return sharedSearch{s, q, disk}, nil
	}
	if m, is, err := tasks.MeasurementsOf(line, stderr); is {
		return m, err
	}
	return tasks.Divide(ctx, line, stderr)
}
