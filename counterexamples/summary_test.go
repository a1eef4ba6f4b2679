package counterexamples_test

import (
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestSummaries has an example of each kind of sentence. The stored counterexamples have
// many more: TestStored compares theirs.
func TestSummaries(t *testing.T) {
	catalogued := func(name string) properties.Property {
		p, err := named(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	oneHolder := properties.NewAlways("one-holder", "at most one process holds a lease", func(v model.View) bool {
		holders := 0
		for _, s := range v.Status {
			if s.Role == model.Won {
				holders++
			}
		}
		return holders < 2
	})
	lasso := []string{"receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p1:1 TOKEN(2)",
		"receive p0:1 TOKEN(3)", "receive p2:1 TOKEN(2)", "receive p1:1 TOKEN(3)"}
	intoLasso := []string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)"}
	for _, row := range []struct {
		reason     string
		instance   string
		property   properties.Property
		stem, loop []string
		want       string
	}{
		{"a property of one's own names the event, who ran out before, and whose timer still runs", "leases", oneHolder,
			[]string{"wake p1(ask)", "tick", "timeout p1:0(lease)", "wake p0(ask)", "tick", "wake p2(ask)"}, nil,
			"p2 becomes won when it wakes (ask) (event 6), after p1's lease timer runs out (event 3); p0's lease timer has 2 ticks left."},
		{"of two winners the timer of the first one is told", "leases", properties.Uniqueness(),
			[]string{"wake p0(ask)", "tick", "tick", "wake p2(ask)"}, nil,
			"p0 wins when it wakes (ask) (event 1). Then p2 wins when it wakes (ask) (event 4); nothing that p0 does from event 1 on has reached p2 by then, and p0's lease timer has 1 tick left."},
		{"a property with the name of another is not that", "leases", properties.NewAlways("uniqueness", "mine", func(v model.View) bool { return v.Status[0].Role != model.Won }),
			[]string{"wake p0(ask)"}, nil, "p0 becomes won when it wakes (ask) (event 1)."},
		{"a witness", "loner", properties.LeaderReachable(), []string{"wake p0", "receive p0:0 TOKEN(1)"}, nil,
			"p0 wins when it receives TOKEN(1) from p0 (event 2)."},
		{"a leads-to whose goal never follows", "lasso", catalogued("settled"), intoLasso, lasso,
			"With event 2 (p0 wakes) the trigger holds, and the goal never follows. Events 4 to 9 repeat for ever: p0, p1 and p2 receive TOKEN(2) and TOKEN(3) again and again."},
		{"a leads-to whose trigger holds at the start", "lasso", catalogued("settled-from-the-start"), intoLasso, lasso,
			"At the start the trigger holds, and the goal never follows. Events 4 to 9 repeat for ever: p0, p1 and p2 receive TOKEN(2) and TOKEN(3) again and again."},
		{"a predicate that does not recur", "lasso", catalogued("few"), intoLasso, lasso,
			"With event 2 (p0 wakes) it holds for the last time. Events 4 to 9 repeat for ever: p0, p1 and p2 receive TOKEN(2) and TOKEN(3) again and again."},
		{"a loop in which nobody decides", "lasso", properties.Decided(), intoLasso, lasso,
			"Events 4 to 9 repeat for ever: p0, p1 and p2 receive TOKEN(2) and TOKEN(3) again and again; meanwhile p0, p1 and p2 are undecided."},
		{"a bound on messages", "lasso", properties.MessagesAtMost(2), []string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)"}, nil,
			"When p1 receives TOKEN(3) from p0 (event 3), 3 messages have been sent: more than 2."},
		{"who is down from the start", "graph", properties.Decided(), []string{"wake p1", "wake p2"}, nil,
			"p0 is down from the start. After p2 wakes (event 2) nothing more has to happen, and p1 and p2 are candidates."},
	} {
		t.Run(row.reason, func(t *testing.T) {
			x := walk(t, instances()[row.instance], row.stem, row.loop...)
			if err := row.property.Judge(x, model.Weak); err != nil {
				t.Fatalf("the example is none: %v", err)
			}
			if got := counterexamples.Summary(x, row.property); got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}
