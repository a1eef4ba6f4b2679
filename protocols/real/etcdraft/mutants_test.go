//go:build !raft37

package etcdraft_test

import (
	"context"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

// TestFingerprintMutants leaves out fields that may matter. Either histories that
// it merges have different futures, which must end the search, or it merges
// nothing: as many local states are found as with the field.
func TestFingerprintMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	full, err := without(t, few)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []struct{ fields, redundant string }{
		{"tracker.ProgressTracker.Votes", ""},
		{"raft.raft.trk", ""},
		{"tracker.ProgressTracker.Progress", ""},
		{"tracker.Progress.Match tracker.Progress.Next tracker.Progress.sentCommit", ""},
		{"tracker.Progress.Match tracker.Progress.Next tracker.Progress.Inflights", ""},
		{"tracker.Progress.Match tracker.Progress.Next tracker.Progress.Inflights tracker.Progress.sentCommit", ""},
		{"tracker.Progress.Next tracker.Progress.Inflights tracker.Progress.sentCommit", ""},
		{"tracker.Progress.sentCommit", ""},
		{"raft.RawNode.raft", ""},
		{"raft.raft.raftLog raft.raft.trk", ""},
		{"raft.raft.trk raft.raft.state", ""},
		{"etcdraft.server.replica", ""},
		{"raft.raft.Term raft.raft.Vote raft.raft.state raft.raft.lead", "the hard state, prevSoftSt and the tracker say the same"},
		{"tracker.Progress.Match tracker.Progress.Next", "the in-flight window and sentCommit say the same"},
		{"tracker.Progress.Next tracker.Progress.Inflights", "Match and sentCommit say the same"},
		{"tracker.Progress.Inflights tracker.Progress.State", "Match and Next say the same"},
		{"tracker.Progress.State tracker.Progress.Match tracker.Progress.Next", "the in-flight window says the same"},
		{"tracker.Progress.MsgAppFlowPaused", "a leader that probes has sent, and is paused"},
		{"tracker.Progress.RecentActive", "whatever sets it changes another field too"},
		{"raft.raft.electionElapsed", "it counts the ticks, as beats does"},
		{"raft.raft.heartbeatElapsed", "a tick is a heartbeat: it is 0 always"},
		{"raft.raft.uncommittedSize", "the log and the commit index determine it"},
		{"raft.raftLog.committed", "the hard state holds it too"},
		{"etcdraft.server.applied", "the log up to raftLog.applied"},
		{"etcdraft.server.beats", "electionElapsed counts the ticks too"},
	} {
		t.Run(m.fields, func(t *testing.T) {
			if m.redundant != "" {
				states, err := without(t, few, strings.Fields(m.fields)...)
				if err != nil || states != full {
					t.Errorf("%s, so nothing is merged: error %v, %d local states; want %d", m.redundant, err, states, full)
				}
				return
			}
			states, err := without(t, many, strings.Fields(m.fields)...)
			if err == nil || !strings.Contains(err.Error(), "the fingerprint misses something") {
				t.Errorf("not caught: %d local states of %d, error %v", states, full, err)
			}
		})
	}
}

// How many configurations a mutant is searched for.
const few, many = 5_000, 60_000

// without searches with fields left out, and returns the number of local states.
func without(t *testing.T, configurations int64, leaveOut ...string) (states int, err error) {
	t.Helper()
	c := etcdrafttest.Case{N: 3, Config: etcdraft.Config{MaxTerm: 1, MaxLog: 2, Beats: 1, CheckQuorum: true, LeaveOut: leaveOut}}
	i := c.On(t, v36.Library{})
	_, err = checker.Check(context.Background(), i.System, checker.Options{Properties: i.Properties()[:1], MaxConfigurations: configurations})
	return i.Algorithm.Counts().States, err
}
