package model_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

func TestArrangementsCount(t *testing.T) {
	factorial := func(n int) int {
		f := 1
		for i := 2; i <= n; i++ {
			f *= i
		}
		return f
	}
	for _, test := range []struct {
		topology model.Topology
		count    func(n int) int
		reason   string
	}{
		{model.Ring, func(n int) int { return factorial(n - 1) }, "n rotations keep the ports; reflections do not"},
		{model.UnidirectionalRing, func(n int) int { return factorial(n - 1) }, "n rotations"},
		{model.Complete, func(n int) int { return factorial(n - 1) }, "a port is a distance, which n rotations keep"},
		{model.CompleteByID, func(int) int { return 1 }, "ports follow the identities: every renaming keeps them"},
		{model.Star, func(n int) int {
			if n == 2 {
				return 1
			}
			return factorial(n)
		}, "the hub numbers the others; of two processes either is the hub"},
		{model.HubRing, factorial, "the hub numbers the others"},
	} {
		for n := 1; n <= 6; n++ {
			t.Run(fmt.Sprintf("%v/n=%d", test.topology, n), func(t *testing.T) {
				arrangements, err := model.Arrangements(model.Network{Topology: test.topology, N: n})
				if err != nil {
					t.Fatal(err)
				}
				list := slices.Collect(arrangements)
				if got, want := len(list), test.count(n); got != want {
					t.Errorf("got %d arrangements, want %d: %s", got, want, test.reason)
				}
			})
		}
	}
}

func TestArrangements(t *testing.T) {
	for _, test := range []struct {
		reason string
		net    model.Network
		want   string
	}{
		{"up to rotation, the greatest first", model.Network{N: 3}, "[[3 2 1] [3 1 2]]"},
		{"labels that all have change nothing", model.Network{N: 3, Labels: []int{1, 1, 1}}, "[[3 2 1] [3 1 2]]"},
		{"a label tells a process apart", model.Network{N: 3, Labels: []int{0, 1, 0}},
			"[[3 2 1] [3 1 2] [2 3 1] [2 1 3] [1 3 2] [1 2 3]]"},
		{"so does being allowed to wake", model.Network{N: 2, Wake: model.WakeSet{Only: []int{1}}}, "[[2 1] [1 2]]"},
		{"or being down", model.Network{N: 2, Down: []int{0}}, "[[2 1] [1 2]]"},
		{"half a turn keeps a list of opposite processes", model.Network{N: 4, Wake: model.WakeSet{Only: []int{0, 2}}},
			"[[4 3 2 1] [4 3 1 2] [4 2 3 1] [4 2 1 3] [4 1 3 2] [4 1 2 3] [3 4 2 1] [3 4 1 2] [3 2 1 4] [3 1 2 4] [2 4 1 3] [2 3 1 4]]"},
		{"ports by identity tell labels apart only",
			model.Network{N: 3, Topology: model.CompleteByID, Labels: []int{1, 0, 0}}, "[[3 2 1] [2 3 1] [1 3 2]]"},
		{"a graph that is a ring with its ports in order",
			model.Network{N: 3, Topology: model.Graph, Graph: [][]int{{1, 2}, {2, 0}, {0, 1}}}, "[[3 2 1] [3 1 2]]"},
		{"a line whose ends are alike", model.Network{N: 3, Topology: model.Graph, Graph: [][]int{{1}, {0, 2}, {1}}},
			"[[3 2 1] [3 1 2] [2 3 1] [2 1 3] [1 3 2] [1 2 3]]"},
		{"two processes without a link are never merged", model.Network{N: 2, Topology: model.Graph, Graph: [][]int{{}, {}}},
			"[[2 1] [1 2]]"},
		{"nobody may know an identity", model.Network{N: 3, Grants: model.KnowN}, "[[]]"},
		{"a neighbour's identity is one too", model.Network{N: 2, Grants: model.KnowNeighbours}, "[[2 1]]"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			arrangements, err := model.Arrangements(test.net)
			if err != nil {
				t.Fatal(err)
			}
			for _, again := range []string{"", "again: "} {
				if diff := cmp.Diff(test.want, fmt.Sprint(slices.Collect(arrangements))); diff != "" {
					t.Errorf("%s(-want +got):\n%s", again, diff)
				}
			}
		})
	}
}

