package realcode

import (
	"errors"
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// An Object is one process of the user's code. It is used by one goroutine at a
// time. If it has a String method, that is the text of its local states; the
// text of its status is otherwise.
type Object interface {
	// Take gives the object an input and returns its effects, in the order in
	// which they are to be carried out.
	Take(in Input) []Effect
	// Ready says which inputs other than messages the object reacts to now. It
	// must not change the object.
	Ready() model.Spontaneous
	// Observe returns the status that an observer sees. It must not change it.
	Observe() model.Status
}

// Input is the argument of an object: an input of the model or, if Done is not
// empty, the news that the effect of that name has been carried out.
type Input struct {
	model.Input[Message]
	Done string
}

func (in Input) String() string {
	switch {
	case in.Done != "":
		return "done " + in.Done
	case in.Kind == model.Receive:
		return fmt.Sprintf("receive:%d %v", in.Port, in.Msg)
	case in.Kind == model.Timeout:
		return fmt.Sprintf("timeout:%d", in.Timer)
	case in.Kind == model.Invoke:
		return fmt.Sprintf("invoke:%d", in.Operation)
	case in.Kind == model.Suspect:
		return fmt.Sprintf("suspect:%d", in.Port)
	}
	return in.Kind.String()
}

// A Message has the bytes that travel on the wire, and their text for people.
type Message struct{ Bytes, Text string }

// String returns the text, or the bytes in hexadecimal where there is none.
func (m Message) String() string {
	if m.Text == "" {
		return fmt.Sprintf("0x%x", m.Bytes)
	}
	return m.Text
}

// EffectKind is the kind of an effect.
type EffectKind uint8

// The kinds of effect.
const (
	Persisting EffectKind = iota // a restart starts from Disk, from now on
	Sending                      // Msg is sent through Port
	Calling                      // nothing but that the object is told of Done
)

var effectNames = [...]string{"persist", "send", "call"}

func (k EffectKind) String() string {
	if int(k) < len(effectNames) {
		return effectNames[k]
	}
	return fmt.Sprintf("effect(%d)", uint8(k))
}

// An Effect is an action that an object asks for. Where Done is not empty, the
// object is told of it as soon as the effect has been carried out.
type Effect struct {
	Kind EffectKind
	Disk string
	Port model.Port
	Msg  Message
	Done string
}

// Persist returns the effect that makes disk all the data that survive a crash.
func Persist(disk string) Effect { return Effect{Kind: Persisting, Disk: disk} }

// Send returns the effect that sends m through port q.
func Send(q model.Port, m Message) Effect { return Effect{Kind: Sending, Port: q, Msg: m} }

// Call returns the effect of which the object is told, and nothing else: it
// applies committed entries, say. done is not empty.
func Call(done string) Effect { return Effect{Kind: Calling, Done: done} }

func (e Effect) String() string {
	text := e.Kind.String()
	switch e.Kind {
	case Persisting:
		text = fmt.Sprintf("persist %q", e.Disk)
	case Sending:
		text = fmt.Sprintf("send:%d %v", e.Port, e.Msg)
	}
	if e.Done != "" {
		text += " then " + e.Done
	}
	return text
}

// A Place is the knowledge of an object about itself and its surroundings: the
// facts that [Code.Needs] lists under Knowledge, and the number of ports.
type Place struct {
	ID         model.ID
	N, Ports   int
	Label      int
	Neighbours []model.ID // by port

	NeighbourLabels []int // by port
}

// Granularity says how much is one event.
type Granularity uint8

// The granularities.
const (
	// Whole makes one event of an input and all that comes of it.
	Whole Granularity = iota
	// Split makes an event of taking an input, and one of each effect: the
	// timeout of [EffectTimer]. A crash may fall before each; the effects that
	// are left are then lost. Inputs that arrive meanwhile wait, and are taken,
	// in order, with the last effect. Nothing bounds the time between two
	// effects, so Split needs timing async.
	Split
)

// EffectTimer is the timer that carries out the next effect under [Split].
const EffectTimer uint8 = 7

// Nil says whether a slice or map that is nil is told apart from an empty one.
type Nil uint8

// How nil is written. Little code asks; where it does not, NilIsEmpty makes fewer
// local states, and the comparison of histories finds code that asks.
const (
	NilDiffers Nil = iota
	NilIsEmpty
)

// Code describes code to be checked.
type Code struct {
	Name  string      // one word
	Needs model.Needs // Knowledge is that of [Place]
	// New returns a fresh object. disk has the data last persisted, or Disk if
	// there are none.
	New  func(p Place, disk string) Object
	Disk string
	// LeaveOut lists fields that do not belong to the state, as
	// "package.Type.field", the type as [reflect.Type] writes it.
	LeaveOut    []string
	Nil         Nil
	Granularity Granularity
	// Histories bounds how many histories of a local state are compared with the
	// first that come by a further history of the state before; 0: eight. Those
	// that come by its shortest history are compared all.
	Histories int
	// MaxBytes bounds the bytes of the texts of local states; 0: 1 GiB. A
	// search that needs more ends with an error.
	MaxBytes int64
}

// check returns an error if c is unusable.
func (c *Code) check() error {
	if err := model.CheckWord(c.Name); err != nil {
		return fmt.Errorf("realcode: the name %q %w", c.Name, err)
	}
	switch {
	case c.New == nil:
		return c.errorf("no constructor: New is nil")
	case c.Granularity > Split:
		return c.errorf("granularity %d does not exist; allowed: Whole, Split", c.Granularity)
	case c.Nil > NilIsEmpty:
		return c.errorf("nil %d does not exist; allowed: NilDiffers, NilIsEmpty", c.Nil)
	case c.Histories < 0:
		return c.errorf("%d further histories; allowed: 0 (eight), or more", c.Histories)
	case c.MaxBytes < 0:
		return c.errorf("at most %d bytes; allowed: 0 (1 GiB), or more", c.MaxBytes)
	}
	for _, field := range c.LeaveOut {
		if strings.Count(field, ".") < 2 || strings.HasSuffix(field, ".") {
			return c.errorf("cannot leave out %q; allowed: package.Type.field", field)
		}
	}
	return nil
}

func (c *Code) errorf(format string, args ...any) error {
	return errors.New("realcode: " + c.Name + ": " + fmt.Sprintf(format, args...))
}
