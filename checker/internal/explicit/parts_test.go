package explicit

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestMarks puts the mark of each property on configurations, and takes it off again. Marks take the highest bits of a
// configuration, no more than they need, and no two of them are alike.
func TestMarks(t *testing.T) {
	for _, row := range []struct {
		marks, bits int
		reason      string
	}{
		{1, 1, "pending or not"},
		{2, 2, "none, and two"},
		{3, 2, "none, and three"},
		{4, 3, "none, and four"},
		{60, 6, "as many as a mask has properties"},
	} {
		var x space
		x.mark(row.marks)
		if want := ^compose.State(0) << (64 - row.bits); x.marked != want {
			t.Errorf("%s: the marks are %x, want %x", row.reason, x.marked, want)
		}
		const s = compose.State(3)<<32 | 5
		if i, is := x.markedFor(s); is {
			t.Errorf("%s: without a mark it has that of %d", row.reason, i)
		}
		met := map[compose.State]bool{s: true}
		for i := range row.marks {
			marked := x.with(s, x.markOf(i))
			if got, is := x.markedFor(marked); !is || got != i || marked&^x.marked != s || met[marked] {
				t.Errorf("%s: with the mark of %d it is %x, which has that of %d: %t", row.reason, i, marked, got, is)
			}
			met[marked] = true
		}
	}
}

// TestMarksNeedRoom says that a configuration that reaches into the marks is an internal error, not another configuration.
func TestMarksNeedRoom(t *testing.T) {
	var x space
	x.mark(3)
	defer func() {
		if want := "explicit: one half of the processes has more than 2^30 states"; recover() != want {
			t.Errorf("want the panic %q", want)
		}
	}()
	x.with(1<<62, x.markOf(0))
}

// TestAfter says which mark the successors of a configuration have, and whether there are any.
func TestAfter(t *testing.T) {
	for _, row := range []struct {
		reason  string
		marks   int
		mark    int // of the configuration; -1: none
		pending mask
		want    int // mark of the successors; -1: none
		kept    bool
	}{
		{"one property: not pending", 1, -1, 0, -1, true},
		{"one property: begins to be pending", 1, -1, 1, 0, true},
		{"one property: its goal", 1, 0, 0, -1, true},
		{"one property: still pending", 1, 0, 1, 0, true},
		{"several: an execution goes on without waiting", 3, -1, 0b110, -1, true},
		{"several: waits for the second one", 3, 1, 0b010, 1, true},
		{"several: the goal of the second one is reached", 3, 1, 0, -1, false},
	} {
		x := space{pending: func(compose.State, bool) mask { return row.pending }}
		x.mark(row.marks)
		markOf := func(i int) compose.State {
			if i < 0 {
				return 0
			}
			return x.markOf(i)
		}
		got, kept := x.after(7|markOf(row.mark), true)
		if kept != row.kept || kept && got != markOf(row.want) {
			t.Errorf("%s: mark %x, kept %t; want %x, %t", row.reason, got, kept, markOf(row.want), row.kept)
		}
	}
}

// TestLevelsInMemory says how many configurations and blocks a level has, and yields them.
func TestLevelsInMemory(t *testing.T) {
	for _, row := range []struct {
		reason         string
		chunks         [][]visited.Block
		configurations int64
		blocks         int64
		all            []compose.State
	}{
		{"empty", nil, 0, 0, nil},
		{"the bits of a block are configurations", [][]visited.Block{{{Number: 0, Bits: 0b101}}}, 2, 1, []compose.State{0, 2}},
		{"chunks of two workers", [][]visited.Block{{{Number: 1, Bits: 1}}, {{Number: 1, Bits: 2}, {Number: 2, Bits: 1 << 63}}}, 3, 3, []compose.State{64, 65, 191}},
	} {
		l := level{chunks: row.chunks}
		configurations, blocks := l.size()
		if configurations != row.configurations || blocks != row.blocks || l.parts() != len(row.chunks) {
			t.Errorf("%s: %d configurations in %d blocks, %d parts", row.reason, configurations, blocks, l.parts())
		}
		var all, parts []compose.State
		for s := range l.all() {
			all = append(all, s)
		}
		for i := range l.parts() {
			for _, b := range l.part(i, new([]visited.Block)) {
				for key := range b.Keys(false) {
					parts = append(parts, compose.State(key))
				}
			}
		}
		if diff := cmp.Diff(row.all, all); diff != "" || !slices.Equal(all, parts) {
			t.Errorf("%s: parts have %v (-want +all):\n%s", row.reason, parts, diff)
		}
	}
}

