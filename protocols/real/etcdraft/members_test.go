package etcdraft

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMembersOf reads back the text that a configuration writes.
func TestMembersOf(t *testing.T) {
	for _, m := range []Members{
		{Voters: []uint64{1}},
		{Voters: []uint64{1, 12}, Learners: []uint64{3}},
		{Voters: []uint64{2}, Outgoing: []uint64{1, 2}, Learners: []uint64{4}, Next: []uint64{1, 3}, AutoLeave: true},
		{Learners: []uint64{1}},
	} {
		if diff := cmp.Diff(m, membersOf(m.String())); diff != "" {
			t.Errorf("%v (-written +read):\n%s", m, diff)
		}
	}
}
