package anonymous_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/anonymous"
)

// ring returns a ring of n processes that all wake at the start.
func ring(c anonymous.Class, n int) model.Network {
	net := model.Network{N: n, Timing: model.Lockstep, Wake: model.WakeSet{All: true}}
	if c.Ports == 1 {
		net.Topology = model.UnidirectionalRing
	}
	return net
}

// symmetric says which processes of c differ, in their knowledge or in the messages
// on its way to them.
func symmetric(c model.Configuration) error {
	for p, l := range c.Locals {
		if l != c.Locals[0] {
			return fmt.Errorf("process %d is in local state %v, process 0 in %v", p, l, c.Locals[0])
		}
	}
	each := len(c.Channels) / len(c.Locals) // channels from each process, by port
	for i, channel := range c.Channels {
		if diff := cmp.Diff(c.Channels[i%each], channel); diff != "" {
			return fmt.Errorf("processes %d and 0 have sent different messages:\n%s", i/each, diff)
		}
	}
	return nil
}

// TestNoneElects is the theorem, for all algorithms of some classes: for each
// n none elects a leader when all wake at once. As the search is made anew for
// each n, it is about algorithms that know n; one that does not know n would
// be found for every n. In the run in which all wake at once an algorithm
// violates either safety (several win) or liveness (nobody does).
func TestNoneElects(t *testing.T) {
	for _, row := range []struct {
		class  anonymous.Class
		upTo   int
		want   tally
		reason string
	}{
		{anonymous.Class{States: 2, Messages: 2, Ports: 1}, 6, tally{All: 576, Nobody: 336, Several: 240}, "one way, two states"},
		{anonymous.Class{States: 2, Messages: 2, Ports: 2}, 6, tally{All: 36_864, Nobody: 20_992, Several: 15_872}, "both ways, two states"},
		{anonymous.Class{States: 3, Messages: 2, Ports: 1}, 6, tally{All: 157_464, Nobody: 82_080, Several: 75_384}, "one way, three states"},
		{anonymous.Class{States: 2, Messages: 3, Ports: 2}, 6, tally{All: 191_102_976, Nobody: 107_347_968, Several: 83_755_008}, "both ways, two different messages"},
		{anonymous.Class{States: 3, Messages: 2, Ports: 2}, 2, tally{All: 918_330_048, Nobody: 462_314_304, Several: 456_015_744}, "both ways, three states"},
	} {
		for n := 2; n <= row.upTo; n++ {
			t.Run(fmt.Sprintf("%s/n=%d", row.reason, n), func(t *testing.T) {
				size := row.class.States + row.class.Messages
				if size > 4 && testing.Short() || (size*row.class.Ports > 8 || n > 3) && !checkertest.Long() {
					t.Skip("INTERREX_LONG is not set")
				}
				s := search{rings: []model.Network{ring(row.class, n)}, invariant: symmetric}
				s.explore(t, row.class.Any())
				if s.tally.Nobody+s.tally.Several != s.tally.All {
					t.Error("some algorithm violates both safety and liveness, or neither")
				}
				if diff := cmp.Diff(row.want, s.tally); diff != "" {
					t.Errorf("(-want +got), elects: %q\n%s", s.found.Table, diff)
				}
			})
		}
	}
}

// turned returns a ring of which process 0 takes left for right.
func turned(n int) model.Network {
	graph := make([][]int, n)
	for p := range graph {
		graph[p] = []int{(p + 1) % n, (p + n - 1) % n}
	}
	graph[0][0], graph[0][1] = graph[0][1], graph[0][0]
	return model.Network{Topology: model.Graph, Graph: graph, N: n, Timing: model.Lockstep, Wake: model.WakeSet{All: true}}
}

