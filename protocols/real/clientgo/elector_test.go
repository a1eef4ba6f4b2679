package clientgo_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/client-go/tools/leaderelection"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/clientgo"
)

var update = flag.Bool("update", false, "write what is found to testdata")

// A row is a system, and the result of its search with each release: its configurations,
// and the violated properties with the lengths of their counterexamples.
type row struct {
	name, reason string
	options      clientgo.Options
	faults       model.Faults
	want         map[string]string // by release
}

func settings(seconds ...float64) []clientgo.Settings {
	var list []clientgo.Settings
	for i := 0; i < len(seconds); i += 3 {
		d := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
		list = append(list, clientgo.Settings{Lease: d(seconds[i]), Renew: d(seconds[i+1]), Retry: d(seconds[i+2])})
	}
	return list
}

var (
	unequal  = settings(60, 40, 5, 15, 10, 2)
	defaults = settings(15, 10, 2, 15, 10, 2)
	cut      = model.Faults{Cut: 1}
)

var rows = []row{
	{"unequal-settings", "an elector with a lease of 15 s waits 15 s for one with a lease of a minute",
		clientgo.Options{Settings: unequal, Seconds: 40}, cut, map[string]string{
			"v0.18": "1155 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.20": "1155 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.26": "1155 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.28": "1139 configurations",
			"v0.31": "1055 configurations",
			"v0.37": "1055 configurations",
		}},
	{"unequal-long", "until the longest lease is over",
		clientgo.Options{Settings: unequal, Seconds: 90}, cut, map[string]string{
			"v0.18": "4769 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.20": "4769 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.26": "4769 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.28": "4765 configurations, one-isleader 75",
			"v0.31": "4032 configurations, one-isleader 75",
			"v0.37": "4032 configurations, one-isleader 75",
		}},
	{"defaults", "IsLeader stays true at an elector that has given up",
		clientgo.Options{Settings: defaults, Seconds: 40}, cut, map[string]string{
			"v0.18": "1440 configurations, one-isleader 28",
			"v0.20": "1440 configurations, one-isleader 28",
			"v0.26": "1440 configurations, one-isleader 28",
			"v0.28": "1440 configurations, one-isleader 28",
			"v0.31": "1293 configurations, one-isleader 28",
			"v0.37": "1293 configurations, one-isleader 28",
		}},
	{"loss", "a call that is lost, with a timeout",
		clientgo.Options{Settings: defaults, Seconds: 30, Timeout: 5500 * time.Millisecond}, model.Faults{Loss: 1}, map[string]string{
			"v0.18": "551 configurations, one-isleader 28",
			"v0.20": "551 configurations, one-isleader 28",
			"v0.26": "551 configurations, one-isleader 28",
			"v0.28": "551 configurations, one-isleader 28",
			"v0.31": "560 configurations",
			"v0.37": "560 configurations",
		}},
	{"late", "a call that the server handles or answers six seconds late",
		clientgo.Options{Settings: defaults, Seconds: 40, Late: 1, Delay: 6}, model.Faults{}, map[string]string{
			"v0.18": "1256 configurations, one-isleader 27",
			"v0.20": "1256 configurations, one-isleader 27",
			"v0.26": "1256 configurations, one-isleader 27",
			"v0.28": "1256 configurations, one-isleader 27",
			"v0.31": "1209 configurations",
			"v0.37": "1209 configurations",
		}},
	{"cancel", "an elector whose context ends while its request is on its way",
		clientgo.Options{Settings: defaults, Seconds: 40, Cancel: []time.Duration{0, 9 * time.Second, 20 * time.Second}, ReleaseOnCancel: true}, model.Faults{}, map[string]string{
			"v0.18": "371 configurations, one-isleader 27, returned-holds-none 10",
			"v0.20": "371 configurations, one-isleader 27, returned-holds-none 10",
			"v0.26": "373 configurations, returned-holds-none 23",
			"v0.28": "373 configurations, returned-holds-none 23",
			"v0.31": "368 configurations, returned-holds-none 23",
			"v0.37": "369 configurations",
		}},
	{"cancel-loss", "the release, or its answer, is lost: nothing ends the call soon",
		clientgo.Options{Settings: defaults, Seconds: 30, Cancel: []time.Duration{0, 9 * time.Second}, ReleaseOnCancel: true}, model.Faults{Loss: 1}, map[string]string{
			"v0.18": "1683 configurations, one-isleader 27, returned-holds-none 10",
			"v0.20": "1700 configurations, one-isleader 27, returned-holds-none 10",
			"v0.26": "1887 configurations, one-isleader 15, returned-holds-none 11, returns 16",
			"v0.28": "1887 configurations, one-isleader 15, returned-holds-none 11, returns 16",
			"v0.31": "1902 configurations, one-isleader 15, returned-holds-none 11, returns 16",
			"v0.37": "1914 configurations, one-isleader 19, returned-holds-none 11, returns 16",
		}},
	{"release-one-way", "an elector that receives no answers gives up and releases its lease; only when the release is over does the context of OnStartedLeading end",
		clientgo.Options{Settings: defaults, Seconds: 30, ReleaseOnCancel: true}, cut, map[string]string{
			"v0.18": "899 configurations, one-isleader 28",
			"v0.20": "899 configurations, one-context 28, one-callback 28, one-isleader 28",
			"v0.26": "912 configurations, one-context 19, one-callback 19, one-isleader 19",
			"v0.28": "912 configurations, one-context 19, one-callback 19, one-isleader 19",
			"v0.31": "800 configurations, one-isleader 28",
			"v0.37": "800 configurations, one-isleader 28",
		}},
	{"linger", "work that goes on when its context has ended",
		clientgo.Options{Settings: defaults, Seconds: 40, Cancel: []time.Duration{0, 9 * time.Second}, ReleaseOnCancel: true, Linger: 9 * time.Second}, model.Faults{}, map[string]string{
			"v0.18": "168 configurations, one-isleader 27, returned-holds-none 10",
			"v0.20": "168 configurations, one-isleader 27, returned-holds-none 10",
			"v0.26": "170 configurations, one-callback 14",
			"v0.28": "170 configurations, one-callback 14",
			"v0.31": "165 configurations, one-callback 14",
			"v0.37": "166 configurations, one-callback 18",
		}},
}

