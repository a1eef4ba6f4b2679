package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestKinds has the facts about each kind of event.
func TestKinds(t *testing.T) {
	want := map[model.Kind]string{
		model.Wake:      "wake: input step; none",
		model.Receive:   "receive: input step message; none",
		model.Timeout:   "timeout: input step; none",
		model.Idle:      "idle: input step; none",
		model.Suspect:   "suspect: input step; none",
		model.Round:     "round: input step; none",
		model.Crash:     "crash: fault; crash=1",
		model.Restart:   "restart: fault; restart=1",
		model.Lose:      "lose: fault message unnoticed; loss=1",
		model.Duplicate: "duplicate: fault step message; dup=1",
		model.Cut:       "cut: fault unnoticed; cut=1",
		model.Tick:      "tick: unnoticed; none",
		model.Divide:    "divide: fault unnoticed; divide=1",
		model.Heal:      "heal: fault unnoticed; none",
		model.Betray:    "betray: fault; traitor=1",
		model.Forge:     "forge: fault unnoticed; forge=1",
		model.Delay:     "delay: message unnoticed; none",
	}
	for k, want := range want {
		var is []string
		for _, fact := range []struct {
			holds bool
			name  string
		}{{k.IsInput(), "input"}, {k.IsFault(), "fault"}, {k.IsStep(), "step"}, {k.IsOfMessage(), "message"}, {k.IsUnnoticed(), "unnoticed"}} {
			if fact.holds {
				is = append(is, fact.name)
			}
		}
		if got := fmt.Sprintf("%v: %s; %v", k, strings.Join(is, " "), k.Cost()); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestOrders has the facts about each order. One that does not exist has no meaning.
func TestOrders(t *testing.T) {
	for o, want := range map[model.Order]string{
		model.FIFO:     "fifo true false false",
		model.Bag:      "bag false false false",
		model.Set:      "set false true false",
		model.Inbox:    "inbox true false true",
		model.Order(9): "order(9) false false false",
	} {
		if got := fmt.Sprint(o, o.Queued(), o.Distinct(), o.PerReceiver()); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
