package compose_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// share is a machine that expands the configurations that it owns, and tells others of the rest.
type share struct {
	*compose.Machine
	*compose.Translator
	met  map[compose.State]bool
	next []compose.State
}

func newShares(t *testing.T, s *model.System, n int) (list []*share) {
	t.Helper()
	for range n {
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		x := &share{Machine: m, Translator: m.Translate(n), met: map[compose.State]bool{}}
		list = append(list, x)
	}
	for i, x := range list {
		for _, s := range x.Initials() {
			if x.Owner(s.Left()) == i {
				x.meet(s)
			}
		}
	}
	return list
}

func (x *share) meet(s compose.State) {
	if !x.met[s] {
		x.met[s], x.next = true, append(x.next, s)
	}
}

// nearest returns the states nearest to the initial one, about so many, some of them several times.
func (x *share) nearest(most int) []compose.State {
	list := []compose.State{x.Initial()}
	for i := 0; i < len(list) && len(list) < most; i++ {
		list, _ = x.Successors(0, list[i], list)
	}
	return list
}

// blocksOf returns states as blocks, in ascending order.
func blocksOf(list []compose.State) (blocks []visited.Block) {
	slices.Sort(list)
	for _, s := range slices.Compact(list) {
		blocks = visited.Append(blocks, uint64(s), false)
	}
	return blocks
}

// expand expands a level of all shares, at most so many configurations of each, and reports whether there is another.
func expand(t *testing.T, list []*share, most int, about string) (more bool) {
	t.Helper()
	told := make([][][]byte, len(list))
	for i, x := range list {
		out := make([][]compose.State, len(list))
		level := x.next[:min(most, len(x.next))]
		x.next = x.next[len(level):]
		for _, s := range level {
			next, _ := x.Successors(0, s, nil)
			for _, s := range next {
				if of := x.Owner(s.Left()); of != i {
					out[of] = append(out[of], s)
				} else {
					x.meet(s)
				}
			}
		}
		for j := range list {
			told[i] = append(told[i], x.Encode(j, blocksOf(out[j])))
		}
	}
	for i, x := range list {
		for j := range list {
			if i == j {
				continue
			}
			states, err := x.Translator.Decode(j, told[j][i])
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			for _, s := range states {
				if x.Owner(s.Left()) != i {
					t.Fatalf("%s: %s came to part %d, which does not own it", about, x.Machine.Decode(s).Key(), i)
				}
				x.meet(s)
			}
		}
		more = more || len(x.next) > 0
	}
	return more
}

// TestTranslate lets three machines of a system share its configurations. Together they meet those that one machine meets, each of
// them once.
func TestTranslate(t *testing.T) {
	const most = 800
	for _, row := range []struct {
		reason string
		draw   func(uint64) (*model.System, string)
	}{
		{"steps, messages and faults", checkertest.Random},
		{"several initial configurations", checkertest.RandomStarts},
		{"messages that wait", checkertest.Deferring},
		{"clocks and delays", func(seed uint64) (*model.System, string) { return checkertest.Bounded(seed, 3) }},
		{"channels with few places", checkertest.Full},
		{"rounds", func(seed uint64) (*model.System, string) {
			for ; ; seed += 1000 {
				if s, about := checkertest.Random(seed); s.Network().Timing == model.Lockstep {
					return s, about
				}
			}
		}},
		{"divisions", func(seed uint64) (*model.System, string) {
			s, _ := checkertest.Random(seed)
			return checkertest.Dividing(s, seed)
		}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			compared := 0
			for seed := range uint64(16) {
				s, about := row.draw(seed)
				if s == nil {
					continue
				}
				whole := newShares(t, s, 1)
				for expand(t, whole, most, about) && len(whole[0].met) < most {
				}
				if len(whole[0].next) > 0 {
					continue
				}
				parts := newShares(t, s, 3)
				for expand(t, parts, 50, about) {
				}
				want, got := texts(whole), texts(parts)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: the parts met %d configurations, one machine %d", about, len(got), len(want))
				}
				compared += len(want)
			}
			if compared < 200 {
				t.Errorf("only %d configurations were compared", compared)
			}
		})
	}
}

