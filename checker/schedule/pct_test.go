package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestFallsDiffer says that Depth-1 threads get a new priority, each another one.
func TestFallsDiffer(t *testing.T) {
	s := newPCT(coins{rand.New(rand.NewPCG(1, 0))}, Options{Length: 1 << 30, Depth: 4})
	var got []int64
	for _, priority := range s.falls {
		got = append(got, priority)
	}
	slices.Sort(got)
	if want := []int64{-3, -2, -1}; !slices.Equal(got, want) {
		t.Errorf("classes fall to %v, want %v, below all others", got, want)
	}
}

// awake may always wake.
type awake struct{}

func (awake) Init(model.Self) int                                 { return 0 }
func (awake) Observe(model.Self, int) model.Status                { return model.Status{} }
func (awake) Ready(model.Self, int) model.Spontaneous             { return model.Spontaneous{Wake: true} }
func (awake) Step(*model.Process[int], int, model.Input[int]) int { return 0 }

// TestFallsAtOnce says that the class that would be next when its priority falls is not.
func TestFallsAtOnce(t *testing.T) {
	s, err := model.New(awake{}, model.Network{N: 3})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(8) {
		p := newPCT(coins{rand.New(rand.NewPCG(seed, 0))}, Options{})
		p.falls = map[int]int64{1: -1}
		w := Start(s, model.Weak)
		first := p.Next(w)
		w.Take(first, p.Pick)
		second := p.Next(w)
		w.Take(second, p.Pick)
		third := p.Next(w)
		if second.Process == first.Process || third.Process != second.Process {
			t.Errorf("seed %d: p%d is first, then p%d, which falls, then p%d", seed, first.Process, second.Process, third.Process)
		}
	}
}
