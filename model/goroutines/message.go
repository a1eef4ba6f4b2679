package goroutines

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"github.com/interrex/interrex/model/realcode"
)

// MessageKind says whether a message belongs to a call or a connection.
type MessageKind uint8

// The kinds of message.
const (
	Plain    MessageKind = iota // by Send
	Request                     // by Call
	Answer                      // the result of the function given to Serve
	Failure                     // an Answer that is an error
	Dialled                     // a [Segment] of a process that has dialled
	Accepted                    // a [Segment] of a process that has been dialled
)

// A Message is a message in flight. Two are equal if their kinds, numbers and
// fingerprints are. [Algorithm.Value] returns its contents.
type Message struct {
	Kind   MessageKind
	Number int // of the call or connection, counted by its caller from 1
	Life   int // of the caller: how often it has been restarted after calls
	print  string
	text   string
}

// String returns the text of the contents, behind the number of the call if
// there is one: "?1:Get(a)" is a request, "!1:Item(a)" its answer, and "?1/2:Get(a)"
// a request of a process that has been restarted twice. ">1.2:ping" is segment 2 of
// connection 1, from the process that has dialled, and "<1.2:pong" one to it.
func (m Message) String() string {
	switch m.Kind {
	case Request:
		return "?" + m.call() + ":" + m.text
	case Answer:
		return "!" + m.call() + ":" + m.text
	case Failure:
		return "!" + m.call() + ":error:" + m.text
	case Dialled:
		return ">" + m.call() + "." + m.text
	case Accepted:
		return "<" + m.call() + "." + m.text
	}
	return m.text
}

// call returns the text of the number, and of the life unless it is the first.
func (m Message) call() string {
	if m.Life > 0 {
		return fmt.Sprintf("%d/%d", m.Number, m.Life)
	}
	return strconv.Itoa(m.Number)
}

// begins reports whether answers to m are for this life of its sender.
func (m Message) begins() bool { return m.Kind == Request || m.Kind == Dialled || m.Kind == Accepted }

// A RemoteError is the error of a call whose function at the other end returned
// an error. Of that only the text travels.
type RemoteError struct{ Text string }

func (e *RemoteError) Error() string { return e.Text }

// ErrNotServed is the error of a call to a process that serves no calls.
var ErrNotServed = errors.New("goroutines: the process serves no calls")

// ErrStopped is the error of a call that is pending, or of a connection that is open,
// when the process is stopped.
var ErrStopped = errors.New("goroutines: the process is stopped")

// contents keeps the values of messages by fingerprint.
type contents struct {
	prints  *realcode.Fingerprinter
	copies  *copies
	ofChild bool
	mu      sync.Mutex
	known   map[string]content
	simple  map[any]Message // of values for which == decides whether their fingerprints are equal: see isSimple
	fresh   []string        // fingerprints of the last values that were sent here, in a child
}

type content struct {
	value any
	text  string
}

func newContents(leaveOut []string) *contents {
	return (&contents{prints: realcode.NewFingerprinter(leaveOut), copies: &copies{leaveOut: leaveOut}}).another()
}

// another returns contents that have no values yet.
func (b *contents) another() *contents {
	return &contents{prints: b.prints, copies: b.copies, known: map[string]content{}, simple: map[any]Message{}}
}

// message returns the message with a value, and keeps the value for [Algorithm.Value].
func (b *contents) message(kind MessageKind, number, life int, value any) (m Message, err error) {
	if m, err = b.plain(value); err != nil {
		return Message{}, err
	}
	m.Kind, m.Number, m.Life = kind, number, life
	return m, nil
}

// plain returns the message with a value that belongs to nothing.
func (b *contents) plain(value any) (m Message, err error) {
	simple := isSimple(reflect.TypeOf(value))
	if simple {
		b.mu.Lock()
		m, ok := b.simple[value]
		b.mu.Unlock()
		if ok {
			return m, nil
		}
	}
	if m.print, err = b.prints.Of(&value); err != nil {
		return m, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c, ok := b.known[m.print]
	if !ok {
		if c.value, err = b.copies.of(value); err != nil {
			return m, err
		}
		if c.text, err = textOfMessage(c.value); err != nil {
			return m, err
		}
		b.known[m.print] = c
		if b.ofChild {
			b.fresh = append(b.fresh, m.print)
		}
	}
	m.text = c.text
	if simple {
		b.simple[value] = m
	}
	return m, nil
}

// textOfMessage returns the text of a value. An error says that a method of its type
// panics.
func textOfMessage(v any) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the text of a %T panics: %v", v, r)
		}
	}()
	return textOf(reflect.ValueOf(v)), nil
}

// value returns a copy of the contents of m.
func (b *contents) value(m Message) any {
	b.mu.Lock()
	c := b.known[m.print]
	b.mu.Unlock()
	v, err := b.copies.of(c.value)
	if err != nil {
		panic(fmt.Sprintf("goroutines: a copy cannot be copied: %v", err))
	}
	return v
}