// TestArrangementsOfManyProcesses says that the first arrangements come at once,
// even if no memory can hold all of them.
func TestArrangementsOfManyProcesses(t *testing.T) {
	for _, test := range []struct {
		reason string
		net    model.Network
		want   []string
	}{
		{"a ring", model.Network{N: 20}, []string{
			"[20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1]",
			"[20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 1 2]",
			"[20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 2 3 1]"}},
		{"no symmetry", model.Network{N: 12, Topology: model.Star}, []string{
			"[12 11 10 9 8 7 6 5 4 3 2 1]", "[12 11 10 9 8 7 6 5 4 3 1 2]", "[12 11 10 9 8 7 6 5 4 2 3 1]"}},
		{"every symmetry: there is no second one", model.Network{N: 30, Topology: model.CompleteByID}, []string{
			"[30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1]"}},
		{"one of many is told apart", model.Network{N: 12, Topology: model.CompleteByID, Labels: []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}, []string{
			"[12 11 10 9 8 7 6 5 4 3 2 1]", "[11 12 10 9 8 7 6 5 4 3 2 1]", "[10 12 11 9 8 7 6 5 4 3 2 1]"}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			arrangements, err := model.Arrangements(test.net)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for ids := range arrangements {
				if got = append(got, fmt.Sprint(ids)); len(got) == 3 {
					break
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestArrangementsOfWhatIsNoNetwork(t *testing.T) {
	if _, err := model.Arrangements(model.Network{N: 2, Down: []int{5}}); err == nil {
		t.Error("process 5 of 2 is down: want an error")
	}
}

// TestExchanges counts which processes may change places on small networks.
func TestExchanges(t *testing.T) {
	for _, row := range []struct {
		net    model.Network
		want   [][]int
		reason string
	}{
		{model.Network{Topology: model.Complete, N: 3}, [][]int{{1, 0, 2}, {2, 1, 0}, {0, 2, 1}}, "any two"},
		{model.Network{Topology: model.CompleteByID, N: 2, IDs: []model.ID{1, 2}}, [][]int{{1, 0}}, "ports that follow identities get other names too"},
		{model.Network{Topology: model.Star, N: 3}, [][]int{{0, 2, 1}}, "all but the hub"},
		{model.Network{Topology: model.Ring, N: 4}, [][]int{{2, 1, 0, 3}, {0, 3, 2, 1}}, "opposite ones have the same neighbours"},
		{model.Network{Topology: model.Ring, N: 5}, nil, "no two have the same neighbours, but for each other"},
		{model.Network{Topology: model.Ring, N: 2}, nil, "two ports lead to the same process, and it is not clear which is which"},
		{model.Network{Topology: model.Complete, N: 3, Down: []int{1}}, [][]int{{2, 1, 0}}, "one is down"},
		{model.Network{Topology: model.Complete, N: 3, Labels: []int{0, 0, 1}}, [][]int{{1, 0, 2}}, "one has another label"},
		{model.Network{Topology: model.Complete, N: 3, Wake: model.WakeSet{Only: []int{0}}}, [][]int{{0, 2, 1}}, "one may wake"},
	} {
		s, err := model.New(wakes{}, row.net)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, s.Semantics().Exchanges()); diff != "" {
			t.Errorf("%v, n = %d: %s (-want +got):\n%s", row.net.Topology, row.net.N, row.reason, diff)
		}
	}
}

// wakes is an algorithm that does nothing else.
type wakes struct{}

func (wakes) Init(model.Self) int                                       { return 0 }
func (wakes) Observe(model.Self, int) model.Status                      { return model.Status{} }
func (wakes) Ready(_ model.Self, s int) model.Spontaneous               { return model.Spontaneous{Wake: s == 0} }
func (wakes) Step(*model.Process[string], int, model.Input[string]) int { return 1 }
