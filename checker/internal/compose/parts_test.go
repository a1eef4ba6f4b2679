package compose

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// TestTree draws the tree of components: p processes in order and the
// environment e, halved. The environment is in the right half.
func TestTree(t *testing.T) {
	for _, row := range []struct {
		n    int
		want string
	}{
		{1, "0 e"},
		{2, "0 (1 e)"},
		{3, "(0 1) (2 e)"},
		{4, "(0 1) (2 (3 e))"},
		{5, "(0 (1 2)) (3 (4 e))"},
	} {
		s, err := model.New(ping{}, model.Network{N: row.n, Topology: model.UnidirectionalRing})
		if err != nil {
			t.Fatal(err)
		}
		m, err := New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		var draw func(c *component) string
		draw = func(c *component) string {
			if p, ok := m.pairs[c]; ok {
				return fmt.Sprintf("(%s %s)", draw(p.left), draw(p.right))
			}
			if c.lo == row.n {
				return "e"
			}
			return fmt.Sprint(c.lo)
		}
		if got := draw(m.left) + " " + draw(m.right); got != row.want {
			t.Errorf("n = %d: %s, want %s", row.n, got, row.want)
		}
	}
}

// TestContents puts a, b and a into a channel, where b is the smaller, and says
// which messages it holds then, which may arrive, and which are left without a.
func TestContents(t *testing.T) {
	a, b := newEntry(1, 7), newEntry(0, 9) // the port counts before the message
	name := func(list []entry) string {
		text := ""
		for _, e := range list {
			text += map[entry]string{a: "a", b: "b"}[e]
		}
		return text
	}
	for _, row := range []struct {
		reason                           string
		order                            model.Order
		holds, arrives, without, swapped string
	}{
		{"a queue: only the first may arrive", model.FIFO, "aba", "a", "ba", "baa"},
		{"an inbox is a queue, whatever the port", model.Inbox, "aba", "a", "ba", "baa"},
		{"a bag is sorted and holds a twice, and each may arrive", model.Bag, "baa", "ba", "ba", "baa"},
		{"a set holds a once", model.Set, "ba", "ba", "b", "ba"},
	} {
		c := newContents(row.order, func() {}, func(int64) {})
		n := c.put(c.put(c.put(0, a), b), a)
		swapped := c.put(c.put(c.put(0, b), a), a)
		got := []string{name(c.lists[n]), name(c.deliverable(n)), name(c.lists[c.remove(n, a)]), name(c.lists[swapped])}
		want := []string{row.holds, row.arrives, row.without, row.swapped}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
		if same := n == swapped; same != (row.holds == row.swapped) {
			t.Errorf("%s: %s and %s have one number: %t", row.reason, row.holds, row.swapped, same)
		}
		if empty := c.remove(c.put(0, a), a); empty != 0 {
			t.Errorf("%s: an emptied channel has number %d, want 0", row.reason, empty)
		}
	}
}

// TestEntries takes entries apart.
func TestEntries(t *testing.T) {
	for _, row := range []struct {
		port    model.Port
		message compiled.Message
		ticks   int
	}{{0, 0, 0}, {3, 1 << 20, 5}, {1<<16 + 1, 1<<31 - 1, model.MaxSpan}} {
		e := newEntry(row.port, row.message).within(row.ticks)
		if e.port() != row.port || e.message() != row.message || e.ticks() != row.ticks {
			t.Errorf("port %d, message %d, ticks %d, want %v", e.port(), e.message(), e.ticks(), row)
		}
	}
}

// TestOldest receives of equal messages that are not queued the one that was sent first.
func TestOldest(t *testing.T) {
	a, b := newEntry(0, 1), newEntry(0, 2)
	c := newContents(model.Bag, func() {}, func(int64) {})
	n := c.tick(c.put(0, a.within(1)))
	n = c.put(c.put(n, a.within(1)), b.within(1))
	if diff := cmp.Diff([]entry{a, b.within(1)}, c.deliverable(n)); diff != "" {
		t.Errorf("what may arrive (-want +got):\n%s", diff)
	}
}

