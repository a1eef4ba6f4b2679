package bullyimproved_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	bully "github.com/interrex/interrex/protocols/bullyimproved"
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
// initiates, nobody else ever; down is the identity of a process that has
// crashed before, for the printed 26 = 13 + 13.
func TestMessages(t *testing.T) {
	for _, row := range []struct {
		n, k, down, messages int
		reason               string
	}{
		{2, 1, 0, 4, "3N-2k"},
		{3, 1, 0, 7, "3N-2k: ELECTION 2, OK 2, YOU_ARE_COORDINATOR, two announcements"},
		{3, 2, 0, 5, "3N-2k"},
		{3, 3, 0, 2, "3N-2k is 3: but nobody needs to be told where the greatest starts itself"},
		{4, 1, 0, 10, "3N-2k"},
		{4, 4, 0, 3, "3N-2k is 4: the same"},
		{5, 1, 0, 13, "3N-2k, and printed"},
		{4, 1, 4, 10, "ELECTION 3, OK 2, YOU_ARE_COORDINATOR, its ELECTION, three announcements, one to the process that is down"},
		{5, 1, 5, 13, "the same for five, and printed: 26 = 13 + 13"},
	} {
		t.Run(fmt.Sprintf("n=%d/k=%d/down=%d", row.n, row.k, row.down), func(t *testing.T) {
			net := network(row.n)
			net.Wake = model.WakeSet{Only: []int{row.k - 1}}
			if row.down > 0 {
				net.Down = []int{row.down - 1}
			}
			s, err := model.New(bully.Algorithm{Fixes: fixed, Readings: errata.Readings{bully.Initiator: 1}}, net)
			if err != nil {
				t.Fatal(err)
			}
			if got := checked(t, s, exactly(row.messages)); got != checker.Holds {
				t.Errorf("%d messages at the end of every execution: got %v, want holds: %s", row.messages, got, row.reason)
			}
		})
	}
}

// network returns the network of the document, process p with identity p+1.
func network(n int) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n, Order: model.Inbox, Timing: model.Timely}
	for id := range n {
		net.IDs = append(net.IDs, model.ID(id+1))
	}
	return net
}

// TestElectionsRunInParallel is against line 33: the flag keeps nobody from
// starting who has not heard of another's election.
func TestElectionsRunInParallel(t *testing.T) {
	two := properties.NewReachable("two-candidates", "in some execution two processes wait for OKs at once", func(v model.View) bool {
		candidates := 0
		for _, s := range v.Status {
			if s.Role == model.Candidate {
				candidates++
			}
		}
		return candidates > 1
	})
	s, err := model.New(bully.Algorithm{Fixes: fixed}, network(2))
	if err != nil {
		t.Fatal(err)
	}
	if got := checked(t, s, two); got != checker.Holds {
		t.Errorf("got %v, want holds: both wake before they hear of each other", got)
	}
}
