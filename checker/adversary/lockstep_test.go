package adversary_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/adversary"
	"github.com/interrex/interrex/model"
)

// inLockstep returns the corrected algorithm of the catalogue on rings in lockstep.
func inLockstep(t *testing.T, name string) adversary.Ring {
	t.Helper()
	return ringWith(t, name, func(net *model.Network) {
		net.Timing, net.Wake = model.Lockstep, model.WakeSet{All: true}
	})
}

// late returns lcr in lockstep with messages that take one or two rounds.
func late(t *testing.T) adversary.Ring {
	t.Helper()
	return ringWith(t, "lcr", func(net *model.Network) {
		net.Timing, net.Delay, net.Wake = model.Lockstep, 2, model.WakeSet{All: true}
	})
}

func TestBitReversal(t *testing.T) {
	for n, want := range map[int][]model.ID{
		1: {1}, 2: {1, 2}, 4: {1, 3, 2, 4}, 8: {1, 5, 3, 7, 2, 6, 4, 8},
	} {
		if diff := cmp.Diff(want, adversary.BitReversal(n)); diff != "" {
			t.Errorf("n = %d (-want +got):\n%s", n, diff)
		}
	}
}

// TestAlike compares the number of stretches with the argument for the
// bit-reversal ring: 2^i processes are in the same order wherever they begin at a
// place that is the same modulo 2^i.
func TestAlike(t *testing.T) {
	for n := 2; n <= 64; n *= 2 {
		for width := 1; width <= n; width++ {
			want := n >> bits.Len(uint(width-1))
			if got := adversary.Alike(adversary.BitReversal(n), width); got != want {
				t.Errorf("n = %d: %d stretches of %d processes are alike, want %d", n, got, width, want)
			}
		}
	}
	for _, row := range []struct {
		ids    []model.ID
		width  int
		want   int
		reason string
	}{
		{[]model.ID{1, 2, 3, 4}, 2, 1, "one of four stretches of two descends"},
		{[]model.ID{3, 1, 4, 2}, 2, 2, "two ascend and two descend"},
		{[]model.ID{9, 1, 8, 2}, 4, 1, "from each process the whole ring is in another order"},
	} {
		if got := adversary.Alike(row.ids, row.width); got != row.want {
			t.Errorf("%v: %d stretches of %d are alike, want %d: %s", row.ids, got, row.width, row.want, row.reason)
		}
	}
}

func TestComparisonBound(t *testing.T) {
	for n := 4; n <= 128; n *= 2 {
		log := bits.Len(uint(n)) - 1
		if got, want := adversary.ComparisonBound(n, 1), n*(log+1)/2; got != want {
			t.Errorf("n = %d, one direction: %d, want n(log2 n + 1)/2 = %d", n, got, want)
		}
		pattern, _, err := adversary.Lockstep(t.Context(), inLockstep(t, "lcr"), adversary.BitReversal(n))
		if want := n*(log+1)/2 + n/2 + n; err != nil || pattern.Messages() != want {
			t.Errorf("n = %d: lcr sends %d messages, error %v, want %d: the bound, n/2 until the greatest identity is back, and n", n, pattern.Messages(), err, want)
		}
		if got, want := adversary.ComparisonBound(n, 2), n*(log+2)/4; got != want {
			t.Errorf("n = %d, two directions: %d, want n(log2 n + 2)/4 = %d", n, got, want)
		}
	}
}

