package symmetry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// teller is an algorithm whose processes tell something of their identities.
type teller struct {
	inits bool           // in their first local state
	tells func(int) bool // when they wake; nil: nothing
	shows bool           // in their status once they are awake
}

func (a teller) Init(p model.Self) int {
	if a.inits {
		return int(p.ID())
	}
	return 0
}

func (a teller) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s < 10}
}

func (a teller) Step(p *model.Process[string], s int, _ model.Input[string]) int {
	if a.tells != nil && a.tells(int(p.ID())) {
		return 20
	}
	return 10
}

func (a teller) Observe(p model.Self, s int) model.Status {
	switch {
	case a.shows && s >= 10:
		return model.Status{Leader: p.Neighbour(1)}
	case s == 20:
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

// wake is the input of a process that wakes.
var wake = compiled.Input{Kind: model.Wake, Msg: -1}

// TestGroup finds the renamings that keep a network and the steps of its processes, before
// and after the first steps.
func TestGroup(t *testing.T) {
	ring := model.Network{N: 4, Topology: model.Ring}
	named := model.Network{N: 4, Topology: model.Ring, IDs: []model.ID{4, 3, 2, 1}}
	star := model.Network{N: 4, Topology: model.Star}
	for _, row := range []struct {
		reason        string
		net           model.Network
		alg           teller
		change        func(*model.Network)
		before, after int
	}{
		{"a ring has its rotations, and with four processes those that are opposite may change places", ring, teller{}, nil, 8, 8},
		{"a ring of one direction has its rotations", ring, teller{}, func(n *model.Network) { n.Topology = model.UnidirectionalRing }, 4, 4},
		{"all processes of a complete network may change places", ring, teller{}, func(n *model.Network) { n.Topology = model.Complete }, 24, 24},
		{"also if ports follow the identities", named, teller{}, func(n *model.Network) { n.Topology = model.CompleteByID }, 24, 24},
		{"all but the hub of a star may", star, teller{}, nil, 6, 6},
		{"in a network of two parts the processes of each", ring, teller{}, func(n *model.Network) { n.Topology, n.Graph = model.Graph, [][]int{{1}, {0}, {3}, {2}} }, 4, 4},
		{"one process wakes", ring, teller{}, func(n *model.Network) { n.Wake.Only = []int{0} }, 2, 2},
		{"opposite processes wake", ring, teller{}, func(n *model.Network) { n.Wake.Only = []int{0, 2} }, 4, 4},
		{"one process is down", ring, teller{}, func(n *model.Network) { n.Down = []int{3} }, 2, 2},
		{"labels alternate", ring, teller{}, func(n *model.Network) { n.Labels = []int{0, 1, 0, 1} }, 4, 4},
		{"a round is observed process by process, in order", ring, teller{}, func(n *model.Network) { n.Timing = model.Lockstep }, 1, 1},
		{"timers run out process by process, in order", ring, teller{}, func(n *model.Network) { n.Timing, n.TimersInTurn = model.Bounded, true }, 1, 1},
		{"identities that nobody reads make no difference", named, teller{}, nil, 8, 8},
		{"nor do those in local states, if nothing depends on them", named, teller{inits: true}, nil, 8, 8},
		{"one process does something else when it wakes", named, teller{tells: func(id int) bool { return id == 2 }}, nil, 8, 2},
		{"every other process does", named, teller{tells: func(id int) bool { return id%2 == 0 }}, nil, 8, 4},
		{"statuses tell of identities: those of others after a renaming", named, teller{shows: true}, nil, 8, 8},
	} {
		net := row.net
		if net.IDs != nil {
			net.Grants = model.KnowID | model.KnowNeighbours
		}
		if row.change != nil {
			row.change(&net)
		}
		s, err := model.New(row.alg, net)
		if err != nil {
			t.Fatalf("%s: %v", row.reason, err)
		}
		g := symmetry.New(s)
		before := g.Order()
		for broken := true; broken; {
			for p := range net.N {
				if local := s.Initial().Locals[p]; local != nil {
					g.Tables().Step(p, g.Tables().Local(p, local), wake)
				}
			}
			if broken = g.Broken(); broken {
				g.Learn()
			}
		}
		if got, want := [2]int{before, g.Order()}, [2]int{row.before, row.after}; got != want {
			t.Errorf("%s: %d renamings before and after the first steps, want %d", row.reason, got, want)
		}
	}
}

// TestRefuse says that a property sees a difference: that leaves the identity, and no generator,
// until another question begins.
func TestRefuse(t *testing.T) {
	s, err := model.New(teller{}, model.Network{N: 3, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	g := symmetry.New(s)
	var got [][2]int
	look := func() { got = append(got, [2]int{g.Order(), len(g.Generators())}) }
	look()
	g.Refuse()
	look()
	g.Learn()
	look()
	g.Begin()
	look()
	if diff := cmp.Diff([][2]int{{6, 3}, {1, 0}, {1, 0}, {6, 3}}, got); diff != "" {
		t.Errorf("renamings and generators (-want +got):\n%s", diff)
	}
}

// TestLearnsAfterRefusal says that once a renaming that changes something is left out the others are
// used again: perhaps a property was refused for it. Whoever polls the tables, and makes them
// call methods twice, need not say so again.
func TestLearnsAfterRefusal(t *testing.T) {
	net := model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID}
	s, err := model.New(teller{tells: func(id int) bool { return id == 2 }}, net)
	if err != nil {
		t.Fatal(err)
	}
	g := symmetry.New(s)
	polls, patience := 0, compiled.NewPatience(0)
	g.Tables().Poll, g.Tables().Repeat, g.Tables().Patience = func() { polls++ }, true, patience
	g.Refuse()
	g.Tables().Step(0, g.Tables().Local(0, s.Initial().Locals[0]), wake)
	g.Learn()
	if g.Order() == 1 || g.Refused() {
		t.Errorf("%d renamings, refused: %t, want the exchange of p0 and p2, at least", g.Order(), g.Refused())
	}
	polls = 0
	if g.Tables().Poll != nil {
		g.Tables().Poll()
	}
	if polls != 1 || !g.Tables().Repeat || g.Tables().Patience != patience {
		t.Errorf("polled: %d, repeated: %t, patience kept: %t", polls, g.Tables().Repeat, g.Tables().Patience == patience)
	}
}
