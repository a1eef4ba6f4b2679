package hashicorpraft

import (
	"fmt"
	"math/rand"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/raft"
)

// A memory is what a server knows, but for the timers that run: see the field Snapshot of goroutines.Process.
type memory struct {
	Raft    *raft.Raft
	Draws   int      // of random timeouts, so far
	Waits   []string // the calls that wait for an answer, with the time since they were made
	Answers []string // to a candidate, which counts them in variables of a function
}

// leftOut are the fields of the library that are no part of a memory.
var leftOut = []string{
	// Channels: all goroutines are blocked when a snapshot is taken, and the main loop, which waits for all of them, finds nothing there.
	"raft.Raft.applyCh", "raft.Raft.fsmMutateCh", "raft.Raft.fsmSnapshotCh", "raft.Raft.leaderCh", "raft.Raft.configurationChangeCh", "raft.Raft.rpcCh",
	"raft.Raft.shutdownCh", "raft.Raft.userSnapshotCh", "raft.Raft.userRestoreCh", "raft.Raft.verifyCh", "raft.Raft.configurationsCh", "raft.Raft.bootstrapCh",
	"raft.Raft.leadershipTransferCh", "raft.Raft.leaderNotifyCh", "raft.Raft.followerNotifyCh",
	"raft.leaderState.commitCh", "raft.leaderState.stepDown", "raft.commitment.commitCh", "raft.followerReplication.stopCh", "raft.followerReplication.triggerCh",
	"raft.followerReplication.triggerDeferErrorCh", "raft.followerReplication.notifyCh", "raft.followerReplication.stepDown", "raft.deferError.errCh", "raft.deferError.ShutdownCh",
	// What is the same for ever, or stands elsewhere: the stable store is the log store too, and the status has what was applied.
	"raft.Raft.conf", "raft.Raft.logger", "raft.Raft.trans", "raft.Raft.fsm", "raft.Raft.snapshots", "raft.Raft.latestConfiguration", "raft.Raft.stable",
	// Locks, figures for metrics, and observers.
	"raft.raftState.lastLock", "raft.raftState.routinesGroup", "raft.Raft.mainThreadSaturation", "raft.Raft.observers", "raft.logFuture.dispatch",
	// When another was last heard of: what happens while time passes tells.
	"raft.Raft.lastContact", "raft.followerReplication.lastContact",
}

// snapshot returns the memory of the server.
func (x *server) snapshot() any {
	m := memory{Raft: x.raft, Draws: draws(x.seed), Waits: x.calls.waits()}
	if x.raft.State() == raft.Candidate {
		m.Answers = x.calls.answers
	}
	return m
}

// mostDraws is more than any server draws in a search.
const mostDraws = 1 << 16

// draws returns how often the global source of math/rand was drawn from since it began with the seed, and leaves it there. It panics if the
// program does not let it be seeded.
func draws(seed int64) int {
	next, source := rand.Int63(), rand.New(rand.NewSource(seed))
	for n := range mostDraws {
		if source.Int63() != next {
			continue
		}
		rand.Seed(seed) //nolint:staticcheck // the library draws from this source
		for range n {
			rand.Int63()
		}
		return n
	}
	panic("math/rand does not follow its seed; allowed: a program with //go:debug randseednop=0")
}

// calls are those that a server makes. Nil notes nothing.
type calls struct {
	mu       sync.Mutex
	waiting  map[*waiting]bool
	campaign string   // the last request for votes
	answers  []string // to it
}

type waiting struct {
	text  string
	since time.Time
}

// begin notes a call. The function that it returns notes the answer.
func (c *calls) begin(to raft.ServerAddress, request any) (end func(answer any, err error)) {
	if c == nil {
		return func(any, error) {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	text, asks := fmt.Sprint(request), isCampaign(request)
	w := &waiting{fmt.Sprintf("%s %s", to, text), time.Now()}
	c.waiting[w] = true
	if asks && text != c.campaign {
		c.campaign, c.answers = text, nil
	}
	return func(answer any, err error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, w)
		if asks && text == c.campaign {
			c.answers = append(c.answers, fmt.Sprintf("%s %v %v", to, answer, err))
		}
	}
}

// isCampaign reports whether a request asks for a vote.
func isCampaign(request any) bool {
	switch request.(type) {
	case vote, preVote:
		return true
	}
	return false
}

// waits returns texts of the calls that wait for an answer, with the time since they were made.
func (c *calls) waits() (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.waiting {
		list = append(list, fmt.Sprintf("%s %v", w.text, time.Since(w.since)))
	}
	slices.Sort(list)
	return list
}
