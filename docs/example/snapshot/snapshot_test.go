package snapshot_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/snapshot"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, a snapshot.Algorithm, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// pair has two links each way.
var pair = model.Network{N: 2, Labels: []int{1, 1}}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

func TestSnapshot(t *testing.T) {
	for name, net := range map[string]model.Network{
		"two coins":       pair,
		"three processes": {N: 3, Labels: []int{0, 1, 0}, Wake: model.WakeSet{Only: []int{0}}},
	} {
		t.Run(name, func(t *testing.T) {
			enough.Check(t, system(t, snapshot.Algorithm{}, net),
				snapshot.Total(), snapshot.Consistent(), snapshot.Complete(), snapshot.Markers())
		})
	}
}

// TestDeaf plants a fault: coins in flight are not recorded.
func TestDeaf(t *testing.T) {
	enough.Expect(t, system(t, snapshot.Algorithm{Deaf: true}, pair),
		interrextest.Violated(snapshot.Total()).In(7), interrextest.Violated(snapshot.Consistent()).In(3),
		interrextest.Holds(snapshot.Complete()))
}

// TestOrder takes an assumption away: a marker may overtake a coin.
func TestOrder(t *testing.T) {
	net := pair
	net.Order = model.Bag
	enough.Expect(t, system(t, snapshot.Algorithm{}, net), interrextest.Violated(snapshot.Total()).In(6))
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, snapshot.Algorithm{}, pair), system(t, snapshot.Algorithm{Deaf: true}, pair))
}
