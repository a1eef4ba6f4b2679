// Package host runs one process with its link, its log and its services.
package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
)

// Options say which process a host runs, and how. Link and Listener must be set; Runner is completed by it.
type Options struct {
	Link     link.Options
	Runner   runner.Options // System, Process and Transport are those of Link
	Listener net.Listener
	Log      string // a file; the process resumes from it if it has lines or Runner.Resume is set, and then appends
}

// A Host is one process that runs.
type Host struct {
	Process *runner.Process
	Link    *link.Link

	stop   context.CancelFunc
	log    *os.File
	ended  chan struct{}
	err    error
	served chan struct{}
}

// Start starts a process: it receives, and takes no wake-up by itself.
func Start(o Options) (*Host, error) {
	l, err := link.New(o.Link)
	if err != nil {
		return nil, err
	}
	h := &Host{Link: l, ended: make(chan struct{}), served: make(chan struct{})}
	o.Runner.System, o.Runner.Process, o.Runner.Transport = o.Link.System, o.Link.Process, l
	if o.Log != "" {
		if err := h.open(o.Log, &o.Runner); err != nil {
			return nil, errors.Join(err, l.Close(context.Background()))
		}
	}
	h.Process, err = runner.New(o.Runner)
	if err != nil {
		l.Abort()
		return nil, errors.Join(err, h.closeLog())
	}
	l.Attach(h.Process)
	linkpb.RegisterControlServer(l.Server(), &control{process: h.Process, manual: o.Runner.Manual})
	ctx, stop := context.WithCancel(context.Background())
	h.stop = stop
	go func() {
		h.err = h.Process.Run(ctx)
		close(h.ended)
	}()
	go func() {
		l.Serve(o.Listener)
		close(h.served)
	}()
	return h, nil
}

// open opens the log for further lines, and takes its lines for those of the last incarnation.
func (h *Host) open(name string, o *runner.Options) error {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	h.log = file
	record, err := runner.ReadRecord(name, file)
	if err != nil {
		return err
	}
	if err := file.Truncate(record.Whole); err != nil {
		return err
	}
	if _, err := file.Seek(record.Whole, 0); err != nil {
		return err
	}
	if record.Whole > 0 || o.Resume != nil {
		o.Resume = record
	}
	o.Log = file
	return nil
}

// Ended is closed when the process has stopped: by Stop, Kill or a failure, which Err returns.
func (h *Host) Ended() <-chan struct{} { return h.ended }

// Err returns why the process has stopped by itself. Call it after Ended.
func (h *Host) Err() error { return h.err }

// Stop lets the process take no further input, delivers the messages that it has sent, or as
// many as possible until ctx ends, and closes everything.
func (h *Host) Stop(ctx context.Context) error {
	h.stop()
	<-h.ended
	err := h.Link.Close(ctx)
	<-h.served
	return errors.Join(err, h.closeLog())
}

// Kill ends the process at once: messages that it has sent and nobody has taken are lost. Its
// log remains.
func (h *Host) Kill() error {
	h.stop()
	h.Link.Abort()
	<-h.ended
	<-h.served
	return h.closeLog()
}

func (h *Host) closeLog() error {
	if h.log == nil {
		return nil
	}
	if err := h.log.Close(); err != nil {
		return fmt.Errorf("the log: %w", err)
	}
	return nil
}