// TestWithoutSymmetrySomeElect is the control: in the same classes, by the same
// search, there are algorithms that elect a leader as soon as one of the
// assumptions is dropped, and each elects on rings of all these sizes.
func TestWithoutSymmetrySomeElect(t *testing.T) {
	oneWay, bothWays := anonymous.Class{States: 2, Messages: 2, Ports: 1}, anonymous.Class{States: 2, Messages: 2, Ports: 2}
	labelled := func(n int) model.Network {
		net := ring(oneWay, n)
		net.Labels = make([]int, n)
		net.Labels[0] = 1
		return net
	}
	lone := func(n int) model.Network {
		net := ring(oneWay, n)
		net.Wake = model.WakeSet{Only: []int{0}}
		return net
	}
	for _, row := range []struct {
		class    anonymous.Class
		ring     func(n int) model.Network
		from, to int
		want     tally
		reason   string
	}{
		{oneWay, labelled, 2, 6, tally{576, 304, 180, 18, 9}, "one process begins in another state: it has another input label, or an identity"},
		{oneWay, lone, 2, 6, tally{576, 324, 104, 94, 1}, "one process wakes alone"},
		{bothWays, turned, 3, 6, tally{36_864, 19_712, 15_552, 144, 0}, "one process takes left for right"},
		{bothWays, turned, 2, 2, tally{36_864, 20_992, 15_872, 0, 0}, "of two processes, to turn one is another symmetry"},
		{oneWay, func(n int) model.Network { return ring(oneWay, n) }, 1, 1, tally{576, 336, 0, 152, 152}, "a lone process is the leader: the theorem is about n >= 2"},
		{bothWays, func(n int) model.Network { return ring(bothWays, n) }, 1, 1, tally{36_864, 20_992, 0, 9_472, 9_472}, "the same, both ways"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			var s search
			for n := row.from; n <= row.to; n++ {
				s.rings = append(s.rings, row.ring(n))
			}
			s.explore(t, row.class.Any())
			if diff := cmp.Diff(row.want, s.tally); diff != "" {
				t.Errorf("(-want +got), found %s:\n%s", s.found.Table, diff)
			}
		})
	}
}

// TestOneRingLooksLikeAnother shows why: a process acts on a symmetric ring as it does alone, on a ring of one. It needs the same entries of the
// table, and somebody wins on the one ring if and only if on the other.
func TestOneRingLooksLikeAnother(t *testing.T) {
	for _, class := range []anonymous.Class{{States: 2, Messages: 2, Ports: 1}, {States: 2, Messages: 2, Ports: 2}} {
		alone := search{rings: []model.Network{ring(class, 1)}}
		alone.explore(t, class.Any())
		for n := 2; n <= 6; n++ {
			s := search{rings: []model.Network{ring(class, n)}}
			s.explore(t, class.Any())
			if diff := cmp.Diff(alone.wins, s.wins); diff != "" {
				t.Errorf("%+v: who wins (-n = 1 +n = %d):\n%s", class, n, diff)
			}
		}
	}
}

// TestCheckerAgrees asks the checker about each algorithm of a class, one by
// one and without open entries.
func TestCheckerAgrees(t *testing.T) {
	class := anonymous.Class{States: 2, Messages: 2, Ports: 1}
	for n := 2; n <= 3; n++ {
		s := search{rings: []model.Network{ring(class, n)}}
		s.explore(t, class.Any())
		got := tally{}
		for a := range class.Any().All() {
			got.All++
			v := verdicts(t, a, ring(class, n))
			if v["symmetric"] != checker.Holds {
				t.Errorf("%s, n = %d: symmetric: %v", a.Table, n, v["symmetric"])
			}
			if v["elected"] == checker.Violated {
				got.Nobody++
			}
			if v["uniqueness"] == checker.Violated {
				got.Several++
			}
		}
		if diff := cmp.Diff(s.tally, got); diff != "" {
			t.Errorf("n = %d (-search +checker):\n%s", n, diff)
		}
	}
}

// verdicts returns the results of the checker, by property.
func verdicts(t *testing.T, a anonymous.Algorithm, net model.Network) map[string]checker.Result {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Fairness: model.Weak,
		Properties: []properties.Property{properties.Symmetric(), properties.Elected(), properties.Uniqueness()}})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]checker.Result{}
	for _, v := range r.Verdicts {
		found[v.Property.Name] = v.Result
	}
	return found
}