// release returns the release of client-go that the test is built with, as v0.28. The
// go.mod file selects it, and the path of the source has it.
func release(t testing.TB) string {
	t.Helper()
	f := runtime.FuncForPC(reflect.ValueOf(leaderelection.NewLeaderElector).Pointer())
	path, _ := f.FileLine(f.Entry())
	_, version, _ := strings.Cut(path, "client-go@")
	version, _, ok := strings.Cut(version, "/")
	if !ok {
		t.Fatalf("%s is not of a release of client-go", path)
	}
	return version[:strings.LastIndex(version, ".")]
}

// TestRows searches each system to the end. A counterexample of one-context is stored.
func TestRows(t *testing.T) {
	for _, c := range rows {
		t.Run(c.name, func(t *testing.T) {
			s, a, err := clientgo.System(c.options, c.faults)
			if err != nil {
				t.Fatal(err)
			}
			r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: clientgo.Properties()})
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%d configurations", r.Configurations)
			for _, v := range r.Verdicts {
				switch v.Result {
				case checker.Violated:
					got += fmt.Sprintf(", %s %d", v.Property.Name, len(v.Execution.Lasso().Events()))
				case checker.Unknown:
					t.Errorf("%s is unknown: %s", v.Property.Name, v.Note())
				}
				if v.Result == checker.Violated && v.Property.Name == "one-context" {
					store(t, c, *v.Execution, v.Property)
				}
			}
			if want := c.want[release(t)]; got != want {
				t.Errorf("%s: %s; want %s", c.reason, got, want)
			}
			if left := a.Counts().Left; left > 0 {
				t.Errorf("%d bubbles have goroutines left", left)
			}
			t.Logf("%+v, %v", a.Counts(), r.Elapsed)
		})
	}
}

// store compares a counterexample with the file in testdata, which it replays.
func store(t *testing.T, c row, x model.Execution, p properties.Property) {
	t.Helper()
	file := counterexamples.Record(counterexamples.Instance{Algorithm: "clientgo", Variant: c.name, Network: *x.System.Network()}, x, p, model.Weak)
	file.Prose = append([]string{"client-go " + release(t) + ": " + c.reason + "."}, file.Prose...)
	if err := file.Check(); err != nil {
		t.Fatal(err)
	}
	path, got := filepath.Join("testdata", c.name+"-"+release(t)+".txt"), file.Format()
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-stored +found):\n%s", path, diff)
	}
}

// TestLeads searches for a leader: the promises are not kept by electing nobody.
func TestLeads(t *testing.T) {
	for _, c := range rows {
		s, _, err := clientgo.System(c.options, c.faults)
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: []properties.Property{properties.LeaderReachable()}})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != checker.Holds {
			t.Errorf("%s: %s %v", c.name, v.Property.Name, v.Result)
		}
	}
}

// TestLateNeedsDelay refuses late calls without a delay.
func TestLateNeedsDelay(t *testing.T) {
	if _, _, err := clientgo.System(clientgo.Options{Settings: defaults, Seconds: 3, Late: 1}, model.Faults{}); err == nil || !strings.Contains(err.Error(), "delay 0") {
		t.Errorf("error %v", err)
	}
}