// randomEdges returns the successors of each of n configurations, which are their numbers.
func randomEdges(r *rand.Rand, n int) [][]compose.State {
	edges := make([][]compose.State, n)
	for range r.IntN(2*n + 1) {
		from, to := r.IntN(n), r.IntN(n)
		if r.IntN(4) > 0 && from > to { // mostly no cycle
			from, to = to, from
		}
		edges[from] = append(edges[from], compose.State(to)) // the same one twice perhaps: two events
	}
	return edges
}

// reaches reports by the definition whether there is a path of at least one edge.
func reaches(edges [][]compose.State, from, to compose.State) bool {
	met, queue := map[compose.State]bool{}, []compose.State{from}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, s := range edges[queue[0]] {
			if s == to {
				return true
			}
			if !met[s] {
				met[s] = true
				queue = append(queue, s)
			}
		}
	}
	return false
}

// TestTopologicalOrder numbers random graphs. The order has each configuration after those with an edge to it, and lacks
// those on cycles or behind one, which are found by following paths.
func TestTopologicalOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	cyclic, acyclic := 0, 0
	for range 300 {
		const n = 9
		edges := randomEdges(r, n)
		seen := visited.New()
		for s := range n {
			seen.Add(uint64(s))
		}
		successors := func(s compose.State, list []compose.State) []compose.State { return append(list, edges[s]...) }
		number := newNumbering(seen, engine.NewBudget(context.Background(), engine.Bounds{}, nil))
		order, rest := number.order(successors), number.cyclic(successors)
		var want []compose.State
		for s := range compose.State(n) {
			for c := range compose.State(n) {
				if reaches(edges, c, c) && (c == s || reaches(edges, c, s)) {
					want = append(want, s)
					break
				}
			}
		}
		if cyclic++; len(want) == 0 {
			acyclic++
		}
		slices.Sort(rest)
		if diff := cmp.Diff(want, rest); diff != "" || len(order)+len(want) != n {
			t.Fatalf("%v: %d in order, the rest (-want +got):\n%s", edges, len(order), diff)
		}
		for i, s := range order {
			if slices.ContainsFunc(order[:i+1], func(before compose.State) bool { return slices.Contains(edges[s], before) }) {
				t.Fatalf("%v: %d comes too late in %v", edges, s, order)
			}
		}
		number.renumber(rest)
		for s := range compose.State(n) {
			if got, want := number.index(s), slices.Index(rest, s); got != int32(want) {
				t.Fatalf("%d has number %d, want %d", s, got, want)
			}
		}
		if number.index(n) != -1 {
			t.Fatal("a configuration that was not met has a number")
		}
	}
	if cyclic -= acyclic; cyclic < 50 || acyclic < 50 {
		t.Errorf("%d graphs with a cycle, %d without: too few to test anything", cyclic, acyclic)
	}
}

