package interrextest

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// TestTimePassesInRandomSchedules says that random schedules let time pass, and minimise
// its ticks: if messages take twice as long as bully reckons with, two processes win.
func TestTimePassesInRandomSchedules(t *testing.T) {
	e, err := catalogue.ByName("bully")
	if err != nil {
		t.Fatal(err)
	}
	net := e.Network(3)
	net.IDs, net.Timing, net.Delay = []model.ID{3, 2, 1}, model.Bounded, 2
	s, err := e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
	if err != nil {
		t.Fatal(err)
	}
	const shortest = 8 // of it three ticks: interrex check bully -n 3 --ids worst --timing bounded --max-delay 2
	if length := find(t, s, properties.Uniqueness(), model.Weak, 1); length != shortest {
		t.Errorf("minimised to %d events, want %d", length, shortest)
	}
}
