package goroutines

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// A Segment is the contents of a message of a connection: bytes that one end has
// written, in order. Segment 0 of each end opens the connection.
type Segment struct {
	Number int    // counted by its end, from 0
	Data   string // bytes
	Credit int    // bytes that the receiver may write beyond those that it might before
	End    bool   // its end writes no more
	Reset  bool   // the connection is refused or broken; the segment has no number
}

// shownBytes of a long segment are in its text.
const shownBytes = 24

// String returns the number, the bytes, the credit and the end: "0:open", "1:ping",
// "2:ping\n+end", "3:credit=10", "4:end" or "reset". Of more than a line of bytes it has the first ones, their number and
// a hash of all.
func (s Segment) String() string {
	parts := make([]string, 0, 3)
	if s.Number == 0 && !s.Reset {
		parts = append(parts, "open")
	}
	switch {
	case len(s.Data) > 2*shownBytes:
		h := fnv.New32a()
		_, _ = h.Write([]byte(s.Data))
		parts = append(parts, fmt.Sprintf("%s...%dB#%08x", printable(s.Data[:shownBytes]), len(s.Data), h.Sum32()))
	case s.Data != "":
		parts = append(parts, printable(s.Data))
	}
	if s.Credit > 0 {
		parts = append(parts, fmt.Sprintf("credit=%d", s.Credit))
	}
	if s.End {
		parts = append(parts, "end")
	}
	text := strconv.Itoa(s.Number) + ":" + strings.Join(parts, "+")
	if s.Reset {
		text = "reset"
	}
	return text
}

// printable returns bytes as one word.
func printable(data string) string {
	quoted := strconv.QuoteToASCII(data)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], " ", `\s`)
}

// A connKey names a connection of a process: the end that it has, and its number as the
// process that dialled counts.
type connKey struct {
	kind         MessageKind // of the messages that this end sends
	port         model.Port
	life, number int // of the process that dialled
}

func (k connKey) compare(l connKey) int {
	return slices.Compare([]int{int(k.port), int(k.kind), k.life, k.number}, []int{int(l.port), int(l.kind), l.life, l.number})
}

// segments returns the messages of connections that are to be sent: all that one end has
// written is one segment, or more if it is longer than the greatest. e.mu is held.
func (e *Endpoint) segments() (list []effect) {
	for _, c := range e.conns.sorted() {
		for len(c.unsent) > 0 || c.ends || c.answers || c.grants > 0 {
			n := len(c.unsent)
			if e.conns.greatest > 0 {
				n = min(n, e.conns.greatest)
			}
			s := Segment{Number: c.sent, Data: string(c.unsent[:n]), Credit: c.grants}
			c.unsent, c.answers, c.grants = c.unsent[n:], false, 0
			if c.ends && len(c.unsent) == 0 {
				s.End, c.ends = true, false
			}
			c.sent++
			list = append(list, c.effect(s))
		}
		if c.resets {
			c.resets = false
			list = append(list, c.effect(Segment{Reset: true}))
		}
	}
	return list
}

func (c *conn) effect(s Segment) effect {
	return effect{kind: c.key.kind, port: c.key.port, number: c.key.number, life: c.key.life, value: s}
}

// segment gives a connection a segment that arrives on port q. One that is for no
// connection, but for an earlier life of the process, is answered with a reset.
func (e *Endpoint) segment(q model.Port, m Message, s Segment) {
	e.mu.Lock()
	defer e.mu.Unlock()
	k := connKey{Accepted, q, m.Life, m.Number}
	if m.Kind == Accepted {
		k.kind = Dialled
	}
	switch c := e.conns.all[k]; {
	case c != nil && s.Reset:
		c.reset()
	case c != nil:
		c.arrives(s)
	case s.Reset || k.kind == Accepted && s.Number == 0 && e.accepts(k):
	default:
		e.out = append(e.out, effect{kind: k.kind, port: q, number: m.Number, life: m.Life, value: Segment{Reset: true}})
	}
}

// accepts opens the end of a connection that another process dials, if this one listens.
// e.mu is held.
func (e *Endpoint) accepts(k connKey) bool {
	l := e.conns.listener
	if l == nil || len(l.backlog) >= maxInbox {
		return false
	}
	c := e.newConn(k)
	c.open, c.answers, c.next = true, true, 1
	e.conns.all[k] = c
	l.backlog = append(l.backlog, c)
	l.changed.tell()
	return true
}

// arrives takes a segment: its bytes can be read when those before have arrived. One that
// has arrived before is passed over. e.mu is held.
func (c *conn) arrives(s Segment) {
	if c.failure != nil || s.Number < c.next {
		return
	}
	if c.early == nil {
		c.early = map[int]Segment{}
	}
	c.early[s.Number] = s
	for next, ok := s, s.Number == c.next; ok; next, ok = c.early[c.next] {
		delete(c.early, c.next)
		c.next++
		c.takes(next)
	}
	c.changed.tell()
}

// takes takes the next segment. An end that is closed wants no more bytes.
func (c *conn) takes(s Segment) {
	if c.closed && (s.Data != "" || s.Number == 0) {
		c.reset()
		c.resets = true
		return
	}
	c.open = true
	c.unread = append(c.unread, s.Data...)
	c.credit += s.Credit
	c.over = c.over || s.End
}
