package reproduce

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// Offset is how much greater an index is in a script than in the execution:
// rafttest begins with a snapshot, at index 2 and term 1. Terms are the same.
const Offset = 2

// A Command is the line of rafttest for an event.
type Command struct {
	Event  string
	Lines  []string       // commands of rafttest, of v3.6 and later; the input of one follows after a newline
	Server int            // the identity of the server that reacts; 0: none
	State  etcdraft.State // of the server after the event
	First  int            // the index of the first entry of its log that no snapshot holds
}

// Script returns the execution as interaction script of package rafttest. If an
// event cannot be expressed, it returns the commands of those before, and an
// error that names the event and the cause. Events that rafttest does not have: crashes
// and restarts, messages that arrive twice, a crash or another server between
// parts of a Ready, reads, reports about snapshots, a snapshot that is older than
// what its sender has applied or that its sender has restored, a bound on the size
// of a message, and a choice among messages to one server that have the same type.
func (x Execution) Script() ([]Command, error) {
	r, steps, err := x.record()
	if err != nil {
		return nil, err
	}
	switch {
	case r.config.OneEntry:
		return nil, fmt.Errorf("rafttest does not bound the size of messages, as OneEntry does")
	case r.config.Application != etcdraft.Proper:
		return nil, fmt.Errorf("rafttest handles a Ready in an order of its own; allowed: application Proper")
	}
	w := script{recorder: r, arrive: arrivals(steps), list: []Command{{Lines: []string{r.servers()}}}}
	for _, s := range steps {
		if err := w.add(s); err != nil {
			return w.list, fmt.Errorf("event %d, %v: %w", len(w.list)-1, w.list[len(w.list)-1].Event, err)
		}
	}
	return w.list, nil
}

// Format returns a script as a file of package datadriven has it, without the
// outputs: go test -rewrite writes them.
func Format(script []Command) string {
	var b strings.Builder
	for _, c := range script {
		if c.Event != "" {
			fmt.Fprintf(&b, "# %s\n", c.Event)
		}
		for _, line := range c.Lines {
			fmt.Fprintf(&b, "%s\n----\n\n", line)
		}
	}
	return b.String()
}

// servers returns the command that starts the servers.
func (r *recorder) servers() string {
	text := fmt.Sprintf("add-nodes %d voters=%s", r.n, ids(r.members.Voters))
	if len(r.members.Learners) > 0 {
		text += " learners=" + ids(r.members.Learners)
	}
	text += fmt.Sprintf(" index=%d", Offset)
	if r.config.PreVote {
		text += " prevote=true"
	}
	if r.config.CheckQuorum {
		text += " checkquorum=true"
	}
	if r.config.LeaseReads {
		text += " read-only=lease-based"
	}
	return text
}

func ids(list []uint64) string {
	return "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",") + ")"
}

// A flight is a message that has been sent and not delivered.
type flight struct {
	to         int
	kind, text string
}

// A script is the lines written so far, and the messages in flight.
type script struct {
	*recorder
	list   []Command
	flying []flight
	arrive []bool // for each message that is sent: whether it is delivered or lost in the end
}

// arrivals tells for each message that is sent whether it is delivered or lost in
// the end. Those that are not are dropped at once, to be out of the way.
func arrivals(steps []step) (arrive []bool) {
	var flying []flight // kind is not used
	var numbers []int
	for _, s := range steps {
		switch {
		case s.Kind == realcode.CarriesOut && s.Effect.Kind == realcode.Sending:
			flying = append(flying, flight{to: int(s.Effect.Port) + 1, text: s.Effect.Msg.String()})
			numbers = append(numbers, len(arrive))
			arrive = append(arrive, false)
		case s.Kind == realcode.Happens && (s.Event.Kind == model.Receive || s.Event.Kind == model.Lose):
			if at := find(flying, s.Event); at >= 0 {
				arrive[numbers[at]] = true
				flying, numbers = slices.Delete(flying, at, at+1), slices.Delete(numbers, at, at+1)
			}
		}
	}
	return arrive
}

// find returns the place of the message of e, -1 if there is none.
func find(flying []flight, e model.Event) int {
	return slices.IndexFunc(flying, func(f flight) bool { return f.to == e.Process+1 && f.text == e.Message })
}

func (w *script) add(s step) error {
	c := &w.list[len(w.list)-1]
	switch s.Kind {
	case realcode.Happens:
		w.list = append(w.list, Command{Event: s.Event.String()})
		return w.event(&w.list[len(w.list)-1], s.Event)
	case realcode.CarriesOut:
		if s.Effect.Kind == realcode.Sending {
			f := flight{int(s.Effect.Port) + 1, strings.Fields(w.describe(s.Effect.Msg.Bytes))[1], s.Effect.Msg.String()}
			w.flying = append(w.flying, f)
			if w.arrive[0] {
				w.arrive = w.arrive[1:]
				return nil
			}
			w.arrive = w.arrive[1:]
			if line, err := w.handle(len(w.flying)-1, fmt.Sprintf("deliver-msgs drop=(%d)", f.to)); err == nil {
				c.Lines = append(c.Lines, line)
			}
		}
	case realcode.Takes:
		c.Server, c.State, c.First = s.Process+1, s.state, s.first
		for _, call := range s.calls {
			if call.refuse != "" {
				return errors.New(call.refuse)
			}
			if call.command != "" {
				c.Lines = append(c.Lines, fmt.Sprintf(call.command, s.Process+1))
			}
			if call.batch != nil {
				c.Lines = append(c.Lines, fmt.Sprintf("process-ready %d", s.Process+1))
			}
		}
	}
	return nil
}

// event begins an event.
func (w *script) event(c *Command, e model.Event) (err error) {
	switch e.Kind {
	case model.Crash, model.Restart:
		return fmt.Errorf("rafttest neither crashes nor restarts a server")
	case model.Duplicate:
		return fmt.Errorf("rafttest delivers a message once")
	case model.Timeout:
		if e.Timer == realcode.EffectTimer {
			return fmt.Errorf("rafttest handles a Ready as one event")
		}
		return nil
	case model.Receive, model.Lose:
		line, err := w.deliver(e)
		c.Lines = append(c.Lines, line)
		return err
	}
	return fmt.Errorf("rafttest has no such event")
}

// deliver returns the command that delivers or drops the message of e, and no
// other.
func (w *script) deliver(e model.Event) (string, error) {
	at := find(w.flying, e)
	if at < 0 {
		return "", fmt.Errorf("no such message is in flight")
	}
	if e.Kind == model.Lose {
		return w.handle(at, fmt.Sprintf("deliver-msgs drop=(%d)", e.Process+1))
	}
	return w.handle(at, fmt.Sprintf("deliver-msgs %d", e.Process+1))
}

// handle returns a command that handles one message in flight, and no other.
func (w *script) handle(at int, line string) (string, error) {
	m, others := w.flying[at], 0
	for i, f := range w.flying {
		if i == at || f.to != m.to {
			continue
		}
		if others++; f.kind == m.kind {
			return "", fmt.Errorf("rafttest would deliver another message of type %s too", m.kind)
		}
	}
	if others > 0 {
		line += " type=" + m.kind
	}
	w.flying = slices.Delete(w.flying, at, at+1)
	return line, nil
}
