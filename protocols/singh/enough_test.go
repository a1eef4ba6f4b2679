package singh_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/singh"
)

// TestCorrectedHoldsBeyond holds the claims where all arrangements of all
// processes that may wake are too many: the catalogue claims n <= 5.
func TestCorrectedHoldsBeyond(t *testing.T) {
	for _, row := range []struct {
		n      int
		wake   []int
		order  model.Order
		large  string // why it is skipped unless INTERREX_LONG is set; -short skips all beyond 6 processes
		reason string
	}{
		{6, all, model.FIFO, "", "k divides n, two subrings"},
		{6, []int{0, 1, 2, 3}, model.Bag, "", "the same"},
		{7, all, model.FIFO, "seconds", "k = 2, one candidate is left by the first phase"},
		{7, []int{0, 1, 2, 3}, model.Bag, "", "the same"},
		{8, []int{0, 1, 2, 3}, model.FIFO, "a second", "subrings of four"},
		{8, []int{0, 2, 4, 6}, model.Bag, "", "all of one subring"},
		{9, []int{0, 2, 3}, model.FIFO, "", "k = 4, two steps"},
		{9, []int{0, 1, 5}, model.Bag, "", "each in the way of the next"},
		{10, []int{0, 3}, model.FIFO, "", "a step with nobody to ask, then one with four"},
		{11, []int{0, 1}, model.FIFO, "", "subrings that overlap"},
		{12, []int{0, 1}, model.FIFO, "a second", "k divides n, four subrings"},
		{16, []int{0}, model.FIFO, "a second", "two steps, four subrings of four"},
	} {
		for name, net := range map[string]model.Network{"descending": network(row.n, row.wake), "ascending": ascending(network(row.n, row.wake))} {
			t.Run(fmt.Sprintf("n=%d/wake=%v/%v/%s", row.n, net.Wake, row.order, name), func(t *testing.T) {
				if row.large != "" && !checkertest.Long() || testing.Short() && row.n > 6 {
					t.Skip("large")
				}
				net.Order = row.order
				holds(t, singh.Algorithm{Fixes: fixed}, net)
			})
		}
	}
}

// TestReadingsBeyond holds the claims where readings tell more apart than with
// the five processes of the catalogue.
func TestReadingsBeyond(t *testing.T) {
	for _, row := range []struct {
		name     string
		readings errata.Readings
		n        int
		wake     []int
		reason   string
	}{
		{"R2=b", errata.Readings{singh.Ends: 1}, 7, []int{0, 1, 2}, "a subring ends a process early"},
		{"R2=b", errata.Readings{singh.Ends: 1}, 9, []int{0, 1}, "neighbours are in nobody's subring"},
		{"R3=b", errata.Readings{singh.When: 1}, 7, []int{0, 1, 2, 4}, "OWNER comes before the captures behind"},
		{"R3=b", errata.Readings{singh.When: 1}, 9, []int{0, 3, 4}, "and with k = 4"},
		{"R5=b", errata.Readings{singh.Multiples: 1}, 9, []int{0, 3}, "step 2 asks those of step 1 again"},
		{"R5=c", errata.Readings{singh.Multiples: 2}, 6, []int{0, 1, 2}, "beyond k"},
		{"R5=c", errata.Readings{singh.Multiples: 2}, 9, []int{0, 3}, "beyond k, twice"},
		{"R11=b", errata.Readings{singh.Beside: 1}, 9, []int{0, 2}, "either answer of step 1 is enough: it is of one subring"},
		{"R15=b", errata.Readings{singh.Tail: 1}, 9, []int{0, 4, 8}, "a process of the subring has captured more than there is of it"},
		{"R15=b,R16=b", errata.Readings{singh.Tail: 1, singh.Backwards: 1}, 9, []int{0, 4, 8}, "the same, the farthest first"},
		{"R15=b", errata.Readings{singh.Tail: 1}, 11, []int{0, 4, 8}, "the same, with three behind"},
		{"R15=c", errata.Readings{singh.Tail: 2}, 9, []int{0, 4, 8}, "the repair"},
	} {
		t.Run(fmt.Sprintf("%s/n=%d/%s", row.name, row.n, row.reason), func(t *testing.T) {
			holds(t, singh.Algorithm{Fixes: fixed, Readings: row.readings}, network(row.n, row.wake))
		})
	}
}

// TestRandomSchedules runs the corrected algorithm to its end on networks that
// are too large to be searched.
func TestRandomSchedules(t *testing.T) {
	runs, most := 10, 18
	if testing.Short() {
		runs, most = 1, 8
	}
	for n := 2; n <= most; n++ {
		for seed := range runs {
			random := rand.New(rand.NewPCG(uint64(n), uint64(seed)))
			net := model.Network{Topology: model.Complete, N: n, Order: model.Order(seed % 2)}
			for _, p := range random.Perm(n) {
				net.IDs = append(net.IDs, model.ID(p+1))
			}
			a := singh.Algorithm{Fixes: fixed, Readings: errata.Readings{singh.Ends: uint8(seed / 2 % 2)}}
			walk(t, a, net, random)
		}
	}
}

// walk takes events at random until none is left, and checks every
// configuration for two leaders and the last one for claims about the end.
func walk(t *testing.T, a singh.Algorithm, net model.Network, random *rand.Rand) {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	always := []properties.Property{properties.WellFormed(), properties.Uniqueness()}
	atEnd := []properties.Property{properties.Decided(), properties.Known(), properties.Halted(), properties.Agreement()}
	c := s.Initial()
	for list := s.Successors(c); len(list) > 0; list = s.Successors(c) {
		c = pick(list, random).Next
		refute(t, s, c, always)
	}
	refute(t, s, c, append(atEnd, properties.Elected()))
}

// pick returns one of the events; a wake-up less often than a delivery, so that
// few or many processes may have woken when the first of them wins.
func pick(list []model.Successor, random *rand.Rand) model.Successor {
	x := list[random.IntN(len(list))]
	if x.Event.Kind == model.Wake {
		x = list[random.IntN(len(list))]
	}
	return x
}

func refute(t *testing.T, s *model.System, c model.Configuration, list []properties.Property) {
	t.Helper()
	for _, p := range list {
		if !p.Holds(s.View(c), nil) {
			t.Fatalf("%s does not hold with identities %v, order %v:\n%s", p.Name, s.Network().IDs, s.Network().Order, s.Text(c))
		}
	}
}
