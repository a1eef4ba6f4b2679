package agenda

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A world is a set of lanes with made-up costs: in seconds, of each part of each step.
type world []madeUp

type madeUp struct {
	family string
	sizes  []int
	gains  []int
	costs  [][]float64
}

// agenda returns the agenda of a world, and which lane is which.
func (w world) agenda() (*Agenda, map[*Lane]int) {
	a, which := New(), map[*Lane]int{}
	for i, m := range w {
		var steps []Step
		for k, n := range m.sizes {
			steps = append(steps, Step{Size: n, Gain: m.gains[k]})
		}
		which[a.Add(m.family, steps)] = i
	}
	return a, which
}

// A moment is the end of a step.
type moment struct {
	lane, size int
	seconds    float64 // from the start, with one worker
	gained     int     // so far
}

// run does all that the agenda says, with one worker.
func (w world) run() []moment {
	a, which := w.agenda()
	var history []moment
	now, gained := 0.0, 0
	for l := a.Next(); l != nil; l = a.Next() {
		m := w[which[l]]
		k, counted := l.Step()
		if !counted {
			a.BeginCount(l)
			a.Count(l, len(m.costs[k]))
			continue
		}
		cost := m.costs[k][l.begun]
		a.Begin(l)
		now += cost
		if a.End(l, time.Duration(cost*1e9)) {
			gained += m.gains[k]
			history = append(history, moment{which[l], m.sizes[k], now, gained})
		}
	}
	return history
}

// of returns the order in which steps ended, as "lane/size".
func of(history []moment) string {
	var texts []string
	for _, h := range history {
		texts = append(texts, fmt.Sprintf("%d/%d", h.lane, h.size))
	}
	return strings.Join(texts, " ")
}

// one returns the costs of steps with one part each.
func one(costs ...float64) (all [][]float64) {
	for _, c := range costs {
		all = append(all, []float64{c})
	}
	return all
}

func TestOrder(t *testing.T) {
	for _, row := range []struct {
		world  world
		want   string
		reason string
	}{
		{world{{"a", []int{2, 3}, []int{1, 1}, one(1, 1)}, {"b", []int{2, 3}, []int{9, 9}, one(5, 5)}, {"c", []int{1}, []int{1}, one(1)}},
			"0/2 1/2 2/1 1/3 0/3", "the smallest size of all comes first, in the order of the lanes, whatever it gains"},
		{world{{"a", []int{2, 3}, []int{1, 1}, one(1, 10)}, {"b", []int{2, 3}, []int{1, 1}, one(.1, 1)}},
			"0/2 1/2 1/3 0/3", "what was cheap at the size before"},
		{world{{"a", []int{2, 3}, []int{1, 1}, one(.1, 1)}, {"b", []int{2, 3}, []int{1, 20}, one(.2, 2)}},
			"0/2 1/2 1/3 0/3", "twice the cost, but twenty times the gain"},
		{world{{"a", []int{2, 3}, []int{1, 1}, one(1, 1000)}, {"a", []int{2, 3}, []int{1, 1}, one(1.1, 1100)}, {"b", []int{2, 3}, []int{1, 1}, one(2, 16)}},
			"0/2 1/2 2/2 0/3 2/3 1/3", "a family whose costs grow fast is put off once that is known"},
		{world{{"a", []int{2, 3, 4}, []int{1, 1, 1}, one(1, 1, 1)}, {"b", []int{4}, []int{1}, one(1)}},
			"0/2 1/4 0/3 0/4", "of an unknown family nothing is known, so it is tried"},
		{world{{"a", []int{4}, []int{1}, one(30)}, {"a", []int{4}, []int{1}, one(30)}, {"b", []int{2, 3}, []int{1, 1}, one(1, 5)}},
			"2/2 0/4 2/3 1/4", "a first step is expected to cost as much as those of its family"},
		{world{{"a", []int{2, 3}, []int{1, 1}, [][]float64{{1}, {3, 3, 50, 50, 50, 50, 50}}}, {"b", []int{2, 3}, []int{1, 1}, one(2, 16)}},
			"0/2 1/2 1/3 0/3", "a step that turns out to cost more than others is put aside"},
		{world{{"a", []int{2, 3}, []int{1, 1}, [][]float64{{1}, {12, .1, .1, .1, .1, .1, .1}}}, {"b", []int{2, 3}, []int{1, 1}, one(2, 16)}},
			"0/2 1/2 0/3 1/3", "a first part that costs more than the others says nothing of them"},
	} {
		if got := of(row.world.run()); got != row.want {
			t.Errorf("%s: %s, want %s", row.reason, got, row.want)
		}
	}
}

