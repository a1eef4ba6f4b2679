package afaring_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/afaring"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/errata"
)

// The sizes of the document's Table 1, and its number of topologies.
const (
	smallest, largest = 10, 29
	topologies        = 4096
)

// ringsOf is how many of the topologies have n processes: as many of each size as
// can be. The document's own are not available any more.
func ringsOf(n int) int {
	sizes := largest - smallest + 1
	rings := topologies / sizes
	if n-smallest < topologies%sizes {
		rings++
	}
	return rings
}

// arrangement is the k-th topology of its size: a random one, the same in each run.
func arrangement(n, k int) []int32 {
	ids := make([]int32, n)
	for i, id := range rand.New(rand.NewPCG(uint64(n), uint64(k))).Perm(n) {
		ids[i] = int32(id + 1)
	}
	return ids
}

// elections is how many election messages there are if every process sends its own
// identity and links are fifo: each goes on to the next lesser identity, the least
// one around the ring.
func elections(ids []int32) (sum int) {
	for i, id := range ids {
		hops := 1
		for hops < len(ids) && ids[(i+hops)%len(ids)] > id {
			hops++
		}
		sum += hops
	}
	return sum
}

// A ring is one run.
type ring struct {
	ids  []int32
	ends []afaring.Process
	err  error
}

func run(ctx context.Context, ids []int32, o afaring.Options) ring {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	ends, err := afaring.Run(ctx, ids, o)
	if err == nil {
		err = context.Cause(ctx)
	}
	return ring{ids, ends, err}
}

// elected says why the least identity is not the leader that everybody knows, and
// with which every process has ended.
func (r ring) elected() error {
	if r.err != nil {
		return r.err
	}
	for i, e := range r.ends {
		switch {
		case e.Err != nil:
			return fmt.Errorf("process %d of %v: %w", i, r.ids, e.Err)
		case e.Outcome.Leader != 1, e.Outcome.Won != (r.ids[i] == 1):
			return fmt.Errorf("process %d of %v ends with %+v", i, r.ids, e.Outcome)
		}
	}
	return nil
}

func (r ring) sent() (sum afaserver.Count) {
	for _, e := range r.ends {
		sum = sum.Plus(e.Stats.Sent)
	}
	return sum
}

func (r ring) failed() (sum afaserver.Count) {
	for _, e := range r.ends {
		sum = sum.Plus(e.Stats.Failed)
	}
	return sum
}

// each runs the first so many rings of each size, two at a time.
func each(t *testing.T, most int, o afaring.Options, judge func(r ring)) {
	t.Helper()
	var mu sync.Mutex
	var workers sync.WaitGroup
	todo := make(chan []int32)
	for range 2 {
		workers.Go(func() {
			for ids := range todo {
				r := run(t.Context(), ids, o)
				mu.Lock()
				judge(r)
				mu.Unlock()
			}
		})
	}
	for n := smallest; n <= largest; n++ {
		for k := range min(most, ringsOf(n)) {
			todo <- arrangement(n, k)
		}
	}
	close(todo)
	workers.Wait()
}

var rings = flag.Int("rings", 0, "how many rings of each size to run (default: a few; all 4,096 with INTERREX_LONG=1)")

// sampled is how many rings of each size are run.
func sampled(some int) int {
	switch {
	case *rings > 0:
		return *rings
	case os.Getenv("INTERREX_LONG") != "":
		return topologies
	case testing.Short():
		return 1
	}
	return some
}

// TestInOrder: on links that keep the order, every ring elects the least identity,
// with exactly the messages of its arrangement.
func TestInOrder(t *testing.T) {
	for _, row := range []struct {
		tcp    bool
		most   int
		reason string
	}{
		{false, sampled(3), "connections in memory"},
		{true, min(sampled(1), 10), "TCP on loopback"},
	} {
		each(t, row.most, afaring.Options{Fixes: errata.Corrected, TCP: row.tcp}, func(r ring) {
			n, sent := int64(len(r.ids)), r.sent()
			if err := r.elected(); err != nil {
				t.Errorf("%s: %v", row.reason, err)
			}
			if want := (afaserver.Count{Pings: n * n, Elections: int64(elections(r.ids)), Terminations: n}); sent != want {
				t.Errorf("%s: %v: got %+v, want %+v", row.reason, r.ids, sent, want)
			}
			if failed := r.failed(); failed != (afaserver.Count{}) {
				t.Errorf("%s: %v: calls failed: %+v", row.reason, r.ids, failed)
			}
		})
	}
}

