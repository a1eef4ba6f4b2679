package independent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A kind is a kind of event, in the order of the section Events.
type kind int

const (
	wake kind = iota
	receive
	timeout
	idle
	suspect
	invoke
	round
	crash
	restart
	lose
	duplicate
	cut
	tick
	divide
	heal
	betray
	forge
	delay
)

func (k kind) String() string {
	return [...]string{"wake", "receive", "timeout", "idle", "suspect", "invoke", "round", "crash", "restart", "lose", "duplicate", "cut", "tick", "divide", "heal", "betray", "forge", "delay"}[k]
}

// An event is named by its cause, as in the section Events.
type event struct {
	process   int // -1 for a round, a tick, and where the network divides or heals
	kind      kind
	port      int
	timer     int
	operation int
	message   string
	peer      int
	wakes     []int
	group     []int
	within    bool // a crash within a step of kind during, after so many sends
	during    kind
	after     int
	choices   []int
}

// String returns the text of the event.
func (e event) String() string {
	var b strings.Builder
	switch e.kind {
	case round:
		b.WriteString("round")
		e.writeWakes(&b)
	case tick, heal:
		b.WriteString(e.kind.String())
	case divide:
		b.WriteString("divide")
		for _, p := range e.group {
			fmt.Fprintf(&b, " p%d", p)
		}
	case cut:
		fmt.Fprintf(&b, "cut p%d p%d", e.process, e.peer)
	case crash:
		fmt.Fprintf(&b, "crash p%d", e.process)
		if e.within {
			fmt.Fprintf(&b, " during %v", e.during)
			e.writeCause(&b, e.during)
			fmt.Fprintf(&b, " after %d", e.after)
		}
	default:
		fmt.Fprintf(&b, "%v p%d", e.kind, e.process)
		e.writeCause(&b, e.kind)
	}
	for i, outcome := range e.choices {
		fmt.Fprintf(&b, "%s%d", [...]string{" choose ", ","}[min(i, 1)], outcome)
	}
	return b.String()
}

// writeCause writes port, timer and message of an input of that kind.
func (e event) writeCause(b *strings.Builder, k kind) {
	switch k {
	case receive, lose, duplicate, forge, delay:
		fmt.Fprintf(b, ":%d %s", e.port, e.message)
	case timeout:
		fmt.Fprintf(b, ":%d", e.timer)
	case suspect:
		fmt.Fprintf(b, ":%d", e.port)
	case invoke:
		fmt.Fprintf(b, ":%d", e.operation)
	case round:
		e.writeWakes(b)
	}
}

func (e event) writeWakes(b *strings.Builder) {
	for i, p := range e.wakes {
		fmt.Fprintf(b, "%s%d", [...]string{" wake p", " p"}[min(i, 1)], p)
	}
}

// order is the order of the section Events.
func order(e, f event) int {
	within := func(e event) int {
		if e.within {
			return 1
		}
		return 0
	}
	return cmp.Or(
		e.process-f.process, int(e.kind-f.kind), e.port-f.port, e.timer-f.timer, e.operation-f.operation,
		strings.Compare(e.message, f.message), e.peer-f.peer, slices.Compare(e.wakes, f.wakes), slices.Compare(e.group, f.group),
		within(e)-within(f), int(e.during-f.during), slices.Compare(e.choices, f.choices), e.after-f.after,
	)
}

// cause returns the name of the step that the event is an outcome of.
func (e event) cause() string {
	e.choices = nil
	return e.String()
}

// class follows the section Fairness: it returns the class of an obligatory event.
func (x *explorer) class(e event) string {
	switch {
	case e.kind == receive && x.net.Order == model.FIFO:
		return fmt.Sprintf("channel p%d:%d", e.process, e.port)
	case e.kind == receive && x.net.Order == model.Inbox:
		return fmt.Sprintf("receiver p%d", e.process)
	}
	e.choices, e.wakes = nil, nil
	return e.String()
}
