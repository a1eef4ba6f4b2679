package compose

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// TestRecordersChangeNothing makes the same requests to a machine that records and to one that does not. Both give the same answers. The one without a
// record has none, and a record grows only with the tables.
func TestRecordersChangeNothing(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
	}{
		{"a ring", model.Network{N: 3, Topology: model.UnidirectionalRing}},
		{"messages may be lost", model.Network{N: 3, Topology: model.UnidirectionalRing, Faults: model.Faults{Loss: 1}}},
		{"all processes are neighbours", model.Network{N: 3, Topology: model.Complete, Order: model.Bag}},
	} {
		s, err := model.New(ping{}, row.net)
		if err != nil {
			t.Fatal(row.reason, err)
		}
		m, _ := New(s, compiled.New(s), nil)
		quiet, _ := New(s, compiled.New(s), nil)
		if !m.Record() {
			t.Fatalf("%s: nothing is recorded", row.reason)
		}
		r := rand.New(rand.NewPCG(1, 5))
		list, grown := []State{m.Initial()}, int64(0)
		for i := 0; i < len(list); i++ {
			lane := r.IntN(3)
			want, obliges := quiet.Successors(lane, list[i], nil)
			got, same := m.Successors(lane, list[i], nil)
			if diff := cmp.Diff(want, got); diff != "" || obliges != same {
				t.Fatalf("%s: (-quiet +recorded):\n%s", row.reason, diff)
			}
			if m.Recorded() < grown || quiet.Recorded() != 0 {
				t.Fatalf("%s: %d bytes are recorded after %d, and %d by nobody", row.reason, m.Recorded(), grown, quiet.Recorded())
			}
			grown = m.Recorded()
			if again, _ := m.Successors(lane, list[i], nil); !slices.Equal(again, got) || m.Recorded() != grown {
				t.Fatalf("%s: what the tables have is recorded", row.reason)
			}
			for _, x := range got {
				if !slices.Contains(list, x) {
					list = append(list, x)
				}
			}
		}
		data, sum := m.TakeRecord()
		if rest, again := m.TakeRecord(); int64(len(data)) != grown || grown == 0 || len(rest) > 0 || again != sum {
			t.Errorf("%s: %d bytes of %d are taken, then %d; sums %x and %x", row.reason, len(data), grown, len(rest), sum, again)
		}
		if data, sum := quiet.TakeRecord(); len(data) > 0 || sum != 0 {
			t.Errorf("%s: a record of %d bytes with the sum %x that nobody made", row.reason, len(data), sum)
		}
		if err := quiet.Replay(data); err == nil {
			t.Errorf("%s: a machine without a record makes requests again", row.reason)
		}
	}
}

// TestGapsAreRead records requests to fill entries, and reads them. Which states they are for is the same, and so is the batch. A record that ends too
// soon has none.
func TestGapsAreRead(t *testing.T) {
	m := bare()
	m.batches = newBatches()
	m.batches.atoms = make([][]atom, 20)
	c := newComponent(m, 0, 1)
	c.count = 2_000
	r := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		var want []gap
		for range r.IntN(6) {
			want = append(want, gap{first: uint32(64 * r.IntN(20)), batch: uint32(r.IntN(20)), set: r.Uint64()>>r.IntN(64) | 1<<r.IntN(64)})
		}
		record := &requests{}
		record.askFor(c, want)
		in := &reader{data: record.data}
		if kind, place := in.next(), in.next(); kind != askedFill || place != c.place {
			t.Fatalf("kind %d, component %d", kind, place)
		}
		body := in.data
		got, ok := in.gaps(c)
		if !ok || len(in.data) > 0 || len(got) != len(want) {
			t.Fatalf("%d gaps of %d are read: %t, %d bytes are left", len(got), len(want), ok, len(in.data))
		}
		for i, g := range got {
			if w := want[i]; g.batch != w.batch || !slices.Equal(statesOf(g), statesOf(w)) {
				t.Fatalf("gap %d is %+v, want %+v", i, g, w)
			}
		}
		for n := range body {
			if _, ok := (&reader{data: body[:n]}).gaps(c); ok {
				t.Fatalf("%d bytes of %d are read as gaps", n, len(body))
			}
		}
	}
	for _, row := range []struct {
		reason string
		gap    gap
	}{
		{"a state that there is not", gap{first: 2_000, set: 1}},
		{"one of the states is not there", gap{first: 1_990, set: 1<<10 | 1}},
		{"a batch that there is not", gap{batch: 20, set: 1}},
	} {
		record := &requests{}
		record.askFor(c, []gap{row.gap})
		in := &reader{data: record.data}
		in.next()
		in.next()
		if list, ok := in.gaps(c); ok {
			t.Errorf("%s: read as %+v", row.reason, list)
		}
	}
}

// statesOf returns the states of a gap.
func statesOf(g gap) (list []uint32) {
	for set := g.set; set != 0; set &= set - 1 {
		list = append(list, g.first+uint32(bits.TrailingZeros64(set)))
	}
	return list
}

// TestSumsTellStatesApart says that a record's sum differs if a state that got a number is another, or its number is, or the order.
func TestSumsTellStatesApart(t *testing.T) {
	type numbered struct {
		state uint64
		id    uint32
	}
	met := map[uint64][]numbered{}
	for _, list := range [][]numbered{
		nil, {{0, 0}}, {{1, 0}}, {{0, 1}}, {{1, 1}}, {{0, 0}, {1, 1}}, {{1, 1}, {0, 0}}, {{0, 0}, {0, 0}}, {{0, 1}, {1, 0}}, {{1 << 63, 0}}, {{0, 1 << 31}},
	} {
		record := &requests{sum: 12345} // of the states that there are when it begins
		for _, x := range list {
			record.state(x.state, x.id)
		}
		if other, ok := met[record.total()]; ok {
			t.Errorf("%v and %v have one sum", list, other)
		}
		met[record.total()] = list
	}
}
