package symbolic_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// walker goes up and down between 0 and last; each timer moves it by one.
type walker struct{ last int }

func (walker) Name() string                             { return "walker" }
func (walker) Init(model.Self) int                      { return 0 }
func (walker) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (walker) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Timers: model.Timers(0, 1)}
}
func (w walker) Step(_ *model.Process[string], s int, in model.Input[string]) int {
	if in.Timer == 0 {
		return min(s+1, w.last)
	}
	return max(s-1, 0)
}

// TestDistances compares the distance of each place to the last one. There is one place
// at each distance, although events lead in both directions.
func TestDistances(t *testing.T) {
	for _, last := range []int{0, 1, 2, 7, 20} {
		s, err := model.New(walker{last}, model.Network{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		x := symbolic.New(s, compiled.New(s), symbolic.Options{})
		all := x.Explore()
		if got := x.Sets.Size(all).Int64(); got != int64(last+1) {
			t.Fatalf("%d places, want %d", got, last+1)
		}
		at := func(place int) []uint32 {
			c := s.Initial()
			c.Locals = []any{place}
			values, known := x.Lookup(c, nil)
			if !known {
				t.Fatalf("place %d is not known", place)
			}
			return values
		}
		list := x.Distances(all, x.Sets.Path(at(last)))
		if len(list) != last+1 {
			t.Fatalf("the distances are 0..%d, want 0..%d", len(list)-1, last)
		}
		for i, set := range list {
			if x.Sets.Size(set).Int64() != 1 || !x.Sets.Has(set, at(last-i)) {
				t.Errorf("last %d: at distance %d are %v places, want only %d", last, i, x.Sets.Size(set), last-i)
			}
		}
	}
}
