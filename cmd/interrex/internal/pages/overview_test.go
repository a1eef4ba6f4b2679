package pages_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// overview has the words of the overview in docs/assumptions.md, by hand: from the claims of
// each algorithm in protocols/catalogue and the properties that its text speaks of. A
// situation that is not named has no word. An algorithm without words here is held by the golden page alone.
var overview = []struct{ algorithm, words, reason string }{
	{"lcr", "async = fifo: holds 2–6 (assumed); lockstep = bag = duplication: holds 2–5; crash: *stale* 2–5; loss: safe 2–5",
		"with a crash, what has passed the process that crashed wins; a bound on messages that is claimed to n = 5 only does not end what holds"},
	{"hs", "async = fifo: holds 2–6 (assumed); lockstep = bag: holds 2–5; duplication: holds 2–4; crash: *stale* 2–5; loss: safe 2–5",
		"as in lcr"},
	{"franklin", "async = fifo: holds 2–6 (assumed); lockstep = bag: holds 2–5; crash = loss = duplication: safe 2–5",
		"whoever waits for a message that is lost waits for ever, and so may a process beside one that has got it twice"},
	{"dkr", "async = fifo: holds 2–6 (assumed); lockstep: holds 2–5; bag: *stale* 2–3, **unsafe** 4–5; crash: *stale* 2–5; loss = duplication: safe 2–3, *stale* 4–5",
		"two and three processes agree on the wrong one only"},
	{"peterson", "async = fifo: holds 2–6 (assumed); lockstep: holds 2–5; bag: holds 2–3, **unsafe** 4–5; crash = loss: safe 2–5; duplication: **unsafe** 3–5",
		"of two processes with a duplicate nothing is claimed of uniqueness"},
	{"timeslice", "lockstep = fifo: holds 2–6 (assumed); crash: *stale* 2, **unsafe** 3–5; loss: **unsafe** 2–5",
		"who misses the message of the winner wins in its own time slice; of two processes one is down then"},
	{"variablespeeds", "lockstep = fifo: holds 2–6 (assumed); crash: *stale* 2–5; loss: safe 2–5",
		"a message that is lost was the only one"},
	{"awe", "async = fifo: holds 2–6 (assumed); lockstep = duplication: holds 2–5; bag: **unsafe** 2–5; crash: *stale* 2–5; loss: *stale* 2, **unsafe** 3",
		"as in lcr; with two processes a lost message leaves the wrong leader, with three no agreement"},
	{"afa", "async = fifo: holds 2–6 (assumed); lockstep = duplication: holds 2–5; bag: holds 2–5, late 2–4; crash: *stale* 2–5; loss: safe 2–5",
		"as in lcr"},
	{"anonymous", "lockstep = fifo: holds 2–6 (assumed)",
		"one process wakes and wins; that the executions end is no claim of its text"},
	{"sun", "async = fifo: holds 2–6 (assumed); bounded: holds 2–3; timely = duplication: holds 2–4; lockstep = bag: holds 2–5; crash: *stale* 2–4; loss: safe 2–4",
		"the sun may be one that has crashed"},
	{"divided", "async = fifo: holds 3–6 (assumed); bounded: holds 3; timely = bag = duplication: holds 3–4; lockstep: holds 3–5; crash: *stale* 3–4; loss: safe 3–4",
		"a ring of two is not divided"},
	{"divided-sun", "async = fifo: holds 3–6 (assumed); bounded: holds 3; timely = bag = duplication: holds 3–4; lockstep: holds 3–5; crash: *stale* 3–4; loss: safe 3–4",
		"as divided"},
	{"itairodeh", "async = fifo: holds 2–6 (assumed); lockstep: holds 2–4; bag = duplication: safe 2–3; crash = loss: safe 2–4",
		"never two leaders, whatever goes wrong: nobody is elected then"},
	{"bully", "timely = fifo: holds 2–6 (assumed); async: holds 2, **unsafe** 3–4; bounded: holds 2–4; lockstep: holds 2–6; bag = duplication: holds 2–5; " +
		"crash: safe 2, *stale* 3–5; restart: **unsafe** 2–5; loss: holds 2, **unsafe** 3–5",
		"of two processes one is down from the start, so that a crash leaves nobody"},
	{"bully-reply", "timely = fifo: holds 2–6 (assumed); async: holds 2, **unsafe** 3–4; bounded: holds 2–4; lockstep: holds 2–6; bag = duplication: holds 2–5; " +
		"crash: safe 2, *stale* 3–5; restart: **unsafe** 2–5; loss: holds 2, **unsafe** 3–5",
		"as bully"},
	{"tokenring", "timely = fifo: holds 2–6 (assumed); async: holds 2, **unsafe** 3; bounded = bag: holds 2–3; lockstep: holds 2–5; duplication: holds 2–4; " +
		"crash: safe 2, *stale* 3–4; restart: **unsafe** 2–3; loss: safe 2, **unsafe** 3",
		"a token that is lost with the only other process that is up elects nobody"},
	{"bully-original", "timely: holds 2–5 (assumed); async = restart = loss: **unsafe** 2–4; bounded = fifo = bag = duplication: holds 2–4; crash: *stale* 2–5",
		"a leader that has crashed has a successor in the same term; inboxes are assumed"},
	{"bully-improved", "timely: holds 2–6 (assumed), parallel 2–5; async = restart = loss: **unsafe** 2–4; bounded: holds 2–4, parallel 2–4; duplication: holds 2–4; fifo = bag: holds 2–5; crash: *stale* 2–5",
		"two processes may start at once, which makes no decision wrong; inboxes are assumed"},
	{"raft", "async = fifo: safe 2–6 (assumed), parallel 2–5; bounded: safe 2–3, parallel 2–3, cut off 2–4; timely: holds 2–5; lockstep = bag: safe 2–5; " +
		"crash = restart = loss = duplication: safe 2–4",
		"two leaders of one term are excluded whatever happens; split votes make no decision wrong, and a star is another network"},
	{"paxos", "async = fifo: safe 2–4 (assumed); bounded: holds 2–3; timely: holds 2–4; lockstep: holds 2–5; bag = crash = loss = duplication: safe 2–4; restart: safe 2–3",
		"nothing makes two majorities disagree, and nothing makes rounds end in time async"},
	{"invitation", "timely = fifo: holds 2–6 (assumed); async: safe 2; bounded: safe 2, cut off 2; lockstep: safe 2–5; bag: holds 2–5; crash: safe 2–4; restart: safe 2–3; " +
		"loss: safe 2, holds 3–4; duplication: holds 2–4",
		"each group has one coordinator; with a third process one that is left alone is invited again"},
	{"singh", "async = fifo: holds 2–6 (assumed); lockstep: holds 2–4; bag: holds 2–5; crash = loss: safe 2–3; duplication: holds 2–3, not 5",
		"with five processes a second copy counts as the answer of another process, and nobody is elected"},
}