// TestBatchesSplit splits a batch for leaves 0, 1 and 3.
func TestBatchesSplit(t *testing.T) {
	x, y, z := atom{0, 5}, atom{1, 6}, atom{3, 7}
	for _, row := range []struct {
		reason          string
		lo, hi          int
		inside, outside []atom
	}{
		{"the leaf at lo is inside, the one at hi is not", 1, 3, []atom{y}, []atom{x, z}},
		{"all of it", 0, 4, []atom{x, y, z}, nil},
		{"none of it", 2, 3, nil, []atom{x, y, z}},
	} {
		b := newBatches()
		b.grow = func(int64) {}
		in, out := b.split(b.number([]atom{x, y, z}), row.lo, row.hi)
		if diff := cmp.Diff([][]atom{row.inside, row.outside}, [][]atom{b.atoms[in], b.atoms[out]}, cmp.AllowUnexported(atom{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
		if (in == 0) != (row.inside == nil) || (out == 0) != (row.outside == nil) {
			t.Errorf("%s: parts %d and %d; only the empty one is 0", row.reason, in, out)
		}
	}
}

// TestPushes gives leaf 1 and the environment of ping, with one loss, the batches
// that an event may give them.
func TestPushes(t *testing.T) {
	for _, row := range []struct {
		reason string
		down   bool // of process 1
		puts   puts
		cost   model.Faults
		want   string
	}{
		{"a message goes into the channel", false, puts{entries: []put{{0, newEntry(0, 0)}}}, model.Faults{}, "not not+"},
		{"who is down gets none", true, puts{entries: []put{{0, newEntry(0, 0)}}}, model.Faults{}, "not down"},
		{"a suspicion of who is up is refused", false, puts{guard: whileDown}, model.Faults{}, "refused"},
		{"a suspicion of who is down is not", true, puts{guard: whileDown}, model.Faults{}, "not down"},
		{"a false suspicion of who is down is refused", true, puts{guard: whileUp}, model.Faults{}, "refused"},
		{"a false suspicion of who is up is not", false, puts{guard: whileUp}, model.Faults{}, "not not"},
		{"the loss that is left is spent", false, puts{}, model.Faults{Loss: 1}, "not not spent"},
		{"a second loss is not left", false, puts{}, model.Faults{Loss: 2}, "refused"},
		{"nor is any crash", false, puts{}, model.Faults{Crash: 1}, "refused"},
	} {
		m := pingMachine(t, ping{}, model.Network{Faults: model.Faults{Loss: 1}})
		states := m.split(m.Initial())
		if row.down {
			v := slices.Clone(m.leaves[1].vector(states[1]))
			m.leaves[1].fall(v, 0)
			states[1] = m.leaves[1].state(v)
		}
		batch := m.batches.number([]atom{{1, m.batches.putsNumber(row.puts)}, {2, m.batches.chargeNumber(charge{cost: row.cost})}})
		s, got := m.join(states), "refused"
		if next := m.right.push(0, s.Right(), batch); next != refused {
			got = m.text(State(s.Left())<<32 | State(next))
		}
		if got != row.want {
			t.Errorf("%s: %s, want %s", row.reason, got, row.want)
		}
		if again := m.right.push(0, s.Right(), batch); (again == refused) != (got == "refused") {
			t.Errorf("%s: asked again, the answer is another", row.reason)
		}
	}
}

// TestPairsKeepTheirNumbers asks for 100 states of a pair twice. The table of 64
// slots doubles twice meanwhile, each time it is half full.
func TestPairsKeepTheirNumbers(t *testing.T) {
	m := pingMachine(t, ping{}, model.Network{Faults: model.Faults{Loss: 1}})
	p := m.pairs[m.right]
	leaf := m.split(m.Initial())[1]
	numbers := map[uint32]int{}
	for round := range 2 {
		for loss := range 100 {
			e := m.environment.state(environmentState{left: model.Faults{Loss: loss}})
			id := p.state(leaf, e)
			if first, met := numbers[id]; met != (round == 1) || met && first != loss {
				t.Fatalf("time %d: budget %d has number %d, which budget %d has", round, loss, id, first)
			}
			numbers[id] = loss
		}
	}
	if p.states != 100 || len(p.slots) != 256 { // with 1 loss is the initial state
		t.Errorf("%d states in %d slots, want 100 in 256", p.states, len(p.slots))
	}
}

// TestTicksSortAgain says that contents which are not queued are sorted after a tick too: equal
// ones have the same number.
func TestTicksSortAgain(t *testing.T) {
	first, last := newEntry(0, 1), newEntry(0, 2)
	c := newContents(model.Bag, func() {}, func(int64) {})
	apart := c.put(c.tick(c.put(0, last.within(1))), first.within(1))
	if got, want := c.tick(apart), c.put(c.put(0, first), last); got != want {
		t.Errorf("contents %v and %v have different numbers", c.lists[got], c.lists[want])
	}
}

// TestCutPorts keeps sets of ports in vectors.
func TestCutPorts(t *testing.T) {
	v := make([]int32, atChannels)
	for _, set := range []model.PortSet{0, model.Ports(0), model.Ports(31), model.Ports(32), model.Ports(1, 30, 33, 63)} {
		if setCutPorts(v, set); cutPorts(v) != set {
			t.Errorf("%v becomes %v", set, cutPorts(v))
		}
	}
}

// TestKindsOfAttributes keeps each kind of fault in an attribute.
func TestKindsOfAttributes(t *testing.T) {
	for _, left := range []model.Faults{{}, {Crash: 1}, {Restart: 1}, {Loss: 1}, {Dup: 1}, {Cut: 1}, {Suspect: 1}} {
		want := confluent.BudgetsOf(left)
		if got := kindsOf(uint64(want)<<budgets | 7<<32 | inFlight | started); got != want {
			t.Errorf("%v: kinds %b, want %b", left, got, want)
		}
	}
}
