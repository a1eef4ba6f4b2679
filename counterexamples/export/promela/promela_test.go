package promela_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples/export/promela"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// An instance is a system and a property of it.
type instance struct {
	algorithm, variant string
	n                  int
	network            func(net *model.Network)
	property           string
	reason             string
}

func (i instance) String() string {
	return strings.Join([]string{i.algorithm, i.variant, strconv.Itoa(i.n), i.property, i.reason}, "/")
}

// system returns the system, with identities n..1, and the property.
func (i instance) system(t *testing.T) (*model.System, properties.Property) {
	t.Helper()
	list := catalogue.All()
	at := slices.IndexFunc(list, func(e catalogue.Entry) bool { return e.Name == i.algorithm })
	if at < 0 {
		t.Fatalf("no algorithm %s", i.algorithm)
	}
	e := list[at]
	v, err := e.ParseVariant(i.variant)
	if err != nil {
		t.Fatal(err)
	}
	net := e.Network(i.n)
	arrangements, err := model.Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	for ids := range arrangements {
		net.IDs = ids
		break
	}
	if i.network != nil {
		i.network(&net)
	}
	s, err := e.New(v, net)
	if err != nil {
		t.Fatal(err)
	}
	if h, ok := counts[i.property]; ok {
		return s, properties.NewAlways(i.property, "so many processes", h)
	}
	p, err := e.Property(i.property, i.n)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// counts are properties of how many processes there are of a kind.
var counts = map[string]properties.Shape{
	"at-most-1-lost":       {Counted: func(s model.Status) bool { return s.Role == model.Lost }, Most: 1},
	"at-least-1-undecided": {Counted: func(s model.Status) bool { return s.Role == model.Undecided }, Least: 1, Most: 9},
}

var instances = []instance{
	{"lcr", "corrected", 4, nil, "uniqueness", "a ring, queues"},
	{"lcr", "+E1,+E2", 3, nil, "irrevocability", "violated by an event"},
	{"lcr", "printed", 3, func(net *model.Network) { net.Order = model.Bag }, "agreement", "messages overtake"},
	{"lcr", "corrected", 4, func(net *model.Network) { net.Wake.All = true }, "validity", "messages are in flight at the start"},
	{"lcr", "corrected", 3, nil, "at-most-1-lost", "too many are counted"},
	{"lcr", "corrected", 3, nil, "at-least-1-undecided", "too few are counted"},
	{"hs", "corrected", 3, func(net *model.Network) { net.Order = model.Set }, "agreement", "both directions, sets"},
	{"hs", "printed", 3, nil, "leader-reachable", "witnessed"},
	{"lcr", "corrected", 3, func(net *model.Network) { net.Faults.Loss = 1 }, "agreement", "losses"},
	{"lcr", "corrected", 3, func(net *model.Network) { net.Faults.Dup = 2 }, "uniqueness", "duplicates"},
	{"lcr", "corrected", 3, func(net *model.Network) { net.Faults.Crash = 1 }, "agreement", "crashes, within steps too"},
	{"lcr", "corrected", 3, func(net *model.Network) { net.Faults.Cut = 2 }, "validity", "links are cut"},
	{"peterson", "corrected", 3, nil, "agreement", "phases"},
	{"itairodeh", "corrected", 2, nil, "uniqueness", "processes choose"},
	{"raft", "corrected", 2, nil, "uniqueness", "terms and timers"},
	{"divided", "printed", 2, nil, "uniqueness", "messages are deferred"},
	{"bully", "corrected", 3, func(net *model.Network) { net.Faults.Crash = 1 }, "uniqueness", "suspicions and timers"},
	{"bully", "corrected", 2, func(net *model.Network) { net.Timing, net.Faults.Crash, net.Faults.Restart = model.Timely, 1, 1 }, "agreement", "timers after messages, restarts"},
	{"lcr", "corrected", 3, func(net *model.Network) { net.Order = model.Inbox }, "agreement", "one queue for each process"},
}

// TestRefused says that a system or property that SPIN would judge otherwise is refused, in one
// line that names it and the allowed ones.
func TestRefused(t *testing.T) {
	for _, x := range []struct {
		instance
		want string
	}{
		{instance{"lcr", "printed", 2, nil, "elected", "fairness is per process in SPIN"}, "elected is a liveness property (eventually); allowed as promela: safety and reachability of statuses"},
		{instance{"lcr", "printed", 2, nil, "uniqueness-ever", "a monitor is no part of the model"}, "uniqueness-ever has a memory; allowed as promela: a property of one configuration, or of one process before and after an event"},
		{instance{"lcr", "printed", 2, func(net *model.Network) { net.Faults.Traitor = 1 }, "uniqueness", "a forged message is sent in no step"}, "traitor=1; allowed as promela: no traitors"},
		{instance{"lcr", "printed", 2, func(net *model.Network) { net.Timing = model.Lockstep }, "uniqueness", "a round is no step of a process"}, "timing lockstep; allowed as promela: async, timely"},
		{instance{"tokenring", "corrected", 3, nil, "uniqueness", "counts without a bound"}, "more than 20000 steps"},
	} {
		t.Run(x.String(), func(t *testing.T) {
			s, p := x.system(t)
			if _, err := promela.Write(s, p, "a title"); err == nil || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %s", err, x.want)
			}
		})
	}
}