// TestOverview holds the words of the overview against the list.
func TestOverview(t *testing.T) {
	var b strings.Builder
	if err := pages.WriteAssumptions(&b); err != nil {
		t.Fatal(err)
	}
	got := readOverview(t, b.String())
	for _, o := range overview {
		want := map[string]string{}
		for same := range strings.SplitSeq(o.words, "; ") {
			situations, words, _ := strings.Cut(same, ": ")
			for situation := range strings.SplitSeq(situations, " = ") {
				want[situation] = words
			}
		}
		if diff := cmp.Diff(want, got[o.algorithm]); diff != "" {
			t.Errorf("%s (%s): (-list +page)\n%s", o.algorithm, o.reason, diff)
		}
	}
}

// readOverview returns the words in the first table of the page, by algorithm and situation.
func readOverview(t *testing.T, page string) map[string]map[string]string {
	t.Helper()
	_, table, ok := strings.Cut(page, "\n| algorithm |")
	table, _, _ = strings.Cut("| algorithm |"+table, "\n\n")
	var header []string
	words := map[string]map[string]string{}
	for i, line := range strings.Split(table, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		for len(cells) < len(header) { // those at the end are empty
			cells = append(cells, "")
		}
		switch {
		case i == 0:
			header = cells
		case i > 1:
			name, _, _ := strings.Cut(strings.TrimPrefix(cells[0], "["), "]")
			words[name] = map[string]string{}
			for k, cell := range cells[1:] {
				if cell = strings.TrimSpace(cell); cell != "" {
					words[name][header[k+1]] = strings.ReplaceAll(cell, ";", ",")
				}
			}
		}
	}
	if !ok || len(header) < 5 {
		t.Fatalf("no overview in\n%s", table)
	}
	return words
}

// TestConcerns says which part of an election each property of the catalogue is about:
// the words of the overview are computed from that.
func TestConcerns(t *testing.T) {
	want := map[string]claims.Concern{
		"well-formed": claims.Decisions, "uniqueness": claims.Decisions, "irrevocability": claims.Decisions, "agreement": claims.Decisions,
		"uniqueness-ever": claims.Choice, "validity": claims.Choice,
		"elected": claims.Ending, "decided": claims.Ending, "known": claims.Ending, "halted": claims.Ending,
		"quiescence": claims.Ending, "leader-reachable": claims.Ending,
		"symmetric": claims.Course, "one-candidate": claims.Course, "undisturbed": claims.Course, "within-bounds": claims.Course,
		"defeated": claims.Course, "in-time": claims.Course,
	}
	got := map[string]claims.Concern{}
	for _, p := range append(properties.Standard(properties.Greatest), properties.Special()...) {
		got[p.Name] = claims.Claim{Property: p.Name}.Concern()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := (claims.Claim{Property: "messages<=f(n)", Bound: func(n int) int { return n }}); c.Concern() != claims.Economy {
		t.Errorf("a bound on messages is about %d", c.Concern())
	}
}