// TestPartsWait says which parts may be done at the same time.
func TestPartsWait(t *testing.T) {
	a := New()
	l := a.Add("a", []Step{{Size: 2, Gain: 1}, {Size: 3, Gain: 1}})
	if a.Next() != l {
		t.Fatal("its parts are to be counted")
	}
	if a.BeginCount(l); a.Next() != nil {
		t.Error("they are counted twice")
	}
	a.Count(l, pioneers+2)
	for range pioneers {
		if a.Next() != l {
			t.Fatal("the first parts do not wait for each other")
		}
		a.Begin(l)
	}
	for range pioneers {
		if a.Next() != nil {
			t.Error("another part begins before the first ones have ended")
		}
		a.End(l, time.Second)
	}
	for range 2 {
		if a.Next() != l {
			t.Fatal("the others do not wait for each other")
		}
		a.Begin(l)
	}
	if a.Next() != nil {
		t.Error("more parts begin than there are")
	}
	if a.End(l, time.Second) || a.Next() != nil {
		t.Error("the next step begins before this one has ended")
	}
	if !a.End(l, time.Second) || a.Next() != l || a.Ended() {
		t.Error("the next step does not begin")
	}
}

// TestEachPartOnce says that several workers do each part of each step once, the steps of a lane
// one after the other.
func TestEachPartOnce(t *testing.T) {
	w := random(7, 60)
	a, which := w.agenda()
	type part struct{ lane, step, nth int }
	done := map[part]int{}
	var running []part
	lanes := map[int]*Lane{}
	for l, i := range which {
		lanes[i] = l
	}
	r := rand.New(rand.NewPCG(1, 1))
	for !a.Ended() {
		l := a.Next()
		if l == nil || len(running) == 5 {
			at := r.IntN(len(running)) // the search ends that took the least time, say
			p := running[at]
			running = slices.Delete(running, at, at+1)
			a.End(lanes[p.lane], time.Duration(w[p.lane].costs[p.step][p.nth]*1e9))
			continue
		}
		k, counted := l.Step()
		if !counted {
			a.BeginCount(l)
			a.Count(l, len(w[which[l]].costs[k]))
			continue
		}
		p := part{which[l], k, l.begun}
		a.Begin(l)
		done[p]++
		running = append(running, p)
	}
	want := map[part]int{}
	for i, m := range w {
		for k, parts := range m.costs {
			for nth := range parts {
				want[part{i, k, nth}] = 1
			}
		}
	}
	if diff := cmp.Diff(want, done); diff != "" {
		t.Errorf("parts done (-want +got):\n%s", diff)
	}
}

// random returns a world of lanes whose costs grow by factors of their families, each times a
// factor of its own between a half and two.
func random(seed uint64, lanes int) world {
	r := rand.New(rand.NewPCG(seed, 0))
	var w world
	for i := range lanes {
		m := madeUp{family: fmt.Sprint("f", i%6)}
		cost, growth := 1e-3*(1+9*r.Float64()), float64(3+3*(i%6))
		for n := 2; n <= 3+r.IntN(4); n++ {
			parts := make([]float64, 1+(n-2)*(i%4)*3)
			for p := range parts {
				parts[p] = cost / float64(len(parts)) * (.5 + r.Float64())
			}
			m.sizes, m.gains, m.costs = append(m.sizes, n), append(m.gains, 1+r.IntN(15)), append(m.costs, parts)
			cost *= growth * (.5 + 1.5*r.Float64())
		}
		w = append(w, m)
	}
	return w
}