// TestOvertaking: where calls overtake each other, every ring still elects, but
// election messages wake processes that then do not send their identities.
func TestOvertaking(t *testing.T) {
	for _, calls := range []afaserver.Calls{afaserver.Concurrent, afaserver.Nested} {
		t.Run(calls.String(), func(t *testing.T) {
			fewer, amounts := 0, map[int][]int{}
			each(t, sampled(3), afaring.Options{Fixes: errata.Corrected, Calls: calls}, func(r ring) {
				n, em := len(r.ids), int(r.sent().Elections)
				amounts[n] = append(amounts[n], em)
				if err := r.elected(); err != nil {
					t.Error(err)
				}
				if em < n || em > n*(n+1)/2 {
					t.Errorf("%v: %d election messages", r.ids, em)
				}
				if em < 2*n-1 {
					fewer++
				}
			})
			t.Logf("%d rings with fewer than 2n-1 election messages", fewer)
			if fewer == 0 && !testing.Short() {
				t.Error("no ring with fewer than 2n-1 election messages")
			}
			if *update {
				record(t, calls, amounts)
			}
		})
	}
}

// TestPrinted: the text as printed does not elect on the document's topologies, nor
// does it with E2 if calls overtake each other.
func TestPrinted(t *testing.T) {
	if testing.Short() {
		t.Skip("100 rings")
	}
	const woken = "E1: the least process may be woken by a greater identity, and then never sends its own"
	for _, row := range []struct {
		fixes       errata.Fixes
		calls       afaserver.Calls
		every, none bool // ring elects
		reason      string
	}{
		{0, afaserver.InOrder, false, true, "E2: a process that is defeated does not pass the least identity on"},
		{fixesOf(afa.Relay), afaserver.InOrder, true, false, "no message wakes a process, and a shut-down stops the termination message (E3)"},
		{fixesOf(afa.Relay, afa.Absorb), afaserver.Concurrent, false, false, woken},
		{fixesOf(afa.Relay, afa.Absorb), afaserver.Nested, false, false, woken},
		{fixesOf(afa.Start, afa.Relay), afaserver.Concurrent, true, false, "a shut-down stops the termination message (E3)"},
	} {
		all, elected := 0, 0
		each(t, min(sampled(2), 20), afaring.Options{Fixes: row.fixes, Calls: row.calls}, func(r ring) {
			all++
			if won(r) == 1 {
				elected++
			}
		})
		t.Logf("fixes %b, %v: %d of %d elect", row.fixes, row.calls, elected, all)
		stuck := !row.every && !row.none && elected == all
		if row.every && elected < all || row.none && elected > 0 || stuck {
			t.Errorf("fixes %b, %v: %d of %d rings elect: %s", row.fixes, row.calls, elected, all, row.reason)
		}
	}
}

func fixesOf(errata ...int) (f errata.Fixes) {
	for _, e := range errata {
		f |= 1 << e
	}
	return f
}

// won is how many processes have been elected.
func won(r ring) (won int) {
	for _, e := range r.ends {
		if e.Status.Role == model.Won {
			won++
		}
	}
	return won
}

// figures are those of Table 1.
type figures struct {
	rings, least, greatest int
	median, mean           float64
}

func figuresOf(amounts []int) figures {
	slices.Sort(amounts)
	n, sum := len(amounts), 0
	for _, a := range amounts {
		sum += a
	}
	return figures{n, amounts[0], amounts[n-1], float64(amounts[(n-1)/2]+amounts[n/2]) / 2, float64(sum) / float64(n)}
}

// TestArrangementsAreFair: the mean of the topologies of each size is within four
// standard errors of n(1 + 1/2 + ... + 1/n), that of all arrangements.
func TestArrangementsAreFair(t *testing.T) {
	for n := smallest; n <= largest; n++ {
		amounts := amountsInOrder(n)
		f, exact, squares := figuresOf(amounts), 0.0, 0.0
		for i := 1; i <= n; i++ {
			exact += float64(n) / float64(i)
		}
		for _, a := range amounts {
			squares += (float64(a) - f.mean) * (float64(a) - f.mean)
		}
		if k := float64(len(amounts)); math.Abs(f.mean-exact) > 4*math.Sqrt(squares/k/(k-1)) {
			t.Errorf("n = %d: mean %.1f of %d rings, of all arrangements %.1f", n, f.mean, len(amounts), exact)
		}
	}
}

// amountsInOrder are the election messages of all topologies with n processes,
// which TestInOrder compares with those of real runs.
func amountsInOrder(n int) (amounts []int) {
	for k := range ringsOf(n) {
		amounts = append(amounts, elections(arrangement(n, k)))
	}
	return amounts
}
