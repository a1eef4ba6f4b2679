package goroutines_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestLeaseFromTheAnswer searches calls in rounds of a second whose messages take up to so many
// rounds. The server grants its lease for three seconds. A client believes in it from the answer
// on, so D seconds after the grant at the latest. The answer to the next holder comes a round after
// the lease has ended, and that round takes a second. So the lease is safe if D and the time for
// which clients believe in it are at most five seconds together.
func TestLeaseFromTheAnswer(t *testing.T) {
	one := properties.NewAlways("one", "at most one leads while time passes for all", func(v model.View) bool {
		leaders := 0
		for _, s := range v.Status {
			if s.Role == model.Won {
				leaders++
			}
		}
		return leaders < 2 || v.Bounded()
	})
	for _, c := range []struct {
		delay  int
		holds  time.Duration
		want   checker.Result
		long   bool
		reason string
	}{
		{1, 3500 * time.Millisecond, checker.Holds, false, "four seconds and a half"},
		{2, 3000 * time.Millisecond, checker.Holds, false, "five seconds"},
		{2, 3500 * time.Millisecond, checker.Violated, false, "half a second more"},
		{3, 2000 * time.Millisecond, checker.Holds, true, "five seconds, of which messages may take three"},
		{3, 2500 * time.Millisecond, checker.Violated, false, "half a second more than that"},
	} {
		t.Run(fmt.Sprint(c.delay, " ", c.holds), func(t *testing.T) {
			if c.long && os.Getenv("INTERREX_LONG") == "" {
				t.Skip("172,289 configurations: set INTERREX_LONG=1")
			}
			code := leasesOf(&client{holds: c.holds, timeout: 10 * time.Second, answer: true})
			code.Steps = 7
			net := star(2, model.Faults{})
			net.Delay = c.delay
			r := check(t, system(t, algorithm(t, code), net), one)
			if v := r.Verdicts[0]; v.Result != c.want {
				t.Errorf("%s: %v, want %v", c.reason, v.Result, c.want)
			}
		})
	}
}