// needTools skips the test where SPIN or the compiler of its verifiers is missing.
func needTools(t *testing.T) {
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s: .ci/install installs it", tool)
		}
	}
}

// compilesLong has the algorithms whose verifiers take seconds to compile.
var compilesLong = map[string]bool{"itairodeh": true, "hs": true, "peterson": true}

// TestSPIN says that SPIN and the checker agree on verdicts and on the number of configurations.
func TestSPIN(t *testing.T) {
	needTools(t)
	for _, i := range instances {
		if testing.Short() && i.algorithm != "lcr" || compilesLong[i.algorithm] && !checkertest.Long() {
			continue
		}
		t.Run(i.String(), func(t *testing.T) {
			t.Parallel()
			s, p := i.system(t)
			text, err := promela.Write(s, p, i.String())
			if err != nil {
				t.Fatal(err)
			}
			compare(t, s, p, text)
		})
	}
}

// compare says that SPIN and the checker agree on the verdict of p and on the number of configurations of s.
func compare(t *testing.T, s *model.System, p properties.Property, text []byte) {
	t.Helper()
	got := verify(t, text)
	options := checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}}
	whole := check(t, s, options)
	options.Properties = []properties.Property{p}
	verdict := check(t, s, options).Verdicts[0]
	if want := (verdict.Result == checker.Violated) != (p.Form == properties.Reachable); (got.errors > 0) != want || got.illFormed {
		t.Errorf("SPIN reports %d errors; the checker says %v\n%s", got.errors, verdict.Result, got.output)
	}
	if got.stored != whole.Configurations+1 { // the state before the first one
		t.Errorf("SPIN stores %d states, want %d configurations and one\n%s", got.stored, whole.Configurations, got.output)
	}
	t.Logf("%d configurations, %v", whole.Configurations, verdict.Result)
}

func check(t *testing.T, s *model.System, o checker.Options) checker.Report {
	t.Helper()
	r, err := checker.Check(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A result is the report of pan.
type result struct {
	stored    int64
	errors    int
	illFormed bool
	output    string
}

// verify runs SPIN on a model, past the first error.
func verify(t *testing.T, text []byte) result {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "model.pml"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%.2000s", cmd, err, out)
		}
		return string(out)
	}
	run("spin", "-a", "model.pml")
	run("gcc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DVECTORSZ=4096", "-o", "pan", "pan.c")
	out := run("./pan", "-n", "-c0", "-m1000000")
	number := func(pattern string) int64 {
		found := regexp.MustCompile(pattern).FindStringSubmatch(out)
		if found == nil {
			t.Fatalf("pan does not say %s\n%s", pattern, out)
		}
		i, err := strconv.ParseInt(found[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	if strings.Contains(out, "(len(") || strings.Contains(out, "max search depth too small") {
		t.Fatalf("the search is not complete:\n%s", out)
	}
	return result{number(`(\d+) states, stored`), int(number(`errors: (\d+)`)), strings.Contains(out, "ill_formed"), fmt.Sprint(out)}
}
