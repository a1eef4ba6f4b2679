package explicit_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/disk/disktest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/engine/peerstest"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// shared lets several parts answer a question together, in memory or from so many configurations on (0: never) on disk. It returns the
// answer and the error of each.
func shared(t *testing.T, ask func() engine.Question, hub *peerstest.Hub, parts int, most, onDisk int64) (answers []engine.Answer, errs []error) {
	t.Helper()
	answers, errs = make([]engine.Answer, parts), make([]error, parts)
	within := threshold.Default()
	within.OnDisk, within.Buffered = max(onDisk, 1), 1
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() {
			defer hub.Leave(i)
			b := engine.NewBudget(threshold.With(t.Context(), within), engine.Bounds{Configurations: most}, nil)
			b.Peers = hub.Part(i)
			if onDisk > 0 && i > 0 { // the parts need not agree on that
				b.Disk = disktest.New()
			}
			answers[i], errs[i] = explicit.Engine{}.Search(ask(), b)
		})
	}
	wg.Wait()
	return answers, errs
}

// TestSharedSearchesAgree compares searches of random systems that several parts share with searches by one process. Counts and findings are
// the same in each part, with the same executions, except that a liveness property may be open where there may be a cycle.
func TestSharedSearchesAgree(t *testing.T) {
	const most = 600
	list := []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided(), properties.Quiescence(), properties.LeaderReachable()}
	compared, found, open, stopped := 0, 0, 0, 0
	for seed := range uint64(60) {
		draw := []func(uint64) (*model.System, string){checkertest.Random, checkertest.Commuting, checkertest.RandomStarts, checkertest.Deferring, checkertest.Full,
			func(seed uint64) (*model.System, string) { return checkertest.Bounded(seed, 3) }}[seed%6]
		s, about := draw(seed)
		ask := func() engine.Question { return question(s, list, false) }
		want := searched(t, ask(), most, 0)
		parts := 1 + int(seed/6%3)
		answers, errs := shared(t, ask, peerstest.New(parts), parts, most, []int64{0, 1, 20}[seed/3%3])
		for part, got := range answers {
			if errs[part] != nil {
				t.Fatalf("%s, part %d of %d: %v", about, part, parts, errs[part])
			}
			compared++
			if got.Stop != want.Stop && !(got.Stop == reason.Reason{Cause: reason.Shared}) {
				t.Errorf("%s, part %d of %d: stopped by %v, one process by %v", about, part, parts, got.Stop, want.Stop)
			}
			if want.Stop != (reason.Reason{}) {
				stopped++
			}
			if diff := cmp.Diff(want.Searches[0], got.Searches[0]); diff != "" {
				t.Errorf("%s, part %d of %d: (-one process +part)\n%s", about, part, parts, diff)
			}
			for i, p := range list {
				a, b := got.Findings[i], want.Findings[i]
				switch {
				case a.Outcome == engine.Open && a.Reason.Cause == reason.Shared && p.Form.IsLiveness():
					open++
				case a.Outcome == b.Outcome:
					if diff := cmp.Diff(b, a); diff != "" {
						t.Errorf("%s, part %d of %d, %s: (-one process +part)\n%s", about, part, parts, p.Name, diff)
					}
					if a.Outcome == engine.Found {
						found++
					}
				default:
					t.Errorf("%s, part %d of %d, %s: %v, %v by one process", about, part, parts, p.Name, a, b)
				}
			}
		}
	}
	t.Logf("%d parts were compared, with %d executions found; %d findings are open, %d searches were cut short", compared, found, open, stopped)
	if compared < 90 || found < 30 || open < 10 || stopped < 5 {
		t.Error("too few to test anything")
	}
}

// TestPartsSayTheSameAgain compares the messages of parts that search in memory and on disk: they are the same. So a part may begin again
// where memory is full earlier, or later.
func TestPartsSayTheSameAgain(t *testing.T) {
	const parts, most = 2, 500
	list := []properties.Property{properties.Uniqueness(), properties.Elected()}
	said := 0
	for seed := range uint64(30) {
		s, about := checkertest.Random(seed)
		ask := func() engine.Question { return question(s, list, false) }
		var messages [2][][]byte
		for i, onDisk := range []int64{0, 1} {
			hub := peerstest.New(parts)
			hub.Changes = func(part, _ int, out [][]byte) [][]byte {
				if part == 1 { // the one that goes on on disk
					messages[i] = append(messages[i], slices.Clone(out[0]))
				}
				return out
			}
			if _, errs := shared(t, ask, hub, parts, most, onDisk); errors.Join(errs...) != nil {
				t.Fatalf("%s: %v", about, errs)
			}
		}
		if !slices.EqualFunc(messages[0], messages[1], slices.Equal) {
			t.Errorf("%s: part 2 sends other messages on disk", about)
		}
		said += len(messages[0])
	}
	if said < 200 {
		t.Errorf("only %d messages were compared", said)
	}
}

// TestPartsStopTogether says that all parts stop, for the same reason, if one has no time left.
func TestPartsStopTogether(t *testing.T) {
	const parts = 3
	s, about := checkertest.Random(5)
	hub := peerstest.New(parts)
	var wg sync.WaitGroup
	answers, errs := make([]engine.Answer, parts), make([]error, parts)
	for i := range parts {
		wg.Go(func() {
			defer hub.Leave(i)
			b := engine.NewBudget(t.Context(), engine.Bounds{Time: []time.Duration{0, time.Nanosecond, 0}[i]}, nil)
			b.Peers = hub.Part(i)
			answers[i], errs[i] = explicit.Engine{}.Search(question(s, []properties.Property{properties.Uniqueness()}, false), b)
		})
	}
	wg.Wait()
	for i, a := range answers {
		if errs[i] != nil || a.Stop != (reason.Reason{Cause: reason.MaxTime, Bound: 1}) || a.Findings[0].Outcome != engine.Open {
			t.Errorf("%s, part %d: stopped by %v, %v, %v", about, i, a.Stop, a.Findings, errs[i])
		}
	}
}

// TestSharedSearchFails changes a bit of a message, or lets a part be cut short: all parts end with an error, or with the answer of one process.
func TestSharedSearchFails(t *testing.T) {
	const most, parts = 300, 2
	list := []properties.Property{properties.Uniqueness(), properties.LeaderReachable()}
	failed := 0
	for seed := range uint64(60) {
		s, about := checkertest.Random(seed / 4)
		ask := func() engine.Question { return question(s, list, false) }
		want := searched(t, ask(), most, 0)
		if want.Stop.Cause == reason.MaxConfigurations {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 5))
		hub, when := peerstest.New(parts), r.IntN(10)
		hub.Changes = func(part, round int, out [][]byte) [][]byte {
			if part == 0 && round == when {
				data := append([]byte(nil), out[1]...)
				data[r.IntN(len(data))] ^= 1 << r.IntN(8)
				out[1] = data
			}
			return out
		}
		answers, errs := shared(t, ask, hub, parts, most, 0)
		for part, err := range errs {
			switch {
			case errors.Is(err, peerstest.ErrLeft):
			case err != nil:
				failed++
			case answers[part].Stop.Cause == reason.Interrupted:
				t.Errorf("%s, part %d: %v", about, part, answers[part].Stop)
			}
		}
	}
	if failed < 10 {
		t.Errorf("%d parts ended with an error: too few to test anything", failed)
	}
}
