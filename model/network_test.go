package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	protocols "github.com/interrex/interrex/protocols/lcr"
)

// picky is an algorithm with needs.
type picky struct {
	puppet
	needs model.Needs
}

func (a picky) Needs() model.Needs { return a.needs }

// plain is an algorithm without Restart.
type plain struct{ lcr }

func TestNetworksThatDoNotFit(t *testing.T) {
	even := func(n int) bool { return n%2 == 0 }
	for _, test := range []struct {
		reason string
		net    model.Network
		needs  model.Needs
		want   string
	}{
		{"nobody", model.Network{}, model.Needs{}, "n = 0 is not in 1..1048576"},
		{"too many", model.Network{N: model.MaxN + 1}, model.Needs{}, "n = 1048577 is not in 1..1048576"},
		{"labels for others", model.Network{N: 2, Labels: []int{1}}, model.Needs{}, "1 labels for 2 processes"},
		{"a graph for others", model.Network{N: 2, Graph: [][]int{{1}, {0}}}, model.Needs{},
			"a graph is given, but the topology is ring; allowed: topology graph, or no graph"},
		{"an empty graph for others", model.Network{N: 2, Graph: [][]int{}, Topology: model.Star}, model.Needs{},
			"a graph is given, but the topology is star; allowed: topology graph, or no graph"},
		{"all and a list", model.Network{N: 2, Wake: model.WakeSet{All: true, Only: []int{1}}}, model.Needs{},
			"wake: all, but also the list [1]; allowed: one of them"},
		{"all and nobody", model.Network{N: 2, Wake: model.WakeSet{All: true, Only: []int{}}}, model.Needs{},
			"wake: all, but also the list []; allowed: one of them"},
		{"grants of nothing", model.Network{N: 2, Grants: model.KnowN | 1<<5}, model.Needs{},
			"grants 0x22, of which 0x20 does not exist; allowed: ID, N, Neighbours, Label, NeighbourLabels"},
		{"unknown topology", model.Network{N: 2, Topology: 9}, model.Needs{}, "topology 9 does not exist; allowed: ring, unidirectional-ring, complete, complete-by-id, star, hub-ring, graph"},
		{"unknown order", model.Network{N: 2, Order: 9}, model.Needs{}, "order 9 does not exist; allowed: fifo, bag, set, inbox"},
		{"unknown timing", model.Network{N: 2, Timing: 9}, model.Needs{}, "timing 9 does not exist; allowed: async, timely, lockstep, bounded"},
		{"rounds need fifo", model.Network{N: 2, Timing: model.Lockstep, Order: model.Inbox}, model.Needs{}, "lockstep delivers in fifo order only, not inbox"},
		{"timeouts are right when timely", model.Network{N: 2, Timing: model.Timely, Faults: model.Faults{Suspect: 1}}, model.Needs{},
			"false suspicions need timing async, not timely"},
		{"a round has no duplicates", model.Network{N: 2, Timing: model.Lockstep, Faults: model.Faults{Dup: 1}}, model.Needs{},
			"duplication needs timing async, bounded or timely, not lockstep"},
		{"nobody to restart", model.Network{N: 2, Faults: model.Faults{Restart: 1}}, model.Needs{},
			"a restart needs a crash: restart=1 but crash=0 and nobody is down"},
		{"negative budget", model.Network{N: 2, Faults: model.Faults{Loss: -1}}, model.Needs{}, "loss=-1 is not in 0..255, and not unbounded"},
		{"large budget", model.Network{N: 2, Faults: model.Faults{Cut: 256}}, model.Needs{}, "cut=256 is not in 0..255, and not unbounded"},
		{"identities for others", model.Network{N: 2, IDs: []model.ID{1}}, model.Needs{}, "1 identities for 2 processes; allowed: one for each"},
		{"identity of nobody", model.Network{N: 2, IDs: []model.ID{1, 0}}, model.Needs{}, "identity 0 is not positive"},
		{"identity of two", model.Network{N: 2, IDs: []model.ID{4, 4}}, model.Needs{}, "processes 0 and 1 have the identity 4; allowed: different ones"},
		{"anonymous neighbours", model.Network{N: 2, Grants: model.KnowNeighbours}, model.Needs{}, "grants Neighbours, but the processes are anonymous: no identities are given"},
		{"who wakes", model.Network{N: 2, Wake: model.WakeSet{Only: []int{2}}}, model.Needs{}, "wake: process 2 is not in 0..1"},
		{"who wakes twice", model.Network{N: 2, Wake: model.WakeSet{Only: []int{1, 1}}}, model.Needs{}, "wake: process 1 occurs twice"},
		{"who is down", model.Network{N: 2, Down: []int{-1}}, model.Needs{}, "down: process -1 is not in 0..1"},
		{"needs another topology", model.Network{N: 2}, model.Needs{Topologies: []model.Topology{model.Star, model.Complete}},
			"topology ring; allowed: star, complete"},
		{"needs another timing", model.Network{N: 2}, model.Needs{Timings: []model.Timing{model.Lockstep}}, "timing async; allowed: lockstep"},
		{"needs another order", model.Network{N: 2}, model.Needs{Orders: []model.Order{model.Bag, model.Set}}, "order fifo; allowed: bag, set"},
		{"needs more", model.Network{N: 2}, model.Needs{MinN: 3}, "n = 2; allowed: n >= 3"},
		{"needs fewer", model.Network{N: 5}, model.Needs{MaxN: 4}, "n = 5; allowed: n <= 4"},
		{"needs fewer than the most", model.Network{N: model.MaxN}, model.Needs{MaxN: 4}, "n = 1048576; allowed: n <= 4"},
		{"needs an even number", model.Network{N: 5}, model.Needs{Sizes: "even n", Fits: even}, "n = 5; allowed: even n"},
		{"needs identities", model.Network{N: 2}, model.Needs{Knowledge: model.KnowID | model.KnowN}, "grants ID, N, but the processes are anonymous: no identities are given"},
		{"needs what is not granted", model.Network{N: 2, Grants: model.KnowLabel}, model.Needs{Knowledge: model.KnowN},
			"does not grant N, which the algorithm reads"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			_, err := model.New(picky{needs: test.needs}, test.net)
			if want := "puppet: " + test.want; err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

func TestRestartNeedsAMethod(t *testing.T) {
	_, err := model.New(plain{}, model.Network{N: 1, IDs: []model.ID{1}, Faults: model.Faults{Crash: 1, Restart: 1}})
	if want := "plain: restart=1, but the algorithm has no Restart method"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestLockstepSleepersAreFew(t *testing.T) {
	alg, err := newPuppet("start wake: id")
	if err != nil {
		t.Fatal(err)
	}
	net := model.Network{N: 17, Timing: model.Lockstep}
	for p := range net.N {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	const want = "puppet: in lockstep 17 processes may wake at the start of a round; allowed: at most 16 (let all wake at the start, or list those that may)"
	if _, err := model.New(alg, net); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	net.Wake.Only = []int{0, 16}
	if _, err := model.New(alg, net); err != nil {
		t.Errorf("two of 17 may wake: %v", err)
	}
}

func TestNeedsGrantKnowledge(t *testing.T) {
	alg, err := newPuppet("start wake: id")
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(picky{alg, model.Needs{Knowledge: model.KnowN | model.KnowID}}, model.Network{N: 1, IDs: []model.ID{7}})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Network().Grants; got != model.KnowN|model.KnowID {
		t.Errorf("granted: %v, want what the algorithm needs", got)
	}
}

func TestNamesRoundTrip(t *testing.T) {
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		if got, err := model.ParseOrder(order.String()); err != nil || got != order {
			t.Errorf("order %v: got %v, %v", order, got, err)
		}
	}
	for _, timing := range []model.Timing{model.Async, model.Timely, model.Lockstep} {
		if got, err := model.ParseTiming(timing.String()); err != nil || got != timing {
			t.Errorf("timing %v: got %v, %v", timing, got, err)
		}
	}
	for topology := model.Ring; topology <= model.Graph; topology++ {
		if got, err := model.ParseTopology(topology.String()); err != nil || got != topology {
			t.Errorf("topology %v: got %v, %v", topology, got, err)
		}
	}
	for _, fairness := range []model.Fairness{model.Unfair, model.Weak, model.Strong} {
		if got, err := model.ParseFairness(fairness.String()); err != nil || got != fairness {
			t.Errorf("fairness %v: got %v, %v", fairness, got, err)
		}
	}
	_, err := model.ParseOrder("lifo")
	if want := `unknown order "lifo"; allowed: fifo, bag, set, inbox`; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestTextsOfSettings(t *testing.T) {
	for _, test := range []struct{ reason, got, want string }{
		{"no faults", model.Faults{}.String(), "none"},
		{"in the order of the fields", model.Faults{Suspect: 1, Crash: 2}.String(), "crash=2 suspect=1"},
		{"unbounded", model.Faults{Loss: model.Unbounded, Dup: 1}.String(), "loss=unbounded dup=1"},
		{"anybody wakes", model.WakeSet{}.String(), "any"},
		{"all have woken", model.WakeSet{All: true}.String(), "all"},
		{"nobody wakes", model.WakeSet{Only: []int{}}.String(), "none"},
		{"some wake", model.WakeSet{Only: []int{2, 0}}.String(), "2,0"},
		{"all knowledge", (model.KnowID | model.KnowN | model.KnowNeighbours | model.KnowLabel | model.KnowNeighbourLabels).String(), "ID, N, Neighbours, Label, NeighbourLabels"},
		{"a value without a name", model.Order(9).String(), "order(9)"},
		{"a set of identities", model.IDs(3, 1, 2).Without(2).String(), "{1,3}"},
		{"a set of ports", model.Ports(3, 0).String(), "{0,3}"},
		{"a status", model.Status{Role: model.Won, Leader: 3, Term: 2, Halted: true}.String(), "won leader=3 term=2 halted"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.reason, test.got, test.want)
		}
	}
}

// asker calls ask when it starts.
type asker struct {
	plain
	ask func(model.Self)
}

func (a asker) Init(p model.Self) lcrState { a.ask(p); return lcrState{} }

func TestInitThatReadsTooMuch(t *testing.T) {
	for _, test := range []struct {
		reason string
		ask    func(model.Self)
		want   string
	}{
		{"not granted", func(p model.Self) { p.N() }, "reads N, which the network does not grant (it grants: ID, Neighbours)"},
		{"no such port", func(p model.Self) { p.Neighbour(2) }, "port 2 does not exist: the process has ports 0..1"},
		{"no such neighbour", func(p model.Self) { p.PortOf(9) }, "no port leads to identity 9"},
		{"labels are not granted", func(p model.Self) { p.NeighbourLabel(0) }, "reads NeighbourLabels, which the network does not grant (it grants: ID, Neighbours)"},
		{"any panic", func(model.Self) { panic("oops") }, "panics: oops"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			_, err := model.New(asker{ask: test.ask}, model.Network{N: 2, IDs: []model.ID{2, 1}, Grants: model.KnowID | model.KnowNeighbours})
			if want := "asker: Init: " + test.want; err == nil || unplaced(err.Error()) != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

func TestWhatAProcessKnows(t *testing.T) {
	net := model.Network{Topology: model.Star, N: 3, IDs: []model.ID{5, 7, 9}, Labels: []int{1, 0, 0},
		Grants: model.KnowID | model.KnowN | model.KnowNeighbours | model.KnowLabel | model.KnowNeighbourLabels}
	var hub []int
	ask := func(p model.Self) {
		if p.Label() == 1 {
			hub = []int{int(p.ID()), p.N(), p.Ports(), int(p.Neighbour(1)), int(p.PortOf(7)),
				p.NeighbourLabel(1), int(p.PortTo(0))}
		}
	}
	if _, err := model.New(asker{ask: ask}, net); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{5, 3, 2, 9, 0, 0, 0}, hub); diff != "" {
		t.Errorf("identity, n, ports, neighbour behind port 1, port of identity 7, label behind port 1, port to label 0 (-want +got):\n%s", diff)
	}
}

// TestNamesOfAlgorithms says that a type called Algorithm has the name of its
// package, which tells more.
func TestNamesOfAlgorithms(t *testing.T) {
	for _, test := range []struct {
		alg    any
		want   string
		reason string
	}{
		{protocols.Algorithm{}, "lcr", "the package"},
		{&protocols.Algorithm{}, "lcr", "a pointer"},
		{titled{"x"}, "x", "a method Name"},
		{lcr{}, "lcr", "the type"},
	} {
		if got := model.NameOf(test.alg); got != test.want {
			t.Errorf("%T: got %q, want %q: %s", test.alg, got, test.want, test.reason)
		}
	}
}
