package model

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Event is one atomic step of a system, named by its cause. Two events of
// one configuration are the same if and only if their texts are.
type Event struct {
	Process   int // -1 for Round, Tick, Divide and Heal
	Kind      Kind
	Port      Port   // Receive, Suspect, Lose, Duplicate, Forge, Delay
	Timer     uint8  // Timeout
	Operation int    // Invoke
	Message   string // the message's text, if the kind is of a message or Forge
	Peer      int    // Cut
	Wakes     []int  // Round: the processes that wake at its start
	Group     []int  // Divide: the processes that are cut off from the others, see [Semantics.Divided]

	// Within says that a crash strikes within a step of kind During (whose
	// Port, Timer, Operation, Message and Wakes are the event's), after its first
	// After sends.
	Within bool
	During Kind
	After  int

	Choices []int // the outcomes of Choose, in order

	// Name is the algorithm's name of the timer, the wake-up or the operation, ""
	// if it has none. It says nothing that the other fields do not say.
	Name string
}

// StepKind returns the kind of the step that the event is, or in which its crash
// strikes.
func (e Event) StepKind() Kind {
	if e.Within {
		return e.During
	}
	return e.Kind
}

// String returns the text of the event in counterexample files. [ParseEvent]
// reads it.
func (e Event) String() string {
	var b strings.Builder
	b.WriteString(e.Kind.String())
	if e.Process >= 0 {
		fmt.Fprintf(&b, " p%d", e.Process)
	}
	if e.Within {
		fmt.Fprintf(&b, " during %v", e.During)
	}
	switch kind := e.StepKind(); {
	case kind.IsOfMessage() || kind == Forge:
		fmt.Fprintf(&b, ":%d %s", e.Port, e.Message)
	case kind == Timeout:
		fmt.Fprintf(&b, ":%d%s", e.Timer, e.nameText())
	case kind == Invoke:
		fmt.Fprintf(&b, ":%d%s", e.Operation, e.nameText())
	case kind == Wake:
		b.WriteString(e.nameText())
	case kind == Suspect:
		fmt.Fprintf(&b, ":%d", e.Port)
	case kind == Cut:
		fmt.Fprintf(&b, " p%d", e.Peer)
	case kind == Round && len(e.Wakes) > 0:
		b.WriteString(" wake")
		writeProcesses(&b, e.Wakes)
	case kind == Divide:
		writeProcesses(&b, e.Group)
	}
	if e.Within {
		fmt.Fprintf(&b, " after %d", e.After)
	}
	if len(e.Choices) > 0 {
		b.WriteString(" choose " + joinInts(e.Choices))
	}
	return b.String()
}

func writeProcesses(b *strings.Builder, list []int) {
	for _, p := range list {
		fmt.Fprintf(b, " p%d", p)
	}
}

// nameText returns "(name)", or "" if there is no name.
func (e Event) nameText() string {
	if e.Name == "" {
		return ""
	}
	return "(" + e.Name + ")"
}

// Compare orders events by process, kind, port, timer or operation, message text
// and outcome. It returns 0 for equal events only, and does not look at names.
func (e Event) Compare(f Event) int {
	return cmp.Or(
		cmp.Compare(e.Process, f.Process),
		cmp.Compare(e.Kind, f.Kind),
		cmp.Compare(e.Port, f.Port),
		cmp.Compare(e.Timer, f.Timer),
		cmp.Compare(e.Operation, f.Operation),
		cmp.Compare(e.Message, f.Message),
		cmp.Compare(e.Peer, f.Peer),
		slices.Compare(e.Wakes, f.Wakes),
		slices.Compare(e.Group, f.Group),
		boolCompare(e.Within, f.Within),
		cmp.Compare(e.During, f.During),
		slices.Compare(e.Choices, f.Choices),
		cmp.Compare(e.After, f.After),
	)
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// ParseEvent reads the text of an event.
func ParseEvent(s string) (Event, error) {
	p := eventParser{rest: s}
	e := p.event()
	if p.failed || p.rest != "" || e.String() != s {
		return Event{}, fmt.Errorf("malformed event %q", s)
	}
	return e, nil
}

type eventParser struct {
	rest   string
	failed bool
}

func (p *eventParser) event() Event {
	e := Event{Process: -1}
	e.Kind = p.kind()
	if !e.Kind.IsOfAll() {
		e.Process = p.process()
	}
	if e.Kind == Crash && p.accept(" during ") {
		e.Within = true
		e.During = p.kind()
		p.failed = p.failed || !e.During.IsInput()
	}
	switch kind := e.StepKind(); {
	case kind.IsOfMessage() || kind == Forge:
		p.expect(":")
		e.Port = Port(p.number())
		p.expect(" ")
		e.Message = p.word()
	case kind == Timeout:
		p.expect(":")
		t := p.number()
		p.failed = p.failed || t > 7
		e.Timer = uint8(t)
		e.Name = p.name()
	case kind == Invoke:
		p.expect(":")
		e.Operation = p.number()
		p.failed = p.failed || e.Operation >= maxOperations
		e.Name = p.name()
	case kind == Wake:
		e.Name = p.name()
	case kind == Suspect:
		p.expect(":")
		e.Port = Port(p.number())
	case kind == Cut:
		e.Peer = p.process()
	case kind == Round:
		if p.accept(" wake") {
			e.Wakes = p.processes()
		}
	case kind == Divide:
		e.Group = p.processes()
		p.failed = p.failed || len(e.Group) == 0
	}
	if e.Within {
		p.expect(" after ")
		e.After = p.number()
	}
	if p.accept(" choose ") {
		e.Choices = append(e.Choices, p.number())
		for p.accept(",") {
			e.Choices = append(e.Choices, p.number())
		}
	}
	return e
}

func (p *eventParser) accept(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	p.rest = rest
	return ok
}

func (p *eventParser) expect(prefix string) {
	if !p.accept(prefix) {
		p.failed = true
	}
}

func (p *eventParser) process() int {
	p.expect(" p")
	return p.number()
}

func (p *eventParser) processes() (list []int) {
	for strings.HasPrefix(p.rest, " p") {
		list = append(list, p.process())
	}
	return list
}

func (p *eventParser) number() int {
	end := 0
	for end < len(p.rest) && p.rest[end] >= '0' && p.rest[end] <= '9' {
		end++
	}
	i, err := strconv.Atoi(p.rest[:end])
	p.failed = p.failed || err != nil || i >= MaxN
	p.rest = p.rest[end:]
	return i
}

func (p *eventParser) word() string {
	if quoted, err := strconv.QuotedPrefix(p.rest); err == nil && p.rest[0] == '"' {
		p.rest = p.rest[len(quoted):]
		return quoted
	}
	end := strings.IndexByte(p.rest, ' ')
	if end < 0 {
		end = len(p.rest)
	}
	word := p.rest[:end]
	p.failed = p.failed || word == ""
	p.rest = p.rest[end:]
	return word
}

// name reads "(name)", or nothing.
func (p *eventParser) name() string {
	if !p.accept("(") {
		return ""
	}
	name, rest, closed := strings.Cut(p.rest, ")")
	p.failed = p.failed || !closed || name == "" || checkInputName("", name) != nil
	p.rest = rest
	return name
}

func (p *eventParser) kind() Kind {
	for k, kind := range kinds {
		name, end := kind.name, len(kind.name)
		if strings.HasPrefix(p.rest, name) && (len(p.rest) == end || strings.IndexByte(" :(", p.rest[end]) >= 0) {
			p.rest = p.rest[end:]
			return Kind(k)
		}
	}
	p.failed = true
	return 0
}
