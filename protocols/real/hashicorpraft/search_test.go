package hashicorpraft_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/hashicorpraft"
)

// A searchRow is a system that is searched to its end, with the number of its
// configurations, or that of the events of a shortest counterexample.
type searchRow struct {
	name, reason   string
	options        hashicorpraft.Options
	faults         model.Faults
	configurations int64
	violated       string
	events         int
	long           bool // only with INTERREX_LONG=1
}

var searchRows = []searchRow{
	{name: "two", reason: "an old leader and a new one", options: hashicorpraft.Options{Steps: []int{2, 2}, Merge: true}, configurations: 12960},
	{name: "two-pre-vote", reason: "with pre-vote", options: hashicorpraft.Options{Steps: []int{2, 1}, PreVote: true, Merge: true}, configurations: 3748},
	{name: "two-crash", reason: "a server that crashes for good at any time", options: hashicorpraft.Options{Steps: []int{2, 1}, Merge: true}, faults: model.Faults{Crash: 1}, configurations: 1528},
	{name: "two-apart", reason: "nothing is merged", options: hashicorpraft.Options{Steps: []int{2, 1}}, faults: model.Faults{Crash: 1}, configurations: 3724},
	{name: "three", reason: "two candidates, and a server that votes", options: hashicorpraft.Options{Steps: []int{1, 1, 0}, Merge: true}, configurations: 36642},
	{name: "forgets", reason: "a server whose store loses its votes votes twice in a term", options: hashicorpraft.Options{Steps: []int{1, 1, 0}, Forgets: true, Merge: true},
		violated: "election-safety", events: 6},
	{name: "two-longest", reason: "one server leads for longer", options: hashicorpraft.Options{Steps: []int{3, 2}, Merge: true}, configurations: 175379, long: true},
	{name: "two-longest-pre-vote", reason: "the same with pre-vote", options: hashicorpraft.Options{Steps: []int{3, 2}, PreVote: true, Merge: true}, configurations: 2922598, long: true},
	{name: "two-longest-apart", reason: "nothing is merged", options: hashicorpraft.Options{Steps: []int{3, 2}}, configurations: 6060188, long: true},
	{name: "three-pre-vote", reason: "with pre-vote", options: hashicorpraft.Options{Steps: []int{1, 1, 0}, PreVote: true, Merge: true}, configurations: 3217549, long: true},
	{name: "three-all", reason: "three candidates", options: hashicorpraft.Options{Steps: []int{1, 1, 1}, Merge: true}, configurations: 19529841, long: true},
	{name: "three-apart", reason: "nothing is merged", options: hashicorpraft.Options{Steps: []int{1, 1, 0}}, configurations: 1163220, long: true},
}

// has reports whether a search has as many configurations as it should. Goroutines may race in the time that passes ahead, and then histories are
// not merged that are alike: one percent more, or fewer, are well.
func (c *searchRow) has(configurations int64) bool {
	most := int64(0)
	if c.options.Merge {
		most = c.configurations / 100
	}
	return max(configurations-c.configurations, c.configurations-configurations) <= most
}

// TestSearch searches each system to its end. A counterexample is stored. One P: goroutines
// of a server then run in one order after an input.
func TestSearch(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, c := range searchRows {
		t.Run(c.name, func(t *testing.T) {
			if c.long && os.Getenv("INTERREX_LONG") == "" {
				t.Skip("INTERREX_LONG=1 searches it")
			}
			s, a, err := hashicorpraft.System(c.options, c.faults)
			if err != nil {
				t.Fatal(err)
			}
			list := hashicorpraft.Properties()
			if c.violated != "" {
				list = list[:1]
			}
			r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: list})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Verdicts {
				switch {
				case v.Property.Name == c.violated && v.Result == checker.Violated:
					c.storeExecution(t, *v.Execution, v.Property)
					if n := len(v.Execution.Lasso().Events()); n != c.events {
						t.Errorf("%s: %s is violated by %d events, want %d", c.reason, c.violated, n, c.events)
					}
				case v.Result != checker.Holds:
					t.Errorf("%s: %s %v: %s", c.reason, v.Property.Name, v.Result, v.Note())
				}
			}
			if c.violated == "" && !c.has(r.Configurations) {
				t.Errorf("%s: %d configurations, want %d", c.reason, r.Configurations, c.configurations)
			}
			t.Logf("%d configurations, %+v, %v", r.Configurations, a.Counts(), r.Elapsed)
		})
	}
}

