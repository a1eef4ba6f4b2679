package goroutines

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A process of the search asks a child process for steps. The child answers an order
// with reports, of which the last one is done.

// An errand is all that is written to a child: one of these.
type errand struct {
	step  *task
	walk  *walkTask
	reply *walkReply
}

// A task is a step that a child is asked for. It has the states and contents that the child lacks.
type task struct {
	contents []carried
	states   []kept
	at       int32
	in       model.Input[Message]
	made     []choice
	repeat   bool
	ps       int
	probe    bool
}

// carried is a content on its way.
type carried struct {
	print string
	content
}

// kept is a state on its way.
type kept struct {
	number, before int32 // before is -1: the process has not started
	life           int
	place          realcode.Place
	in             model.Input[Message]
	choices        []choice
	out            outcome
}

// A report is what the child has to say. All but the last one of a task tell what
// has happened in case that the child ends.
type report struct {
	replayed bool   // the history has been taken, and the last input comes
	chose    int    // upon it the code chooses among so many outcomes
	stopping bool   // the process is about to be stopped
	begins   bool   // another process begins, to take the step anew
	line     string // of the log
	walk     *walkReport
	done     bool // and the rest is the result
	failed   string
	hung     string // where the code runs
	result   stepped
	contents []carried
}

// A greeting is the first message of a child.
type greeting struct {
	failed   string
	program  program
	settings string
}

// A program says which program a process runs, as far as types must be at the same
// places in both.
type program struct{ a, b, c, d int64 }

func thisProgram() program {
	return program{placeOf(reflect.TypeFor[testing.T]()), placeOf(reflect.TypeFor[time.Location]()), placeOf(reflect.TypeFor[realcode.Place]()),
		placeOf(reflect.TypeFor[*bufio.Reader]())}
}

// write writes v, with its length before it.
func write(to io.Writer, v any) error {
	data, err := encoded(v)
	if err != nil {
		return err
	}
	_, err = to.Write(append(binary.AppendUvarint(nil, uint64(len(data))), data...))
	return err
}

// read sets the value to which v points to the next one that [write] has written.
func read(from *bufio.Reader, v any) error {
	n, err := binary.ReadUvarint(from)
	if err != nil {
		return err
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(from, data); err != nil {
		return err
	}
	return decode(data, v)
}

// carry returns the contents of the messages that have a fingerprint.
func (b *contents) carry(prints []string) (list []carried) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, print := range prints {
		if c, ok := b.known[print]; ok {
			list = append(list, carried{print, c})
		}
	}
	return list
}

// learn keeps contents of another process. It does not believe that a value has arrived
// whole: its fingerprint must be the same here.
func (b *contents) learn(list []carried) error {
	for _, c := range list {
		print, err := b.prints.Of(&c.value)
		if err == nil && print != c.print {
			err = fmt.Errorf("%T does not arrive whole in another process", c.value)
		}
		if err != nil {
			return fmt.Errorf("goroutines: message %s: %w", c.text, err)
		}
		b.mu.Lock()
		if _, ok := b.known[c.print]; !ok {
			b.known[c.print] = c.content
		}
		b.mu.Unlock()
	}
	return nil
}

// takeFresh returns the contents that are new since the last call.
func (b *contents) takeFresh() []carried {
	b.mu.Lock()
	fresh := slices.Clone(b.fresh)
	b.fresh = b.fresh[:0]
	b.mu.Unlock()
	return b.carry(fresh)
}
