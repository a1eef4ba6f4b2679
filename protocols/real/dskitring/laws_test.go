package dskitring_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/grafana/dskit/kv/memberlist"
	"github.com/grafana/dskit/ring"
)

// These tests use the library alone. They show the behaviour of this version, against the
// laws that memberlist.Mergeable states, so they fail as soon as it is mended.

// mergeAll merges updates in an order, and returns the result.
func mergeAll(t *testing.T, result memberlist.Mergeable, updates ...func() memberlist.Mergeable) memberlist.Mergeable {
	t.Helper()
	for _, update := range updates {
		if _, err := result.Merge(update(), false); err != nil {
			t.Fatal(err)
		}
	}
	return result
}

// TestKnown_TokenOfLeavingMember is the schedule of token-of-leaving-member:
// members a and b have token 1, and a leaves. Who has the token depends on
// whether b or the end of a is merged first.
func TestKnown_TokenOfLeavingMember(t *testing.T) {
	entry := func(name string, time int64, state ring.InstanceState) func() memberlist.Mergeable {
		return func() memberlist.Mergeable {
			d := ring.NewDesc()
			d.Ingesters[name] = ring.InstanceDesc{Timestamp: time, State: state, Tokens: []uint32{1}}
			return d
		}
	}
	isA, leavesA, isB := entry("a", 1, ring.ACTIVE), entry("a", 2, ring.LEAVING), entry("b", 1, ring.ACTIVE)
	owners := func(m memberlist.Mergeable) (names []string) {
		for _, name := range []string{"a", "b"} {
			if len(m.(*ring.Desc).Ingesters[name].Tokens) > 0 {
				names = append(names, name)
			}
		}
		return names
	}
	if diff := cmp.Diff([]string{"b"}, owners(mergeAll(t, ring.NewDesc(), isA, leavesA, isB))); diff != "" {
		t.Errorf("owners of the token, b last (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a"}, owners(mergeAll(t, ring.NewDesc(), isA, isB, leavesA))); diff != "" {
		t.Errorf("owners of the token, b before a leaves (-want +got):\n%s", diff)
	}
}

// TestKnown_PartitionOfOneSecond merges two updates of a partition in one second:
// whichever comes first stays.
func TestKnown_PartitionOfOneSecond(t *testing.T) {
	partition := func(state ring.PartitionState) func() memberlist.Mergeable {
		return func() memberlist.Mergeable {
			d := ring.NewPartitionRingDesc()
			d.AddPartition(1, state, time.Unix(1, 0))
			return d
		}
	}
	active, inactive := partition(ring.PartitionActive), partition(ring.PartitionInactive)
	state := func(m memberlist.Mergeable) ring.PartitionState {
		return m.(*ring.PartitionRingDesc).Partitions[1].State
	}
	if got := state(mergeAll(t, ring.NewPartitionRingDesc(), active, inactive)); got != ring.PartitionActive {
		t.Errorf("active first: %v", got)
	}
	if got := state(mergeAll(t, ring.NewPartitionRingDesc(), inactive, active)); got != ring.PartitionInactive {
		t.Errorf("inactive first: %v", got)
	}
}
