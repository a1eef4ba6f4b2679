package command

import (
	"math"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// levelSizes returns the sizes of the levels of a system, by the definition of the model.
func levelSizes(t *testing.T, algorithm string, n int) []int {
	t.Helper()
	e, err := ours().byName(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.ParseChoice("corrected", "", "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := systemFor(e, v, n)
	if err != nil {
		t.Fatal(err)
	}
	level := []model.Configuration{s.Initial()}
	met := map[string]bool{level[0].Key(): true}
	var sizes []int
	for len(level) > 0 {
		sizes = append(sizes, len(level))
		var next []model.Configuration
		for _, c := range level {
			for _, y := range s.Successors(c) {
				if key := y.Next.Key(); !met[key] {
					met[key] = true
					next = append(next, y.Next)
				}
			}
		}
		level = next
	}
	return sizes
}

// systemFor returns a system whose processes have the identities n..1, if it takes any.
func systemFor(e claims.Entry, v claims.Variant, n int) (*model.System, error) {
	net := e.Network(n)
	if s, err := e.New(v, net); err == nil {
		return s, nil
	}
	net.IDs = descendingIDs(n)
	return e.New(v, net)
}

// TestTheRestIsEstimated says that most ranges for the rest of a search hold it, and that a search that grows ever faster
// has none.
func TestTheRestIsEstimated(t *testing.T) {
	said, right := 0, 0
	for _, row := range []struct {
		algorithm string
		n         int
	}{{"lcr", 7}, {"hs", 4}, {"franklin", 5}, {"peterson", 7}, {"dkr", 7}, {"bully", 4}, {"paxos", 2}} {
		sizes := levelSizes(t, row.algorithm, row.n)
		all, met := 0, 0
		for _, size := range sizes {
			all += size
		}
		c := &course{}
		for depth, size := range sizes {
			met += size
			c.see(checker.Progress{Configurations: 1, Frontier: int64(size), Depth: depth})
			c.see(checker.Progress{Configurations: 1, Frontier: int64(size), Depth: depth}) // each is seen several times
			low, high, known := c.rest()
			if !known || met < all/2 || 100*met > 95*all {
				continue
			}
			said++
			if rest := float64(all - met); low <= rest && rest <= high {
				right++
			}
		}
		t.Logf("%s, n = %d: %d configurations, %d levels; so far %d of %d ranges hold the rest", row.algorithm, row.n, all, len(sizes), right, said)
	}
	if said < 30 || 4*right < 3*said {
		t.Errorf("%d of %d ranges hold the rest; want 3 of 4", right, said)
	}
	c := &course{}
	for depth := range 20 {
		c.see(checker.Progress{Configurations: 1, Frontier: int64(math.Exp(float64(depth*depth) / 20)), Depth: depth})
	}
	if low, high, known := c.rest(); known {
		t.Errorf("a growth that rises ends after %v to %v", low, high)
	}
	if g := c.growth(); g < 6 || g > 8 {
		t.Errorf("growth %v, want e to 1.85 or a little more", g)
	}
	c.see(checker.Progress{Configurations: 1, Frontier: 3, Depth: 1})
	if g := c.growth(); g != 0 {
		t.Errorf("a search that begins again has growth %v", g)
	}
}
