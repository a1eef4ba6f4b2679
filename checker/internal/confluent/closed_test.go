package confluent_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// alone returns the closed process whose events are taken alone in c: the one
// with the fewest.
func (r *reducer) alone(s *model.System, c model.Configuration) turn {
	least := turn{process: -1}
	if r == nil || r.kinds&processes == 0 || c.Failed() {
		return least
	}
	causes := stepwise.Causes(s, c)
	if r.kinds&deliveries != 0 && slices.ContainsFunc(causes, func(x stepwise.Cause) bool { return r.confluent(s, c, x) }) {
		return least
	}
	fewest := 0
	for p, local := range c.Locals {
		if c.Down[p] {
			continue
		}
		at := turn{p, r.tables.Local(p, local), nil}
		takes := func(y model.Event) bool { return y.Process == p }
		if !r.Closed(r.heads(s, c, p), confluent.BudgetsOf(c.Left)) {
			if takes = r.fates(s, c, causes, p); takes == nil {
				continue
			}
		}
		number := 0
		for _, y := range s.Successors(c) {
			if takes(y.Event) {
				number++
			}
		}
		at.takes = takes
		if least.process < 0 || number < fewest {
			least, fewest = at, number
		}
	}
	return least
}

// fates returns the events that are taken alone with the delivery of a message to process p in c, nil if
// there is none.
func (r *reducer) fates(s *model.System, c model.Configuration, causes []stepwise.Cause, p int) func(model.Event) bool {
	left := confluent.BudgetsOf(c.Left)
	for _, x := range causes {
		e, ok := arrival(s, c, x)
		if x.Process == p && ok && r.kinds&deliveries != 0 && r.Fates(r.delivery(c, p, e), left) {
			return func(y model.Event) bool {
				return y.Process == p && !y.Within && y.Port == e.Port && y.Message == e.Text() && r.HasFate(y.Kind, left)
			}
		}
	}
	return nil
}

// heads returns the deliveries at the heads of the channels into a process.
func (r *reducer) heads(s *model.System, c model.Configuration, p int) []confluent.Delivery {
	var list []confluent.Delivery
	for _, ch := range s.Semantics().InChannels(p) {
		head := model.Envelope{}
		if queue := c.Channels[ch]; len(queue) > 0 {
			head = queue[0]
		}
		list = append(list, r.delivery(c, p, head))
	}
	return list
}

// breakCycles tells of the cycles of configurations in which a process is taken
// alone.
func (g *graph) breakCycles(r *reducer) {
	done := map[*vertex]int{} // 1: on the path, 2: done
	var path []*vertex
	var visit func(v *vertex)
	visit = func(v *vertex) {
		done[v], path = 1, append(path, v)
		for _, e := range v.next {
			switch {
			case e.to.alone.process < 0:
			case done[e.to] == 0:
				visit(e.to)
			case done[e.to] == 1:
				for _, on := range path[slices.Index(path, e.to):] {
					r.Whole(on.alone.process, on.alone.local)
				}
			}
		}
		done[v], path = 2, path[:len(path)-1]
	}
	for _, v := range g.seen {
		if v.alone.process >= 0 && done[v] == 0 {
			visit(v)
		}
	}
}

// TestKindsOfReduction counts configurations of corrected algorithms of the
// catalogue with identities n..1, for properties of the end. The rings whose
// processes alone are taken have no more than a prototype that took the first closed
// process and not the one with the fewest events: 147, 683, 472 and 7,547.
func TestKindsOfReduction(t *testing.T) {
	for _, row := range []struct {
		name       string
		n          int
		timing     model.Timing
		wake       model.WakeSet
		deliveries int
		processes  int
		both       int
	}{
		{"lcr", 6, model.Async, model.WakeSet{}, 64, 135, 32},
		{"lcr", 10, model.Async, model.WakeSet{}, 1_024, 563, 92},
		{"awe", 8, model.Async, model.WakeSet{}, 256, 461, 58},
		{"hs", 6, model.Async, model.WakeSet{All: true}, 381, 7_547, 334},
		{"dkr", 5, model.Async, model.WakeSet{}, 32, 88, 22},
		{"dkr", 6, model.Async, model.WakeSet{}, 64, 128, 32},
		{"dkr", 7, model.Async, model.WakeSet{}, 128, 175, 44},
		{"paxos", 3, model.Timely, model.WakeSet{}, 1_747, 3_770, 1_112}, // one round
	} {
		if !checkertest.Long() && row.processes > 200 {
			continue
		}
		s := corrected(t, row.name, row.n, row.timing, row.wake)
		for kind, want := range map[kinds]int{deliveries: row.deliveries, processes: row.processes, both: row.both} {
			if got := len(explore(s, newReducer(s, confluent.Sight{}, 0, kind), 1<<20).seen); got != want {
				t.Errorf("%s, n = %d: %d configurations with kind %d, want %d", row.name, row.n, got, kind, want)
			}
		}
	}
}

// corrected returns the corrected variant of an algorithm with identities n..1.
func corrected(t *testing.T, name string, n int, timing model.Timing, wake model.WakeSet) *model.System {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	net := e.Network(n)
	net.Timing, net.Wake = timing, wake
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	s, err := e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