// TestComparisonBasedAlgorithms holds the theorem against the algorithms of the
// catalogue: those that only compare identities send at least as many messages in each
// active round as the proof says. The others send fewer, and tell apart rings
// whose identities are in the same order.
func TestComparisonBasedAlgorithms(t *testing.T) {
	for _, row := range []struct {
		algorithm  string
		directions int
		compares   bool
		sent       int // on 32 processes
		reason     string
	}{
		{"lcr", 1, true, 144, "the bound, 96, n/2 until the greatest identity is back, and n termination messages"},
		{"hs", 2, true, 576, "probes and replies"},
		{"franklin", 2, true, 384, "every second process goes on"},
		{"dkr", 1, true, 384, "the same phases as franklin"},
		{"peterson", 1, true, 306, "of each pair of values the second is the greater one"},
		{"awe", 1, true, 1024, "n^2"},
		{"afa", 1, true, 144, "all awake, it is lcr"},
		{"timeslice", 1, false, 32, "the least identity says in which round its process sends"},
		{"variablespeeds", 1, false, 114, "an identity says how long its message waits"},
	} {
		ring, ids := inLockstep(t, row.algorithm), adversary.BitReversal(32)
		pattern, schedule, err := adversary.Lockstep(t.Context(), ring, ids)
		if err != nil {
			t.Fatal(err)
		}
		replays(t, ring, ids, schedule, pattern)
		if pattern.Messages() != row.sent || pattern.Winners() != 1 || pattern.Directions() != row.directions {
			t.Errorf("%s: %d messages in %d directions and %d winners, want %d in %d and one: %s",
				row.algorithm, pattern.Messages(), pattern.Directions(), pattern.Winners(), row.sent, row.directions, row.reason)
		}
		if got := reaches(pattern.Active(), adversary.PerRound(ids, row.directions)); got != row.compares {
			t.Errorf("%s: as many messages in each active round as the proof says: %t: %s", row.algorithm, got, row.reason)
		}
		if got := differs(t, ring); got == row.compares {
			t.Errorf("%s: tells apart rings in the same order: %t: %s", row.algorithm, got, row.reason)
		}
	}
}

// reaches reports whether there are so many messages in each round.
func reaches(active, least []int) bool {
	for i, messages := range least {
		if i >= len(active) || active[i] < messages {
			return false
		}
	}
	return true
}

// differs reports whether some of several rings in the same order have different
// patterns.
func differs(t *testing.T, ring adversary.Ring) bool {
	t.Helper()
	random := rand.New(rand.NewPCG(14, 5))
	found := false
	for n := 2; n <= 7; n++ {
		a := make([]model.ID, n)
		for i, p := range random.Perm(n) {
			a[i] = model.ID(p + 1)
		}
		for range 4 {
			to := random.Perm(3 * n)[:n] // any greater identities in the same order
			slices.Sort(to)
			b := make([]model.ID, n)
			for p, id := range a {
				b[p] = model.ID(to[id-1] + 1)
			}
			_, differ, err := adversary.Differ(t.Context(), ring, a, b)
			if err != nil {
				t.Fatal(err)
			}
			found = found || differ
		}
	}
	return found
}

// replays replays the schedule and counts its messages and winners anew.
func replays(t *testing.T, ring adversary.Ring, ids []model.ID, schedule model.Schedule, p adversary.Pattern) {
	t.Helper()
	s, err := ring(ids)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(model.Lasso{Stem: schedule})
	if err != nil {
		t.Fatal(err)
	}
	if sent := adversary.Sent(x); sent != p.Messages() || !s.Terminal(x.Last()) {
		t.Errorf("%s: %d messages in the replayed execution, %d in the pattern; terminal: %t", s.Name(), sent, p.Messages(), s.Terminal(x.Last()))
	}
}

// reader sends as many messages as its identity says, in the last of three
// rounds: a comparison would not tell.
type reader struct{ endless bool }

func (reader) Name() string                         { return "reader" }
func (reader) Init(model.Self) int                  { return 0 }
func (reader) Observe(model.Self, int) model.Status { return model.Status{} }
func (reader) Ready(_ model.Self, n int) model.Spontaneous {
	return model.Spontaneous{Idle: n < 3, Wake: n == 0}
}

func (r reader) Step(p *model.Process[int], rounds int, _ model.Input[int]) int {
	if r.endless {
		return 1 - rounds
	}
	if rounds == 2 {
		for range p.ID() {
			p.Send(0, 1)
		}
	}
	return min(rounds+1, 3)
}

