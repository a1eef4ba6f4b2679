package symmetry_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
)

// TestWhoeverIsAsked asks one process only for something in which process 1 differs. A group
// finds that out, whichever process that is.
func TestWhoeverIsAsked(t *testing.T) {
	for _, method := range []string{"Defers", "Step sends", "Step sends more", "Step fails", "Step chooses", "Step resets", "Step leads elsewhere"} {
		for p := range 3 {
			net := model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Timing: model.Bounded, Delay: 1, Grants: model.KnowID | model.KnowNeighbours}
			s, err := model.New(twin{method}, net)
			if err != nil {
				t.Fatal(err)
			}
			g := symmetry.New(s)
			tables := g.Tables()
			o := tables.Step(p, tables.Local(p, triplet{}), wake)[0]
			if g.Broken() {
				t.Errorf("%q: broken by the first step of process %d", method, p)
			}
			tables.Step(p, o.Next, wake)
			tables.Deferred(p, o.Next, 1, o.Sends[0].Msg)
			if !g.Broken() {
				t.Errorf("%q: not broken by what process %d does", method, p)
			}
		}
	}
}

// TestLargeGroups counts the renamings of processes that can all be exchanged: at most seven
// of them are. Each is composed of few exchanges.
func TestLargeGroups(t *testing.T) {
	for n, want := range map[int]int{2: 2, 5: 120, 7: 5040, 8: 5040} {
		s, err := model.New(teller{}, model.Network{N: n, Topology: model.Complete})
		if err != nil {
			t.Fatal(err)
		}
		g := symmetry.New(s)
		if got := g.Order(); got != want {
			t.Errorf("%d processes: %d renamings, want %d", n, got, want)
		}
		longest := 0
		for _, e := range g.Elements() {
			longest = max(longest, len(e.Word))
		}
		if longest != min(n, 7)-1 { // all exchanges are generators
			t.Errorf("%d processes: a renaming is composed of %d exchanges, want at most %d", n, longest, min(n, 7)-1)
		}
	}
}

// TestLastPort renames the last port that may be a member of a set.
func TestLastPort(t *testing.T) {
	s, err := model.New(teller{}, model.Network{N: 65, Topology: model.Star})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range symmetry.New(s).Generators() {
		if r.Process(64) == 64 && r.Ports(0, model.Ports(63)) != model.Ports(63) {
			t.Errorf("%v: port 63 is %v", r.Image, r.Ports(0, model.Ports(63)))
		}
	}
}

// TestOrderOfSends says where the order counts in which a step sends over its ports: if a crash
// may strike within it, and if two ports lead to the same inbox, whichever process has them.
func TestOrderOfSends(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
		image  []int
		counts bool
	}{
		{"each port leads to another process", model.Network{N: 3, Topology: model.Ring}, []int{1, 2, 0}, false},
		{"a crash may strike between two sends", model.Network{N: 3, Topology: model.Ring, Faults: model.Faults{Crash: 1}}, []int{1, 2, 0}, true},
		{"both processes are linked twice", model.Network{N: 2, Topology: model.Ring}, []int{1, 0}, true},
		{"process 0 is linked twice to itself", model.Network{N: 3, Topology: model.Graph, Graph: [][]int{{0, 0, 1, 2}, {0}, {0}}}, []int{0, 2, 1}, true},
		{"process 2 is linked twice to itself", model.Network{N: 3, Topology: model.Graph, Graph: [][]int{{2}, {2}, {0, 1, 2, 2}}}, []int{1, 0, 2}, true},
	} {
		s, err := model.New(teller{}, row.net)
		if err != nil {
			t.Fatal(err)
		}
		if counts := symmetry.OrderCounts(s, row.image); counts != row.counts {
			t.Errorf("%s: the order counts: %t, want %t", row.reason, counts, row.counts)
		}
	}
}
