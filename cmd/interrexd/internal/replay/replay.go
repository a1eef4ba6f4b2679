// Package replay lets processes on a network follow a stored schedule: a proxy holds
// their messages, and the service Control orders every other input.
package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/host"
	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
	"github.com/interrex/interrex/cmd/interrexd/internal/proxy"
	"github.com/interrex/interrex/model"
	"google.golang.org/grpc"
)

// Processes are those that take part, each started with Manual.
type Processes interface {
	// Crash ends a process at once, as kill -9 does.
	Crash(process int) error
	// Restart starts it again from its log.
	Restart(process int) error
}

// A Conductor orders processes to take the inputs of a schedule.
type Conductor struct {
	System  *model.System
	Proxy   *proxy.Proxy
	Targets []string // where the processes listen
	Dial    []grpc.DialOption
	Processes
	Patience time.Duration // for one event; 0: 10 s

	sent  int   // messages that all processes have sent so far, as the model says
	steps []int // by process: taken by its incarnation
	down  []bool
}

// Run makes the processes do the events of an execution, and reports the first that they do
// not do as the model does.
func (c *Conductor) Run(ctx context.Context, x model.Execution) error {
	n := c.System.Network().N
	c.steps, c.down = make([]int, n), make([]bool, n)
	for _, p := range c.System.Network().Down {
		c.down[p] = true
	}
	if c.Patience == 0 {
		c.Patience = 10 * time.Second
	}
	for i, y := range x.Steps {
		limited, cancel := context.WithTimeout(ctx, c.Patience)
		err := c.event(limited, y)
		cancel()
		if err != nil {
			return fmt.Errorf("event %d, %v: %w", i+1, y.Event, err)
		}
	}
	return nil
}

// event makes the processes do one event, and waits until everything that it sends has
// reached the proxy.
func (c *Conductor) event(ctx context.Context, y model.Successor) error {
	if err := c.order(ctx, y.Event); err != nil {
		return err
	}
	c.sent += len(y.Sends)
	if err := c.Proxy.Await(ctx, c.sent); err != nil {
		return err
	}
	for _, m := range y.Sends {
		if m.Lost && !c.Proxy.Lose(m.Link, m.Message) {
			return fmt.Errorf("p%d has not sent %s", y.Event.Process, m.Message)
		}
	}
	return nil
}

func (c *Conductor) order(ctx context.Context, e model.Event) error {
	switch {
	case e.Within:
		return errors.New("a crash within a step; allowed: crashes between steps")
	case e.Kind == model.Round:
		return errors.New("a round of lockstep, which no network gives; allowed: the other timings")
	case e.Kind == model.Tick:
		return nil // nobody looks at a clock
	case e.Kind == model.Receive, e.Kind == model.Duplicate, e.Kind == model.Lose:
		return c.message(ctx, e)
	case e.Kind == model.Crash:
		return c.crash(e.Process)
	case e.Kind == model.Restart:
		c.down[e.Process], c.steps[e.Process] = false, 0
		if err := c.Restart(e.Process); err != nil {
			return err
		}
		c.Proxy.Restarted()
		return nil
	case e.Kind == model.Cut, e.Kind == model.Divide, e.Kind == model.Heal:
		return nil // the model says which messages are lost from now on
	case e.Kind == model.Betray, e.Kind == model.Forge:
		return fmt.Errorf("%v; allowed: faults other than traitors, as no program forges its messages", e.Kind)
	}
	return c.take(ctx, e)
}

// crash ends a process; the messages in flight to it are lost.
func (c *Conductor) crash(p int) error {
	c.down[p] = true
	for i, l := range c.System.Links() {
		if l.To == p {
			c.Proxy.Drop(i)
		}
	}
	return c.Crash(p)
}