func TestDiffer(t *testing.T) {
	ring := func(r reader) adversary.Ring {
		return func(ids []model.ID) (*model.System, error) {
			return model.New(r, model.Network{Topology: model.UnidirectionalRing, N: len(ids), IDs: ids, Timing: model.Lockstep, Wake: model.WakeSet{All: true}})
		}
	}
	d, differ, err := adversary.Differ(t.Context(), ring(reader{}), []model.ID{2, 1}, []model.ID{3, 1})
	want := adversary.Difference{Round: 2, Process: 0, Turns: [2]adversary.Turn{{Sent: [2]int{2, 0}}, {Sent: [2]int{3, 0}}}}
	if diff := cmp.Diff(want, d); err != nil || !differ || diff != "" {
		t.Errorf("differs %t, error %v (-want +got):\n%s", differ, err, diff)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, row := range []struct {
		ctx    context.Context
		ring   adversary.Ring
		a, b   []model.ID
		says   string
		reason string
	}{
		{t.Context(), ring(reader{}), []model.ID{2, 1}, []model.ID{1, 3}, "not in the same order", "ascending and descending"},
		{t.Context(), ring(reader{}), []model.ID{2, 1}, []model.ID{2, 1, 3}, "not in the same order", "two and three processes"},
		{t.Context(), ring(reader{endless: true}), []model.ID{2, 1}, []model.ID{3, 1}, "no end on a ring of 2", "rounds for ever"},
		{t.Context(), ringOf(t, "lcr"), []model.ID{2, 1}, []model.ID{3, 1}, "allowed: lockstep, all", "asynchronous"},
		{t.Context(), late(t), []model.ID{2, 1}, []model.ID{3, 1}, "delay 2; allowed: lockstep, all, 1", "messages wait"},
		{stopped, ring(reader{}), []model.ID{2, 1}, []model.ID{3, 1}, context.Canceled.Error(), "interrupted"},
	} {
		_, _, err := adversary.Differ(row.ctx, row.ring, row.a, row.b)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: got error %v, want one with %q", row.reason, err, row.says)
		}
	}
}

// TestActive says that a round without a message is not active.
func TestActive(t *testing.T) {
	pattern := adversary.Pattern{{{Sent: [2]int{1, 2}}, {}}, {{}, {}}, {{}, {Sent: [2]int{0, 1}}}}
	if diff := cmp.Diff([]int{3, 1}, pattern.Active()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// lingerer has lost from the start, and stays for as many rounds as its identity says. In
// the third of them it may send a message.
type lingerer struct{ sends bool }

func (lingerer) Name() string                         { return "lingerer" }
func (lingerer) Init(model.Self) int                  { return 0 }
func (lingerer) Observe(model.Self, int) model.Status { return model.Status{Role: model.Lost} }
func (lingerer) Ready(p model.Self, n int) model.Spontaneous {
	return model.Spontaneous{Wake: n == 0, Idle: n >= 1 && n <= int(p.ID())}
}

func (l lingerer) Step(p *model.Process[int], n int, in model.Input[int]) int {
	if in.Kind == model.Receive {
		return n
	}
	if n == 3 && l.sends {
		p.Send(0, 1)
	}
	return n + 1
}

// TestDifferOnceOneHasEnded compares runs of two and of three rounds.
func TestDifferOnceOneHasEnded(t *testing.T) {
	for _, row := range []struct {
		sends  bool
		want   adversary.Difference
		reason string
	}{
		{false, adversary.Difference{}, "in a round in which nothing changes a process is as one whose run has ended"},
		{true, adversary.Difference{Round: 3, Process: 1, Turns: [2]adversary.Turn{{Role: model.Lost}, {Sent: [2]int{1, 0}, Role: model.Lost}}}, "only the longer run has the third round"},
	} {
		ring := func(ids []model.ID) (*model.System, error) {
			return model.New(lingerer{row.sends}, model.Network{Topology: model.UnidirectionalRing, N: len(ids), IDs: ids, Timing: model.Lockstep, Wake: model.WakeSet{All: true}})
		}
		got, differ, err := adversary.Differ(t.Context(), ring, []model.ID{1, 2}, []model.ID{1, 3})
		if diff := cmp.Diff(row.want, got); err != nil || differ != row.sends || diff != "" {
			t.Errorf("%s: differs %t, error %v (-want +got):\n%s", row.reason, differ, err, diff)
		}
	}
}