// TestMergedAreAlike compares searches that merge histories with those that do not: the servers show the same together, in all
// configurations, and the searches are equally deep.
func TestMergedAreAlike(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, c := range []struct {
		reason  string
		options hashicorpraft.Options
		faults  model.Faults
		long    bool
	}{
		{reason: "an old leader and a new one", options: hashicorpraft.Options{Steps: []int{2, 1}}},
		{reason: "pre-votes", options: hashicorpraft.Options{Steps: []int{1, 1}, PreVote: true}},
		{reason: "a crash", options: hashicorpraft.Options{Steps: []int{2, 1}}, faults: model.Faults{Crash: 1}},
		{reason: "calls without an answer", options: hashicorpraft.Options{Steps: []int{1, 1}}, faults: model.Faults{Loss: 1}},
		{reason: "answers of two servers", options: hashicorpraft.Options{Steps: []int{1, 0, 0}}},
		{reason: "pre-votes of an old leader", options: hashicorpraft.Options{Steps: []int{2, 1}, PreVote: true}, long: true},
		{reason: "two leaders", options: hashicorpraft.Options{Steps: []int{2, 2}}, long: true},
		{reason: "two candidates and a server that votes", options: hashicorpraft.Options{Steps: []int{1, 1, 0}}, long: true},
	} {
		if c.long && os.Getenv("INTERREX_LONG") == "" {
			continue
		}
		apart, shownApart := search(t, c.options, c.faults)
		c.options.Merge = true
		merged, shown := search(t, c.options, c.faults)
		t.Logf("%s: %d configurations apart, %d merged", c.reason, apart.Configurations, merged.Configurations)
		if !apart.Complete || !merged.Complete || apart.Depth != merged.Depth || apart.Configurations <= merged.Configurations {
			t.Errorf("%s: complete %t and %t, depth %d and %d", c.reason, apart.Complete, merged.Complete, apart.Depth, merged.Depth)
		}
		if diff := cmp.Diff(shownApart, shown); diff != "" {
			t.Errorf("%s: what servers show together (-apart +merged):\n%s", c.reason, diff)
		}
	}
}

// search searches a system to its end, and notes what the servers show together.
func search(t *testing.T, o hashicorpraft.Options, f model.Faults) (r checker.Report, shown map[string]bool) {
	t.Helper()
	s, _, err := hashicorpraft.System(o, f)
	if err != nil {
		t.Fatal(err)
	}
	shown = map[string]bool{}
	note := properties.NewAlways("note", "notes what servers show", func(v model.View) bool {
		shown[fmt.Sprint(v.Status, v.Terminal)] = true
		return true
	})
	r, err = checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Properties: []properties.Property{note}})
	if err != nil {
		t.Fatal(err)
	}
	return r, shown
}

// storeExecution compares a counterexample with the file in testdata, which it replays.
func (c *searchRow) storeExecution(t *testing.T, x model.Execution, p properties.Property) {
	t.Helper()
	file := counterexamples.Record(counterexamples.Instance{Algorithm: "hashicorp-raft", Variant: c.name, Network: *x.System.Network()}, x, p, model.Weak)
	file.Prose = append([]string{fmt.Sprintf("hashicorp/raft with a fault that is planted: %s.", c.reason)}, file.Prose...)
	if err := file.Check(); err != nil {
		t.Fatal(err)
	}
	path, got := filepath.Join("testdata", c.name+".txt"), file.Format()
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
