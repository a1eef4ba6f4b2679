package explicit

import (
	"context"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// teller sends one message to each other process, up to times times. Nobody heeds
// its messages.
type teller struct{ times int }

func (teller) Name() string                         { return "teller" }
func (teller) Init(model.Self) int                  { return 0 }
func (teller) Observe(model.Self, int) model.Status { return model.Status{} }

func (a teller) Ready(_ model.Self, told int) model.Spontaneous {
	if told < a.times {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

func (teller) Step(p *model.Process[string], told int, in model.Input[string]) int {
	if in.Kind != model.Timeout {
		return told
	}
	for q := 1; q < p.Ports(); q++ {
		p.Send(model.Port(q), "news")
	}
	return told + 1
}

// passOf returns a pass over n tellers, which has not begun.
func passOf(t *testing.T, n, times, workers int, b engine.Bounds) *pass {
	t.Helper()
	s, err := model.New(teller{times}, model.Network{Topology: model.Complete, N: n, Order: model.Bag})
	if err != nil {
		t.Fatal(err)
	}
	q := engine.Question{System: s, Tables: compiled.New(s), Workers: workers}
	return &pass{question: q, budget: engine.NewBudget(context.Background(), b, nil), answer: &engine.Answer{}}
}

// explore begins a pass and searches all configurations, unless a bound stops it.
func explore(t *testing.T, p *pass) {
	t.Helper()
	if err := p.begin(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.explore(); err != nil {
		t.Fatal(err)
	}
}

// TestTurn searches a system of which one half of the processes meets more states than
// the other. The larger one must name the bits of the visited set's blocks. With three
// processes that is the left one, which has two of them. Nothing else may change.
func TestTurn(t *testing.T) {
	for _, row := range []struct {
		reason         string
		n, times       int
		configurations int64
		turned         bool
	}{
		{"30 states of each process, with the messages on the way to others", 3, 3, 30 * 30 * 30, true},
		{"too few configurations", 3, 1, 5 * 5 * 5, false},
		{"halves of the same size", 4, 1, 9 * 9 * 9 * 9, false},
	} {
		for _, workers := range []int{1, 2} {
			p := passOf(t, row.n, row.times, workers, engine.Bounds{})
			explore(t, p)
			if got := p.search.seen; got.IsTurned() != row.turned || got.Len() != row.configurations || p.search.configurations != row.configurations {
				t.Errorf("%s, %d workers: turned: %t, %d configurations, %d expanded; want %t and %d",
					row.reason, workers, got.IsTurned(), got.Len(), p.search.configurations, row.turned, row.configurations)
			}
		}
	}
}

// TestEnding searches the 27,000 configurations of a teller within bounds that may be
// exceeded while the levels hardly grow.
func TestEnding(t *testing.T) {
	for _, row := range []struct {
		reason      string
		bound       int64
		ending      bool
		least, most int64 // met
	}{
		{"a bound is one unless a turn says otherwise", 15_000, false, 15_001, 20_000},
		{"the levels get smaller, so the rest is no more than what was met", 15_000, true, 27_000, 27_000},
		{"twice as many are too many", 13_000, true, 26_001, 26_999},
		{"the levels still grow", 1_000, true, 1_001, 1_999},
	} {
		p := passOf(t, 3, 3, 1, engine.Bounds{Configurations: row.bound})
		p.budget.Begin(engine.Turn{Ending: row.ending})
		explore(t, p)
		met, all := p.search.seen.Len(), p.search.complete()
		if met < row.least || met > row.most || all != (row.least == row.most) {
			t.Errorf("%s: complete: %t, %d met; want %d..%d", row.reason, all, met, row.least, row.most)
		}
	}
}

// TestTurnedLevelsOnDisk moves the levels of a search to disk after the visited set was turned. They have the configurations
// that they have in memory, those of the levels before the turn too.
func TestTurnedLevelsOnDisk(t *testing.T) {
	inMemory, onDisk := passOf(t, 3, 3, 1, engine.Bounds{}), passOf(t, 3, 3, 1, engine.Bounds{})
	for p, from := range map[*pass]int64{inMemory: 1 << 20, onDisk: 15_000} {
		p.budget.Disk, p.budget.Thresholds.OnDisk = disktest.New(), from
		p.forget = func(_, _ int64) bool { return false }
		explore(t, p)
	}
	a, b := inMemory.search, onDisk.search
	if a.lacks() || !b.lacks() || !b.seen.IsTurned() || b.store.met() != 27_000 || a.levels[0].turned {
		t.Fatalf("on disk: %t and %t, turned: %t; want false, true, true, after the first level", a.lacks(), b.lacks(), b.seen.IsTurned())
	}
	for depth, l := range a.levels {
		var want, got []compose.State
		for state := range l.all() {
			want = append(want, state)
		}
		stored := b.store.levels()(depth)
		for i := range stored.parts() {
			for state := range (level{turned: true, chunks: [][]visited.Block{stored.part(i, new([]visited.Block))}}).all() {
				got = append(got, state)
			}
		}
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(want, got) {
			t.Errorf("level %d: %d configurations on disk, %d in memory, or others", depth, len(got), len(want))
		}
	}
	if err := onDisk.leaveDisk(nil); err != nil {
		t.Error(err)
	}
}

// TestRenewingTurned forgets after each level, with the tables, once the visited set is
// turned. Each configuration of a teller has a depth of its own, so it is expanded once.
func TestRenewingTurned(t *testing.T) {
	const configurations = 30 * 30 * 30
	for _, workers := range []int{1, 2} {
		p := passOf(t, 3, 3, workers, engine.Bounds{})
		p.forget = func(_, _ int64) bool { return p.search.seen.IsTurned() }
		explore(t, p)
		if got := p.search; !got.complete() || got.forgotten == 0 || got.forgotten+got.seen.Len() != configurations || got.configurations != configurations {
			t.Errorf("%d workers: complete: %t, %d forgotten, %d left, %d expanded; want %d in all",
				workers, got.complete(), got.forgotten, got.seen.Len(), got.configurations, configurations)
		}
		if left, _ := p.machine.Numbered(); left >= 30*30 {
			t.Errorf("%d workers: the left half still has %d states", workers, left)
		}
	}
}

// TestCutForgetsNumbers cuts the leaves of a search elsewhere. All that was kept by the numbers of views or configurations is gone, of searches alone
// too, and the visited set has as many configurations as before.
func TestCutForgetsNumbers(t *testing.T) {
	p := passOf(t, 3, 2, 1, engine.Bounds{})
	p.forget = func(_, _ int64) bool { return false }
	explore(t, p)
	s, alone := p.search, &pass{judge: newJudge(p.machine, nil)}
	p.alone = append(p.alone, nil, alone)
	w := &worker{search: s, writer: s.seen.NewWriter(), showing: p.machine.NewShowing()}
	first := s.machine.Initials()[0]
	for _, j := range []*judge{p.judge, alone.judge} {
		j.configuration(&w.memo, s.machine.Facts(first), false)
	}
	before := s.seen.Len()
	s.cutAt(1, []*worker{w}, level{})
	if got := s.seen.Len(); got != before || !s.seen.Has(uint64(s.machine.Initials()[0])) || s.machine.Cut() != 1 {
		t.Errorf("cut at %d: %d configurations, of which one is the first: %t; want %d", s.machine.Cut(), got, s.seen.Has(uint64(s.machine.Initials()[0])), before)
	}
	if w.memo != (memo{}) || w.showing != nil || len(p.judge.views) > 0 || len(alone.judge.views) > 0 {
		t.Errorf("views are known: by the worker %t, shown %t, by judges %d and %d", w.memo != (memo{}), w.showing != nil, len(p.judge.views), len(alone.judge.views))
	}
}
