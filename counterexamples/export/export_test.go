package export_test

import (
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/counterexamples/export"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write golden files anew")

// load replays a stored counterexample.
func load(t *testing.T, path string) export.Execution {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := counterexamples.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	e := entry(f.Instance.Algorithm)
	v, err := e.ParseChoice(f.Instance.Variant, f.Instance.Readings, f.Instance.Limits)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.New(v, f.Instance.Network)
	if err != nil {
		t.Fatal(err)
	}
	x, err := f.Run(s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(f.Property, e.Extreme)
	if err != nil {
		t.Fatal(err)
	}
	return export.Execution{Title: f.Title(), Summary: counterexamples.Summary(x, p), Execution: x, Remarks: p.Remarks(x), Values: f.Values()}
}

var entries = catalogue.All()

func entry(name string) catalogue.Entry {
	i := slices.IndexFunc(entries, func(e catalogue.Entry) bool { return e.Name == name })
	return entries[i]
}

// stored returns the paths of the stored counterexamples: with -short those of errata.
func stored(t *testing.T) []string {
	pattern := "*.txt"
	if testing.Short() {
		pattern = "E*.txt"
	}
	list, err := filepath.Glob(filepath.Join("..", "*", pattern))
	if err != nil || len(list) < 30 {
		t.Fatalf("%d files: %v", len(list), err)
	}
	return slices.DeleteFunc(list, func(path string) bool { return filepath.Base(filepath.Dir(path)) == "testdata" })
}

func TestGolden(t *testing.T) {
	for name, reason := range map[string]string{
		"lcr/E3-irrevocability": "a finite execution", "afa/E3-quiescence": "a loop",
		"bully/bounded_crash=1-elected": "time, with clocks", "timeslice/loss=1-agreement": "rounds, and a lost message",
	} {
		t.Run(name, func(t *testing.T) {
			trace := load(t, filepath.Join("..", name+".txt"))
			itf, err := export.ITF(trace)
			golden(t, name+".itf.json", reason, itf, err)
			text, err := export.JSON(trace)
			golden(t, name+".json", reason, text, err)
			golden(t, name+".log", reason, export.ShiViz(trace), nil)
		})
	}
}

func golden(t *testing.T, name, reason string, got []byte, err error) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, got, 0o666))
	}
	want, missing := os.ReadFile(path)
	if err := errors.Join(err, missing); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (%s) differs (-want +got):\n%s\nto write it anew: go test ./counterexamples/export -update; commit only if you know why it changed", path, reason, diff)
	}
}

// TestITF says that every stored counterexample is a trace as ITF asks for: each state has all
// variables, and a loop goes back to a state.
func TestITF(t *testing.T) {
	for _, path := range stored(t) {
		x := load(t, path)
		text, err := export.ITF(x)
		if err != nil {
			t.Fatal(err)
		}
		var trace struct {
			Vars   []string
			States []map[string]json.RawMessage
			Loop   *int
		}
		if err := json.Unmarshal(text, &trace); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		slices.Sort(trace.Vars)
		for i, state := range trace.States {
			delete(state, "#meta")
			if got := slices.Sorted(maps.Keys(state)); !slices.Equal(got, trace.Vars) {
				t.Errorf("%s: state %d has %v, want %v", path, i, got, trace.Vars)
			}
			if ends := string(state["next"]) == `""`; ends != (i == len(x.Execution.Steps)) {
				t.Errorf("%s: state %d of %d: next is %s", path, i, len(trace.States), state["next"])
			}
		}
		if loops := x.Execution.Loops(); loops != (trace.Loop != nil) || loops && *trace.Loop >= len(trace.States) {
			t.Errorf("%s: the loop is %v of %d states; the execution loops: %t", path, trace.Loop, len(trace.States), loops)
		}
	}
}

// TestJSON says that an export has a state more than events, and that a message is received as it
// was sent.
func TestJSON(t *testing.T) {
	type message struct {
		From, To, Port int
		Message        string
		Sent           int
	}
	for _, path := range stored(t) {
		x := load(t, path)
		text, err := export.JSON(x)
		if err != nil {
			t.Fatal(err)
		}
		var o struct {
			Events []struct {
				Event           string
				Receives, Sends []message
			}
			States []json.RawMessage
		}
		if err := json.Unmarshal(text, &o); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if len(o.Events) != len(x.Execution.Steps) || len(o.States) != len(o.Events)+1 {
			t.Errorf("%s: %d events and %d states of %d events", path, len(o.Events), len(o.States), len(x.Execution.Steps))
		}
		for i, e := range o.Events {
			for _, m := range e.Receives {
				sent := m
				sent.Sent = 0
				if m.Sent >= i || m.Sent >= 0 && !slices.Contains(o.Events[m.Sent].Sends, sent) {
					t.Errorf("%s: event %d, %s, receives %+v", path, i, e.Event, m)
				}
			}
		}
	}
}

// TestShiViz says that the regular expression reads each log whole, that each process counts its own
// events, and that no clock has an event of another process that comes later.
func TestShiViz(t *testing.T) {
	pattern := regexp.MustCompile(`(?m)^` + export.ShiVizPattern + `$`)
	for _, path := range stored(t) {
		x := load(t, path)
		log := strings.TrimPrefix(string(export.ShiViz(x)), export.ShiVizPattern+"\n\n")
		events := map[string]int{}
		end := 0
		for _, at := range pattern.FindAllStringSubmatchIndex(log, -1) {
			if at[0] != end {
				t.Fatalf("%s: the expression does not read %q", path, log[end:at[0]])
			}
			end = at[1] + 1
			clock := map[string]int{}
			host := log[at[2]:at[3]]
			if err := json.Unmarshal([]byte(log[at[4]:at[5]]), &clock); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if events[host]++; clock[host] != events[host] {
				t.Errorf("%s: event %d of %s has the clock %v", path, events[host], host, clock)
			}
			for other, ticks := range clock {
				if ticks > events[other] {
					t.Errorf("%s: the clock %v of %s knows event %d of %s, which has %d", path, clock, host, ticks, other, events[other])
				}
			}
		}
		if end != len(log) {
			t.Errorf("%s: the expression does not read %q", path, log[end:])
		}
	}
}

// TestShiVizOrder says that the clocks of an execution are those that its messages give.
func TestShiVizOrder(t *testing.T) {
	want := export.ShiVizPattern + `

p0 {"p0": 1}
wake p0; sends ELECT(2) to p1
p1 {"p0": 1, "p1": 1}
receive p1:1 ELECT(2); sends ELECT(1) to p0; sends ELECT(2) to p0; now lost
`
	trace := load(t, filepath.Join("..", "lcr", "E3-irrevocability.txt"))
	trace.Execution.Steps = trace.Execution.Steps[:2]
	trace.Execution.Stem = 2
	if diff := cmp.Diff(want, string(export.ShiViz(trace))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
