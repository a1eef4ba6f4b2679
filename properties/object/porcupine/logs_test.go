package porcupine_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/interrex/interrex/properties/object"
)

// logs returns the lines of a log that comes with porcupine, in the cache of modules.
func logs(t *testing.T, name string) []string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/anishathalye/porcupine").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "test_data", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

type (
	swapOp = object.RegisterOp[string]
	swapTo = object.Result[string]
)

// etcdLine is a line of a log of etcd by Jepsen.
var etcdLine = regexp.MustCompile(`^INFO\s+jepsen\.util - (\d+)\s+:(invoke|ok|fail)\s+:(read|write|cas)\s+(nil|\d+|\[(\d+) (\d+)\]|:timed-out)$`)

// etcd reads the history of a log of etcd. A call that has timed out is pending.
func etcd(lines []string) []event[swapOp, swapTo] {
	var history []event[swapOp, swapTo]
	for _, line := range lines {
		m := etcdLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		e := event[swapOp, swapTo]{returns: m[2] != "invoke"}
		fmt.Sscan(m[1], &e.client)
		switch {
		case m[4] == ":timed-out":
			continue
		case e.returns && m[3] == "read":
			e.result = swapTo{Value: m[4], Ok: true}
		case e.returns:
			e.result.Ok = m[2] == "ok"
		case m[3] == "read":
			e.operation = object.Read[string]()
		case m[3] == "write":
			e.operation = object.Write(m[4])
		default:
			e.operation = object.Swap(m[5], m[6])
		}
		history = append(history, e)
	}
	return history
}

// TestEtcd judges the logs of etcd, a register with compare-and-swap. In the one without lines etcd
// did not start.
func TestEtcd(t *testing.T) {
	linearizable, empty := 0, 0
	for i := range 103 {
		history := etcd(logs(t, fmt.Sprintf("jepsen/etcd_%03d.log", i)))
		if len(history) == 0 {
			empty++
		} else if judge(t, object.Register("nil"), history) {
			linearizable++
		}
	}
	if linearizable != 23 || empty != 1 {
		t.Errorf("%d logs are linearizable and %d are empty, want 23 and 1", linearizable, empty)
	}
}

// storeOp is an operation of one key of a store: get, put or append.
type storeOp struct{ Do, Value string }

// store is one key of a store.
var store = object.Object[string, storeOp, string]{Apply: func(state string, o storeOp) (string, string) {
	switch o.Do {
	case "get":
		return state, state
	case "put":
		return o.Value, ""
	}
	return state + o.Value, ""
}}

// storeLine is a line of a log of a store.
var storeLine = regexp.MustCompile(`^{:process (\d+), :type :(invoke|ok), :f :(get|put|append), :key "(.*)", :value (?:nil|"(.*)")}$`)

// stores reads the histories of a log of a store, by key: the store is linearizable if each key is.
func stores(t *testing.T, lines []string) map[string][]event[storeOp, string] {
	t.Helper()
	histories := map[string][]event[storeOp, string]{}
	for _, line := range lines {
		m := storeLine.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("a strange line: %s", line)
		}
		e := event[storeOp, string]{returns: m[2] != "invoke", operation: storeOp{m[3], m[5]}}
		fmt.Sscan(m[1], &e.client)
		if e.returns && m[3] == "get" {
			e.result = m[5]
		}
		histories[m[4]] = append(histories[m[4]], e)
	}
	return histories
}

// TestStore judges the logs of a store, whose names say whether they are linearizable. A store is
// linearizable if each key is: that one is not may be found soon, where another takes
// minutes.
func TestStore(t *testing.T) {
	for _, name := range []string{"c01-ok", "c01-bad", "c10-ok", "c10-bad", "c50-ok", "c50-bad"} {
		t.Run(name, func(t *testing.T) {
			histories := stores(t, logs(t, "kv/"+name+".txt"))
			whole := modelOf(store)
			whole.PartitionEvent = func([]porcupine.Event) (parts [][]porcupine.Event) {
				for _, history := range histories {
					parts = append(parts, eventsOf(history))
				}
				return parts
			}
			want := porcupine.CheckEvents(whole, []porcupine.Event{{}})
			if want != strings.HasSuffix(name, "ok") {
				t.Errorf("porcupine says %v", want)
			}
			if got := byKey(t, histories); got != want {
				t.Errorf("the search for an order says %v, porcupine %v", got, want)
			}
		})
	}
}

// byKey judges each key, until one is not linearizable.
func byKey(t *testing.T, histories map[string][]event[storeOp, string]) bool {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	found := make(chan bool)
	for _, history := range histories {
		operations, _ := noted(history).Operations()
		go func() {
			_, ok, err := store.Order(ctx, operations, object.Linearizability)
			found <- ok || err != nil
		}()
	}
	all := true
	for range histories {
		if !<-found {
			all = false
			stop()
		}
	}
	return all
}