// message delivers a message that the proxy holds, or loses it.
func (c *Conductor) message(ctx context.Context, e model.Event) error {
	i, at := c.find(e)
	if at < 0 {
		return fmt.Errorf("no process has sent this message to p%d", e.Process)
	}
	switch e.Kind {
	case model.Lose:
		c.Proxy.Take(i, at)
		return nil
	case model.Duplicate:
		return c.forward(ctx, e, i, c.Proxy.Held(i, at))
	}
	return c.forward(ctx, e, i, c.Proxy.Take(i, at))
}

// find returns the link and the place of the message that an event names.
func (c *Conductor) find(e model.Event) (link, at int) {
	for i, l := range c.System.Links() {
		if l.To != e.Process || l.ToPort != e.Port && !c.System.Network().Order.PerReceiver() {
			continue
		}
		if at := c.Proxy.Find(i, e.Message); at >= 0 {
			return i, at
		}
	}
	return 0, -1
}

// forward delivers a message, and waits until its step has been taken.
func (c *Conductor) forward(ctx context.Context, e model.Event, i int, msg any) error {
	if e.Choices != nil {
		err := c.ask(e.Process, func(process linkpb.ControlClient) error {
			_, err := process.Prescribe(ctx, &linkpb.Choices{Choices: numbers(e.Choices)}, grpc.WaitForReady(true))
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := c.Proxy.Forward(ctx, i, msg); err != nil {
		return err
	}
	return c.taken(ctx, e.Process)
}

// take orders an input that is no message.
func (c *Conductor) take(ctx context.Context, e model.Event) error {
	in := &linkpb.Input{Kind: e.Kind.String(), Port: uint32(e.Port), Timer: uint32(e.Timer), Operation: uint32(e.Operation), Choices: numbers(e.Choices)}
	err := c.ask(e.Process, func(process linkpb.ControlClient) error {
		_, err := process.Take(ctx, in, grpc.WaitForReady(true))
		return err
	})
	if err != nil {
		return err
	}
	return c.taken(ctx, e.Process)
}

// taken checks that the process has taken exactly one step more.
func (c *Conductor) taken(ctx context.Context, p int) error {
	c.steps[p]++
	return c.ask(p, func(process linkpb.ControlClient) error {
		reply, err := process.Report(ctx, &linkpb.ReportRequest{}, grpc.WaitForReady(true))
		if err == nil && int(reply.Steps) != c.steps[p] {
			err = fmt.Errorf("p%d has taken %d steps, not %d", p, reply.Steps, c.steps[p])
		}
		return err
	})
}

// Statuses returns the status of each process as JSON, "" of one that is down.
func (c *Conductor) Statuses(ctx context.Context) ([]string, error) {
	list := make([]string, c.System.Network().N)
	for p := range list {
		if c.down[p] {
			continue
		}
		err := c.ask(p, func(process linkpb.ControlClient) error {
			reply, err := process.Report(ctx, &linkpb.ReportRequest{}, grpc.WaitForReady(true))
			if err == nil {
				list[p] = reply.Status
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Expected returns the statuses of a configuration in the form of [Conductor.Statuses].
func Expected(s *model.System, c model.Configuration) []string {
	list := make([]string, s.Network().N)
	for p := range list {
		if !c.Down[p] {
			list[p] = host.StatusText(s.Status(c, p))
		}
	}
	return list
}

// ask calls the service of a process.
func (c *Conductor) ask(p int, call func(linkpb.ControlClient) error) error {
	conn, err := grpc.NewClient(c.Targets[p], c.Dial...)
	if err != nil {
		return err
	}
	defer conn.Close()
	return call(linkpb.NewControlClient(conn))
}

func numbers(list []int) []uint32 {
	var out []uint32
	for _, x := range list {
		out = append(out, uint32(x))
	}
	return out
}

// Differences returns a line for each process whose status is not as the model says.
func Differences(got, want []string) (list []string) {
	for p := range want {
		if got[p] != want[p] {
			list = append(list, fmt.Sprintf("p%d: %s\nthe model has %s", p, got[p], want[p]))
		}
	}
	return slices.Clip(list)
}
