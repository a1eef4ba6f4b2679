package hashicorpraft_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/raft"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/protocols/real/hashicorpraft"
)

var (
	update = flag.Bool("update", false, "write what is found to testdata")
	walks  = flag.Uint64("walks", 100, "random schedules of a row in which no violation is to be found")
)

// release returns the release of the library: v1.8.0, say.
func release(t *testing.T) string {
	f := runtime.FuncForPC(reflect.ValueOf(raft.NewRaft).Pointer())
	path, _ := f.FileLine(f.Entry())
	_, version, ok := strings.Cut(path, "hashicorp/raft@")
	version, _, _ = strings.Cut(version, "/")
	if !ok {
		t.Fatalf("no release in %s", path)
	}
	return version
}

// A walkRow is a system in which schedules are drawn, and the violation that some release
// has in one of them.
type walkRow struct {
	name, reason string
	options      hashicorpraft.Options
	faults       model.Faults
	found        error
	in           []string // releases; nil: all
}

var (
	preVote = hashicorpraft.Options{PreVote: true, Applies: true}
	faulty  = model.Faults{Crash: 1, Loss: 6}
)

var walkRows = []walkRow{
	{"pre-vote", "a follower that still receives heartbeats of a leader without a lease does not help it to be elected again (issue 606)",
		preVote, faulty, hashicorpraft.ErrNoLeader, []string{"v1.7.0"}},
	{"no-pre-vote", "a vote of a higher term ends the heartbeats", hashicorpraft.Options{Applies: true}, faulty, nil, nil},
	{"forgets", "a server whose store loses its votes votes twice in a term", hashicorpraft.Options{Applies: true, Forgets: true}, faulty,
		hashicorpraft.ErrUnsafe, nil},
}

// finds returns the violation that the row has with the release under test.
func (c *walkRow) finds(t *testing.T) error {
	if c.in != nil && !slices.Contains(c.in, release(t)) {
		return nil
	}
	return c.found
}

const drawnEvents = 80

// walk runs the walk of a seed.
func (c *walkRow) walk(seed uint64) (goroutines.Walked, time.Duration, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	o := c.options
	o.Seed = int64(seed)
	return hashicorpraft.Walk(o, goroutines.Walk{Network: hashicorpraft.Network(3, c.faults), Draw: r.IntN, Events: drawnEvents})
}

// TestWalks draws schedules until one has the violation of the row, or many in which there
// must be none.
func TestWalks(t *testing.T) {
	for _, c := range walkRows {
		t.Run(c.name, func(t *testing.T) {
			want, most, longest, last := c.finds(t), *walks, time.Duration(0), goroutines.Walked{}
			if want != nil {
				most = 3000
			}
			seed, err := goroutines.Walks(t.Context(), most, func(seed uint64) (goroutines.Walked, error) {
				walked, without, err := c.walk(seed)
				if last, longest = walked, max(longest, without); walked.Left != "" {
					t.Errorf("seed %d: a goroutine has not ended: %s", seed, walked.Left)
				}
				return walked, err
			}, func(p goroutines.WalksProgress) { t.Logf("%v; at most %v without a leader", p, longest) })
			switch {
			case err != nil && (want == nil || !errors.Is(err, want)):
				t.Fatalf("%s: seed %d: %v after\n%v", c.reason, seed, err, last)
			case err != nil && *update && c.in != nil:
				c.store(t, seed, last.Events)
			}
			if want != nil && seed == most {
				t.Errorf("%s: not found in %d schedules", c.reason, most)
			}
		})
	}
}
