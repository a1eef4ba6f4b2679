package symmetry_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
)

// TestElementsAreWords says that the renamings of a group are those that their words spell, and
// have their inverses.
func TestElementsAreWords(t *testing.T) {
	for _, net := range []model.Network{{N: 5, Topology: model.Complete}, {N: 7, Topology: model.Ring}, {N: 5, Topology: model.Star}} {
		s, err := model.New(teller{}, net)
		if err != nil {
			t.Fatal(err)
		}
		g := symmetry.New(s)
		for _, e := range g.Elements() {
			spelled := make([]int, net.N)
			for p := range spelled {
				spelled[p] = p
			}
			for _, k := range e.Word {
				for p, q := range spelled {
					spelled[p] = g.Generators()[k].Process(q)
				}
			}
			if !slices.Equal(spelled, e.Image) {
				t.Errorf("%v: word %v is %v, want %v", net.Topology, e.Word, spelled, e.Image)
			}
			for p, q := range e.Image {
				if e.Inverse[q] != p {
					t.Errorf("%v: %v has inverse %v", net.Topology, e.Image, e.Inverse)
				}
			}
		}
	}
}

// TestClocksAreRenamed says that clocks of suspicions follow their ports, and come in the order
// of these behind those of timers.
func TestClocksAreRenamed(t *testing.T) {
	s, err := model.New(teller{}, model.Network{N: 3, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	clock := func(k model.Kind, timer uint8, port model.Port, least int) model.Clock {
		return model.Clock{Kind: k, Timer: timer, Port: port, Span: model.Span{Least: least, Greatest: 9}}
	}
	before := []model.Clock{clock(model.Timeout, 1, 0, 1), clock(model.Timeout, 2, 0, 2), clock(model.Suspect, 0, 1, 3), clock(model.Suspect, 0, 2, 4)}
	kept := slices.Clone(before)
	want := []model.Clock{clock(model.Timeout, 1, 0, 1), clock(model.Timeout, 2, 0, 2), clock(model.Suspect, 0, 1, 4), clock(model.Suspect, 0, 2, 3)}
	list := symmetry.New(s).Generators()
	i := slices.IndexFunc(list, func(r *symmetry.Renaming) bool { return slices.Equal(r.Image, []int{0, 2, 1}) })
	if i < 0 {
		t.Fatal("p1 and p2 cannot be exchanged")
	}
	if diff := cmp.Diff(want, list[i].Clocks(0, before)); diff != "" {
		t.Errorf("p0, whose neighbours are exchanged (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(kept, before); diff != "" {
		t.Errorf("the clocks themselves (-want +got):\n%s", diff)
	}
}

// TestStatusesAreRenamed says that the status of a process becomes that of the renamed process, also
// if it names others.
func TestStatusesAreRenamed(t *testing.T) {
	net := model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowNeighbours}
	s, err := model.New(teller{shows: true}, net)
	if err != nil {
		t.Fatal(err)
	}
	g := symmetry.New(s)
	tables := g.Tables()
	awake := func(p int) model.Status {
		return tables.Status(p, tables.Step(p, tables.Local(p, 0), wake)[0].Next)
	}
	for p := range net.N {
		awake(p)
	}
	for _, r := range g.Generators() {
		for p := range net.N {
			if got, want := r.Status(p, awake(p)), awake(r.Process(p)); got != want {
				t.Errorf("p%d shows %v, which becomes %v, want %v of p%d", p, awake(p), got, want, r.Process(p))
			}
			if down := (model.Status{Down: true}); r.Status(p, down) != down {
				t.Errorf("p%d is down, which becomes %v", p, r.Status(p, down))
			}
		}
	}
	if g.Broken() || len(g.Generators()) == 0 {
		t.Error("there are no renamings")
	}
}

// beginner has three first local states.
type beginner struct{ teller }

func (beginner) Inits(model.Self) []int { return []int{0, 1, 2} }

// TestStartsAreRenamed says that in the start that another one is after a renaming each process
// starts where the one did that has its name now.
func TestStartsAreRenamed(t *testing.T) {
	s, err := model.New(beginner{}, model.Network{N: 3, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	starts, err := s.Semantics().Starts()
	if err != nil || len(starts) != 27 {
		t.Fatalf("%d starts, error %v, want 27", len(starts), err)
	}
	image := []int{1, 2, 0}
	for i, to := range symmetry.Renamed(starts, image) {
		if to < 0 {
			t.Errorf("%v is none after the renaming", starts[i].Network().Start)
			continue
		}
		for p, q := range image {
			if before, after := starts[i].Network().Start, starts[to].Network().Start; before[p] != after[q] {
				t.Errorf("%v becomes %v: p%d is p%d", before, after, p, q)
			}
		}
	}
	if got := symmetry.Renamed(starts[5:7], image); !slices.Equal(got, []int{-1, -1}) {
		t.Errorf("of two starts: %v, want that neither is there after the renaming", got)
	}
}
