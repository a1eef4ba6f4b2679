package bullyoriginal_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
	bully "github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/errata"
)

// exactly returns the property that no execution ends with another number of
// messages sent than that, lost ones included.
func exactly(messages int) properties.Property {
	return properties.NewAtEnd("messages", fmt.Sprintf("at the end %d messages have been sent", messages), properties.Watch(
		func(model.View) int { return 0 },
		func(sent int, o properties.Observation) int { return sent + o.Sends },
		func(sent int) bool { return sent == messages }))
}

// TestMessages is about elections at the start that the process with identity k
// initiates, nobody else ever: equation 1 of the document is exact for them,
// and 24 for five processes, unless each ELECTION starts an election (R2=b).
// down is the identity of a process that has crashed before: the printed total
// of 44 is 24 + 20, and 20 takes R3=b.
func TestMessages(t *testing.T) {
	for _, row := range []struct {
		n, k, down int
		again, all uint8 // R2, R3
		messages   int
		reason     string
	}{
		{2, 1, 0, 0, 0, 3, "N^2-1: ELECTION, OK, one announcement"},
		{3, 1, 0, 0, 0, 8, "N^2-1"},
		{3, 2, 0, 0, 0, 4, "(k-N-1)(k-N)+N-1"},
		{3, 3, 0, 0, 0, 2, "N-1 announcements"},
		{4, 1, 0, 0, 0, 15, "N^2-1"},
		{4, 2, 0, 0, 0, 9, "(k-N-1)(k-N)+N-1"},
		{3, 1, 0, 1, 0, 8, "R2=b: only the greatest is asked twice, which asks nobody"},
		{4, 1, 0, 1, 0, 17, "R2=b: 2^N+N-3, not N^2-1; process i holds 2^(i-2) elections"},
		{4, 1, 4, 0, 0, 11, "ELECTION 3+2+1, OK 2+1, two announcements"},
		{4, 1, 4, 0, 1, 12, "three announcements, one to the process that is down"},
		{3, 1, 3, 0, 1, 6, "ELECTION 2+1, OK 1, two announcements"},
	} {
		t.Run(fmt.Sprintf("n=%d/k=%d/down=%d/R2=%d/R3=%d", row.n, row.k, row.down, row.again, row.all), func(t *testing.T) {
			net := model.Network{Topology: model.CompleteByID, N: row.n, Order: model.Inbox, Timing: model.Timely,
				Wake: model.WakeSet{Only: []int{row.k - 1}}}
			for id := range row.n {
				net.IDs = append(net.IDs, model.ID(id+1))
			}
			if row.down > 0 {
				net.Down = []int{row.down - 1}
			}
			readings := errata.Readings{bully.Underway: row.again, bully.Whom: row.all, bully.Initiator: 1}
			s, err := model.New(bully.Algorithm{Fixes: fixed, Readings: readings}, net)
			if err != nil {
				t.Fatal(err)
			}
			if got := checked(t, s, exactly(row.messages)); got != checker.Holds {
				t.Errorf("%d messages at the end of every execution: got %v, want holds: %s", row.messages, got, row.reason)
			}
		})
	}
}

// TestListingThree is the unit test of the document's listing 3, for every process i: a
// message that it puts into the queue of another one comes out first, with its
// type and its sender.
func TestListingThree(t *testing.T) {
	const n = 4
	ids := []model.ID{1, 2, 3, 4}
	for i := range n - 1 { // the greatest process sends nothing to others at first
		net := among(ids)
		net.Wake = model.WakeSet{Only: []int{i}}
		s, err := model.New(bully.Algorithm{Fixes: fixed, Readings: errata.Readings{bully.Initiator: 1}}, net)
		if err != nil {
			t.Fatal(err)
		}
		path := stepwise.NewPath(s)
		if _, ok := path.Apply(model.Event{Process: i, Kind: model.Wake}); !ok {
			t.Fatalf("process %d does not start an election", i)
		}
		var got []string
		for _, cause := range path.Enabled() {
			if cause.Kind != model.Receive {
				continue
			}
			e := stepwise.Outcomes(s, path.Last(), cause)[0].Event
			got = append(got, fmt.Sprintf("%d gets %s from %d", e.Process, e.Message, s.Peer(e.Process, e.Port)))
		}
		var want []string
		for p := i + 1; p < n; p++ {
			want = append(want, fmt.Sprintf("%d gets ELECTION from %d", p, i))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("process %d (-want +got):\n%s", i, diff)
		}
	}
}
