package command

import (
	"io"
	"slices"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/protocols/claims"
)

// TestProgressLine says that the line names instance and phase, counts nodes
// where there are no configurations to count, and never counts backwards.
func TestProgressLine(t *testing.T) {
	c := &checkCommand{}
	groups, err := c.groupsOf(lcrWith(t, claims.Claim{Property: "uniqueness", From: 2, To: 3}))
	if err != nil {
		t.Fatal(err)
	}
	s := newSearch(&c.request)
	instanceSets, err := s.plan(t.Context(), &c.request, groups)
	if err != nil {
		t.Fatal(err)
	}
	list := slices.Collect(s.instances(t.Context(), instanceSets))
	p := &progress{w: io.Discard, instances: len(list), running: map[*instance]int64{}, courses: map[*instance]*course{}}
	for _, step := range []struct {
		of     int
		now    checker.Progress
		ends   bool
		want   string
		reason string
	}{
		{0, checker.Progress{Phase: "diagrams", Frontier: 600, Bytes: 8000}, false,
			"0/3: lcr corrected n=2: diagrams, 600 nodes, 8kB", "nothing is counted yet"},
		{0, checker.Progress{Phase: "search", Configurations: 2000, Frontier: 30, Depth: 4, Bytes: 5000, Elapsed: time.Second}, false,
			"0/3, 2k configurations: lcr corrected n=2: search, 2k/s, frontier 30, depth 4, 5kB", "a search"},
		{0, checker.Progress{Phase: "cycles", Configurations: 100, Elapsed: time.Second}, false,
			"0/3, 2k configurations: lcr corrected n=2: cycles, 100/s, frontier 0, depth 0, 0B", "a second pass begins anew"},
		{0, checker.Progress{Phase: "diagrams", Frontier: 700, Bytes: 9000}, false,
			"0/3, 2k configurations: lcr corrected n=2: diagrams, 700 nodes, 9kB", "a symbolic turn"},
		{1, checker.Progress{Phase: "search", Configurations: 500, Elapsed: time.Second}, true,
			"0/3, 2.5k configurations: lcr corrected n=3: search, 500/s, frontier 0, depth 0, 0B", "another one at the same time"},
		{0, checker.Progress{Phase: "halted", Configurations: 1, Elapsed: time.Second}, false,
			"1/3, 2.5k configurations: lcr corrected n=2: halted, 1/s, frontier 0, depth 0, 0B", "that one has ended"},
	} {
		i := list[step.of]
		p.show(i, step.now)
		if got := p.line(i, step.now); got != step.want {
			t.Errorf("%s: %q, want %q", step.reason, got, step.want)
		}
		if step.ends {
			p.add(i, 500)
		}
	}
}
