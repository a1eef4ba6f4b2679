package simulation

import (
	"math/rand/v2"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestLinksRemember compares both representations with a map: they drop no number
// that is not stale.
func TestLinksRemember(t *testing.T) {
	for _, c := range []struct {
		n      int
		reason string
	}{
		{100, "there is room for all links"},
		{3000, "there is not: a hash table that grows and forgets"},
	} {
		r := rand.New(rand.NewPCG(3, 3))
		net := model.Network{Topology: model.Complete, N: c.n}
		links, want := newLinks(&net), map[link]int64{}
		for now := range int64(200_000) {
			l := link{int32(r.IntN(c.n)), int32(r.IntN(min(c.n, 10))) - 1}
			got := links.at(l, now)
			if *got != want[l] && max(*got, want[l]) > now {
				t.Fatalf("n = %d (%s): %v has %d at time %d, want %d", c.n, c.reason, l, *got, now, want[l])
			}
			*got = now + r.Int64N(20_000)
			want[l] = *got
		}
	}
}

// TestLinksRememberTheNextInstant says that the hash table keeps a number, which is
// a time, until that time.
func TestLinksRememberTheNextInstant(t *testing.T) {
	const now = 7
	links := newLinks(&model.Network{Topology: model.Complete, N: 3000})
	size := len(links.table)
	*links.at(link{0, 1}, now) = now
	*links.at(link{0, 2}, now) = now + 1
	links.purge(now)
	if links.used != 1 || len(links.table) != size {
		t.Errorf("%d of %d numbers are left, want 1 of %d", links.used, len(links.table), size)
	}
	if got := *links.at(link{0, 2}, now); got != now+1 {
		t.Errorf("the number %d is forgotten at %d", now+1, now)
	}
}
