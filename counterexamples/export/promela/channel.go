package promela

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// receive returns the statement that receives a message, which is executable if it may arrive.
func receive(o model.Order, ch, message int) string {
	if o.Queued() {
		return fmt.Sprintf("q%d?%d", ch, message)
	}
	return fmt.Sprintf("q%d??%d", ch, message)
}

// poll returns the condition that a message may arrive.
func poll(o model.Order, ch, message int) string {
	if o.Queued() {
		return fmt.Sprintf("q%d?[%d]", ch, message)
	}
	return fmt.Sprintf("q%d??[%d]", ch, message)
}

// put returns the statement that puts a message into a channel. A channel without a queue is sorted,
// so that equal contents are equal states.
func put(o model.Order, ch, message int) string {
	room := fmt.Sprintf("assert(len(q%d) < CAPACITY)", ch)
	switch {
	case o.Queued():
		return fmt.Sprintf("%s; q%d!%d", room, ch, message)
	case o.Distinct():
		return fmt.Sprintf("if :: q%d??[%d] :: else -> %s; q%d!!%d fi", ch, message, room, ch, message)
	}
	return fmt.Sprintf("%s; q%d!!%d", room, ch, message)
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