// TestTriggerBits says that triggers and assumptions have bits of their own, behind those of the properties.
func TestTriggerBits(t *testing.T) {
	plain := properties.NewAlways("p", "", func(model.View) bool { return true })
	often := properties.NewRecurs("often", "", func(model.View) bool { return true })
	assuming := properties.NewRecurs("r", "", func(model.View) bool { return true }).Assuming(often)
	for _, row := range []struct {
		reason string
		list   []properties.Property
		want   []mask
	}{
		{"no property", nil, []mask{}},
		{"neither has one", []properties.Property{plain, often}, []mask{0, 0}},
		{"two of three", []properties.Property{assuming, plain, assuming}, []mask{1 << 3, 0, 1 << 4}},
	} {
		if diff := cmp.Diff(row.want, triggerBits(row.list)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestTerminal says when an execution may end in a configuration.
func TestTerminal(t *testing.T) {
	for _, row := range []struct {
		reason     string
		facts      compose.Facts
		obligatory bool
		want       bool
	}{
		{"nobody has begun", compose.Facts{}, false, false},
		{"nothing must happen", compose.Facts{Started: true}, false, true},
		{"something must happen", compose.Facts{Started: true}, true, false},
		{"after a step that is not well-formed", compose.Facts{Started: true, Failed: true}, false, false},
	} {
		if got := terminal(row.facts, row.obligatory); got != row.want {
			t.Errorf("%s: terminal: %t", row.reason, got)
		}
	}
}

// TestViewKeys says that the keys of views differ where the view of a half does, or whether the configuration is terminal.
func TestViewKeys(t *testing.T) {
	met := map[uint64][3]uint32{}
	for left := range uint32(5) {
		for right := range uint32(5) {
			for _, ends := range []bool{false, true} {
				of := [3]uint32{left, right, 0}
				if ends {
					of[2] = 1
				}
				key := viewKey(compose.Facts{LeftView: left, RightView: right, Started: ends}, ends)
				if other, ok := met[key]; ok {
					t.Errorf("%v and %v have one key", of, other)
				}
				met[key] = of
			}
		}
	}
}

// pacer is an algorithm in which each process goes round four places, and shows two of them alike.
type pacer struct{}

func (pacer) Name() string        { return "pacer" }
func (pacer) Init(model.Self) int { return 0 }
func (pacer) Observe(_ model.Self, at int) model.Status {
	return model.Status{Term: at / 2}
}
func (pacer) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Timers: model.Timers(0)}
}
func (pacer) Step(_ *model.Process[int], at int, _ model.Input[int]) int { return (at + 1) % 4 }

// TestMasksAreEvaluatedOnce says that the judge asks a predicate once for each view and each end, whoever meets it, and that
// a memo is no other judge.
func TestMasksAreEvaluatedOnce(t *testing.T) {
	s, err := model.New(pacer{}, model.Network{N: 2, Topology: model.UnidirectionalRing})
	if err != nil {
		t.Fatal(err)
	}
	asked := map[[2]model.Status]int{}
	p := properties.NewAlways("asks", "", func(v model.View) bool {
		asked[[2]model.Status{v.Status[0], v.Status[1]}]++
		return v.Status[0].Term != 1
	})
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	j := newJudge(m, []properties.Property{p})
	refuted := 0
	for range 3 {
		var w memo
		list, met := []compose.State{m.Initial()}, map[compose.State]bool{m.Initial(): true}
		for i := 0; i < len(list); i++ {
			f := m.Facts(list[i])
			next, obligatory := m.Successors(0, list[i], nil)
			got := j.configuration(&w, f, terminal(f, obligatory))
			if got&known == 0 || got != j.configuration(&w, f, terminal(f, obligatory)) {
				t.Errorf("the mask %x of %v is another one the second time, or not known", got, f)
			}
			v, _ := m.View(f)
			if is := got&1 != 0; is != (v.Status[0].Term == 1) {
				t.Errorf("%v refutes the property: %t", v, is)
			} else if is {
				refuted++
			}
			for _, y := range next {
				if !met[y] {
					met[y] = true
					list = append(list, y)
				}
			}
		}
	}
	for status, times := range asked {
		if times > 1 {
			t.Errorf("asked %d times about %v", times, status)
		}
	}
	if refuted != 3*8 || len(asked) != 4 {
		t.Errorf("refuted %d times by %d views, want 24 by 4", refuted, len(asked))
	}
}

// TestGoalsMet says that a goal is met in a configuration, or by one of its events.
func TestGoalsMet(t *testing.T) {
	in := goal{state: func(s compose.State, obligatory bool) bool { return s == 1 && !obligatory }}
	by := goal{state: func(compose.State, bool) bool { return false }, event: func(s, next compose.State) bool { return s == 1 && next == 2 }}
	for _, row := range []struct {
		reason     string
		g          goal
		at         compose.State
		next       []compose.State
		obligatory bool
		want       bool
	}{
		{"here", in, 1, nil, false, true},
		{"elsewhere", in, 2, []compose.State{1}, false, false},
		{"here, but something must happen", in, 1, nil, true, false},
		{"the second event", by, 1, []compose.State{3, 2}, false, true},
		{"another event", by, 1, []compose.State{3}, false, false},
		{"from elsewhere", by, 3, []compose.State{2}, false, false},
	} {
		if got := row.g.met(row.at, row.next, row.obligatory); got != row.want {
			t.Errorf("%s: met: %t", row.reason, got)
		}
	}
}

// TestFilter keeps of the levels of a search the configurations that satisfy a predicate, with the successors that it has.
func TestFilter(t *testing.T) {
	p := passOf(t, 3, 2, 1, engine.Bounds{})
	p.forget = func(_, _ int64) bool { return false }
	p.budget.Disk, p.budget.Thresholds.OnDisk = disktest.New(), 1<<40 // so that levels are kept
	p.budget.Thresholds.Turned = 1 << 40
	explore(t, p)
	all, odd := 0, 0
	for depth, l := range p.search.levels {
		configurations, _ := l.size()
		set := p.filter(l, func(s compose.State, next []compose.State, obligatory bool) bool {
			want, obliges := p.machine.Successors(0, s, nil)
			if !slices.Equal(want, next) || obligatory != obliges {
				t.Errorf("level %d: %v has the successors %v, want %v", depth, s, next, want)
			}
			return len(next)%2 == 1
		})
		for s := range l.all() {
			next, _ := p.machine.Successors(0, s, nil)
			if set.Has(uint64(s)) != (len(next)%2 == 1) {
				t.Errorf("level %d: %v with %d successors is kept: %t", depth, s, len(next), set.Has(uint64(s)))
			}
		}
		all += int(configurations)
		odd += int(set.Len())
	}
	if odd == 0 || odd == all || int64(all) != p.search.configurations {
		t.Errorf("%d of %d configurations are kept, %d were met: too few to test anything", odd, all, p.search.configurations)
	}
}
