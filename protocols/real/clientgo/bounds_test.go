package clientgo_test

import (
	"context"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/clientgo"
)

// A bound is the assumption that a promise needs, an amount. With the least amount the
// property holds, and with the one before it is violated.
type bound struct {
	name, reason string
	property     string // leads-again: the amount is its bound
	system       func(x int, o clientgo.Options) (clientgo.Options, model.Faults)
	least        map[string]int // by release; none: the property holds with most too
	most         int            // an extreme amount
	since        string         // the first release that the bound is about
}

// wide are settings with a retry period so long that a lease longer than the renew
// deadline may be too short.
func wide(lease float64, renew, retry int) []clientgo.Settings {
	return settings(lease, float64(renew), float64(retry), lease, float64(renew), float64(retry))
}

var bounds = []bound{
	{"lease", "the lease, with renew deadline 10 and retry period 8: a takeover needs two calls, or five seconds",
		"one-context", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings = wide(float64(x), 10, 8)
			return o, cut
		}, sameInAll(13), 0, ""},
	{"lease-retry-7", "a retry period of 7: one second less",
		"one-context", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings = wide(float64(x), 10, 7)
			return o, cut
		}, sameInAll(12), 0, ""},
	{"lease-renew-12", "a renew deadline of 12: two seconds more",
		"one-context", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings = wide(float64(x), 12, 8)
			return o, cut
		}, sameInAll(15), 0, ""},
	{"lease-late", "one call that is two seconds late: two more",
		"one-context", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings, o.Late, o.Delay = wide(float64(x), 10, 8), 1, 2
			return o, cut
		}, sameInAll(15), 0, ""},
	{"lease-release", "ReleaseOnCancel: the context of OnStartedLeading lives on while the release waits for an answer, since v0.31 for the renew deadline, and before without an end",
		"one-context", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings, o.ReleaseOnCancel, o.Jitter, o.Seconds = wide(float64(x), 10, 8), true, 7, 40
			return o, cut
		}, map[string]int{"v0.31": 23, "v0.37": 23}, 0, "v0.31"},
	{"work", "the lease, if work goes on for 2 seconds when its context has ended",
		"one-callback", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings, o.Linger = wide(float64(x), 10, 8), 2*time.Second
			return o, cut
		}, sameInAll(15), 0, ""},
	{"work-release", "seconds before the end of the context at which work must end, with ReleaseOnCancel",
		"one-callback", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings, o.Linger = settings(15, 10, 2, 15, 10, 2), time.Duration(x)*-time.Second
			o.Starts, o.Jitter, o.Seconds, o.ReleaseOnCancel, o.Cancel = nil, 4, 20, true, seconds(0, 9)
			return o, model.Faults{}
		}, map[string]int{"v0.26": -4, "v0.28": -4, "v0.31": -4, "v0.37": -6}, -15, ""},
	{"returns", "the time that Run takes to return with ReleaseOnCancel, if one message is lost and calls have a timeout of 4 seconds",
		"returns", func(x int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings, o.Timeout, o.Returns = settings(15, 10, 2, 15, 10, 2), 4*time.Second, time.Duration(x)*time.Second
			o.Starts, o.Jitter, o.ReleaseOnCancel, o.Cancel = nil, 0, true, seconds(0, 9)
			return o, model.Faults{Loss: 1}
		}, map[string]int{"v0.20": 2, "v0.26": 4, "v0.28": 4, "v0.31": 4, "v0.37": 5}, 1, ""},
	{"leads-again", "the time without a leader, settings 5, 4 and 2",
		"leads-again", func(_ int, o clientgo.Options) (clientgo.Options, model.Faults) {
			o.Settings, o.Starts, o.Jitter, o.Seconds = wide(5, 4, 2), nil, 2, 32
			return o, cut
		}, sameInAll(21), 0, ""},
}

// sameInAll is a result that all releases have in common.
func sameInAll(least int) map[string]int {
	all := map[string]int{}
	for _, r := range []string{"v0.18", "v0.20", "v0.26", "v0.28", "v0.31", "v0.37"} {
		all[r] = least
	}
	return all
}

// judged searches a system of a bound. The second elector starts when the first renewal
// of the other is stored: v0.31 renews without a Get, two seconds sooner.
func (b bound) judged(t *testing.T, x int) checker.Result {
	t.Helper()
	second := 5.5
	if release(t) >= "v0.31" {
		second = 3.5
	}
	o, faults := b.system(x, clientgo.Options{Starts: seconds(0, second), Jitter: 7, Seconds: 32})
	s, _, err := clientgo.System(o, faults)
	if err != nil {
		t.Fatal(err)
	}
	p := clientgo.LeadsAgain(s, x)
	for _, q := range clientgo.Properties() {
		if q.Name == b.property {
			p = q
		}
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: []properties.Property{p}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d: %v, %d configurations in %v", x, r.Verdicts[0].Result, r.Configurations, r.Elapsed)
	return r.Verdicts[0].Result
}

// TestBounds searches each system twice, with the least amount with which the property
// holds and with the one before it.
func TestBounds(t *testing.T) {
	for _, b := range bounds {
		t.Run(b.name, func(t *testing.T) {
			if release(t) < b.since {
				t.Skipf("since %s", b.since)
			}
			least, ok := b.least[release(t)]
			if !ok {
				if got := b.judged(t, b.most); got != checker.Holds {
					t.Errorf("%s: %s with %d is %v, want holds", b.reason, b.property, b.most, got)
				}
				return
			}
			if got := b.judged(t, least-1); got != checker.Violated {
				t.Errorf("%s: %s with %d is %v, want violated", b.reason, b.property, least-1, got)
			}
			if got := b.judged(t, least); got != checker.Holds {
				t.Errorf("%s: %s with %d is %v, want holds", b.reason, b.property, least, got)
			}
		})
	}
}

func seconds(list ...float64) []time.Duration {
	var all []time.Duration
	for _, x := range list {
		all = append(all, time.Duration(x*float64(time.Second)))
	}
	return all
}