// texts returns the configurations that shares have met, in ascending order.
func texts(list []*share) (all []string) {
	for _, x := range list {
		for s := range x.met {
			all = append(all, x.Machine.Decode(s).Key())
		}
	}
	slices.Sort(all)
	return all
}

// TestTranslateRefuses gives a machine what a peer with another system has told, or what has bits that are not as they were told: that is
// an error, or states, and no panic.
func TestTranslateRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	refused := 0
	for seed := range uint64(60) {
		s, _ := checkertest.Random(seed)
		shares := newShares(t, s, 2)
		from := max(len(shares[0].met), 1) - 1 // the part that has the initial configuration
		list := shares[from].nearest(50)
		data := shares[from].Encode(1-from, blocksOf(list))
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		if _, err := shares[1-from].Translator.Decode(from, data); errors.Is(err, compose.ErrTranslation) {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if refused < 20 {
		t.Errorf("%d were refused: too few to test anything", refused)
	}
	one, _ := checkertest.Random(1)
	other, _ := checkertest.Random(2)
	a, b := newShares(t, one, 2), newShares(t, other, 2)
	if _, err := b[1].Translator.Decode(0, a[0].Encode(1, nil)); err == nil {
		t.Error("a machine understands a peer with another system")
	}
}

// TestTellsOnce says that a peer is told once of what a machine meets, and then by numbers alone.
func TestTellsOnce(t *testing.T) {
	shorter := 0
	for seed := range uint64(20) {
		s, about := checkertest.Random(seed)
		shares := newShares(t, s, 2)
		m := shares[0]
		list := m.nearest(100)
		blocks := blocksOf(list)
		first, again := m.Encode(1, blocks), m.Encode(1, blocks)
		a, err := shares[1].Translator.Decode(0, first)
		if err != nil {
			t.Fatal(about, err)
		}
		b, err := shares[1].Translator.Decode(0, again)
		if err != nil || !slices.Equal(a, b) {
			t.Errorf("%s: told again, %d states are %d others, %v", about, len(a), len(b), err)
		}
		if len(again) < len(first) {
			shorter++
		}
		// A peer that was told nothing before does not understand numbers alone.
		if len(first) > 60 {
			if _, err := newShares(t, s, 2)[1].Translator.Decode(0, again); !errors.Is(err, compose.ErrTranslation) {
				t.Errorf("%s: a peer understands what it was never told: %v", about, err)
			}
		}
	}
	if shorter < 15 {
		t.Errorf("only %d of 20 messages got shorter", shorter)
	}
}

// TestOwnersAreEven says that no part owns far more than another one.
func TestOwnersAreEven(t *testing.T) {
	const parts = 4
	var owned [parts]int
	for seed := range uint64(20) {
		s, _ := checkertest.Random(seed)
		m := newShares(t, s, parts)[0]
		list := m.nearest(400)
		slices.Sort(list)
		for _, s := range slices.Compact(list) {
			owned[m.Owner(s.Left())]++
		}
	}
	if least, most := slices.Min(owned[:]), slices.Max(owned[:]); most > 2*least {
		t.Errorf("four parts own %v", owned)
	}
}

// TestTellsInParts tells one peer of states at once, and another one in parts of random sizes: both hear of the same configurations.
func TestTellsInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(20) {
		s, about := checkertest.Random(seed)
		shares := newShares(t, s, 3)
		m := shares[0]
		list := m.nearest(200)
		blocks := blocksOf(list)
		whole, err := shares[1].Translator.Decode(0, m.Encode(1, blocks))
		if err != nil {
			t.Fatal(about, err)
		}
		var inParts []compose.State
		for len(blocks) > 0 {
			n := 1 + r.IntN(len(blocks))
			more, err := shares[2].Translator.Decode(0, m.Encode(2, blocks[:n]))
			if err != nil {
				t.Fatal(about, err)
			}
			inParts, blocks = append(inParts, more...), blocks[n:]
		}
		for i, s := range whole {
			if a, b := shares[1].Machine.Decode(s).Key(), shares[2].Machine.Decode(inParts[i]).Key(); a != b {
				t.Fatalf("%s: state %d is %s at once, and %s in parts", about, i, a, b)
			}
		}
	}
}