// gainedAt returns how much is gained after so many seconds.
func gainedAt(history []moment, seconds float64) int {
	last := 0
	for _, h := range history {
		if h.seconds <= seconds {
			last = h.gained
		}
	}
	return last
}

// TestGainsComeSoon compares the agenda with the lanes in their order, and with one that knows
// every cost from the start.
func TestGainsComeSoon(t *testing.T) {
	for seed := range uint64(5) {
		w := random(seed, 200)
		history := w.run()
		inOrder, knowing := w.inOrder(), w.knowing()
		end := history[len(history)-1]
		for _, part := range []float64{.01, .05, .2, .5} {
			got := gainedAt(history, part*end.seconds)
			best, plain := gainedAt(knowing, part*end.seconds), gainedAt(inOrder, part*end.seconds)
			if got < best*3/4 || got < plain {
				t.Errorf("world %d, after %.0f%% of the time: %d of %d gained; knowing all costs %d, in order %d", seed, 100*part, got, end.gained, best, plain)
			}
		}
	}
}

func (m madeUp) total(k int) (sum float64) {
	for _, c := range m.costs[k] {
		sum += c
	}
	return sum
}

// inOrder does the lanes one after the other.
func (w world) inOrder() (history []moment) {
	now, gained := 0.0, 0
	for i, m := range w {
		for k, n := range m.sizes {
			now, gained = now+m.total(k), gained+m.gains[k]
			history = append(history, moment{i, n, now, gained})
		}
	}
	return history
}

// knowing does the steps by their true costs, in any order in a lane: nothing is better.
func (w world) knowing() (history []moment) {
	type step struct{ lane, k int }
	var all []step
	for i, m := range w {
		for k := range m.sizes {
			all = append(all, step{i, k})
		}
	}
	slices.SortFunc(all, func(a, b step) int {
		x, y := w[a.lane], w[b.lane]
		return int(1e6*x.total(a.k)/float64(x.gains[a.k])) - int(1e6*y.total(b.k)/float64(y.gains[b.k]))
	})
	now, gained := 0.0, 0
	for _, s := range all {
		now, gained = now+w[s.lane].total(s.k), gained+w[s.lane].gains[s.k]
		history = append(history, moment{s.lane, w[s.lane].sizes[s.k], now, gained})
	}
	return history
}

// TestLeft says that the range of the time left holds the truth while costs grow alike, and that
// nothing is left at the end.
func TestLeft(t *testing.T) {
	var w world
	for i := range 20 {
		c := 1e-3 * float64(1+i)
		w = append(w, madeUp{"f", []int{2, 3, 4, 5}, []int{1, 1, 1, 1}, one(c, 6*c, 36*c, 216*c)})
	}
	a, which := w.agenda()
	rest := 0.0
	for _, m := range w {
		for k := range m.sizes {
			rest += m.total(k)
		}
	}
	ended := 0
	for l := a.Next(); l != nil; l = a.Next() {
		k, counted := l.Step()
		if !counted {
			a.BeginCount(l)
			a.Count(l, 1)
			continue
		}
		cost := w[which[l]].costs[k][0]
		a.Begin(l)
		a.End(l, time.Duration(cost*1e9))
		rest -= cost
		ended++
		if low, high := a.Left(); ended > len(w) && (low.Seconds() > rest+1e-6 || high.Seconds() < rest-1e-6) {
			t.Errorf("after %d steps %.3f s are left, and %v to %v expected", ended, rest, low, high)
		}
	}
	if low, high := a.Left(); low != 0 || high != 0 || !a.Ended() {
		t.Errorf("at the end %v to %v are left", low, high)
	}
}
