package interrextest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestReplay replays and draws stored files of every kind.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	Config{Time: time.Hour, Dir: dir}.Check(&spy{TB: t, name: t.Name()}, puppets(t, ""), quiet())
	file := filepath.Join(dir, "quiet.txt")
	witness := filepath.Join(dir, "wins.txt")
	wins := properties.NewReachable("wins", "somebody wins", func(v model.View) bool { return v.Status[0].Role == model.Won || v.Status[1].Role == model.Won })
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{witness: strings.Replace(string(data), "property: quiet", "property: wins", 1), filepath.Join(dir, "rubbish.txt"): "rubbish\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	larger, err := puppets(t, "").Semantics().On(model.Network{Topology: model.Complete, N: 3})
	if err != nil {
		t.Fatal(err)
	}
	nobody := properties.NewAlways("quiet", "process 2 shows something", properties.Of(2, func(any) bool { return true }))
	calm := properties.NewAlways("quiet", "nothing is asked", func(model.View) bool { return true })
	events := properties.Watch(func(model.View) int { return 0 }, func(n int, _ properties.Observation) int { return min(n+1, 2) }, func(n int) bool { return n < 2 })
	early := properties.NewAlways("quiet", "there is one event", events)
	for _, test := range []struct {
		name   string
		system *model.System
		file   string
		list   []properties.Property
		fails  string // "": it does not
		says   string
		events int
		reason string
	}{
		{"violated", puppets(t, ""), file, []properties.Property{easy(), quiet()}, "quiet: violated by 3 events\n", "o wake", 3, "it still is"},
		{"violated earlier", puppets(t, ""), file, []properties.Property{early}, "quiet: violated by 2 events\n", "  2 ", 2, "the file goes on: the chart ends where the property is violated"},
		{"mended property", puppets(t, ""), file, []properties.Property{calm}, "", "quiet: not violated by 3 events any more: quiet: is not decided by the last configuration\n", 3, "another property of that name"},
		{"mended algorithm", puppets(t, "panics at once"), file, []properties.Property{quiet()}, "", "any more", 3, "the last step is another"},
		{"another schedule", puppets(t, "counts"), file, []properties.Property{quiet()}, "", `no execution of this system: event 3, "receive`, 2, "an event is not enabled: the chart ends before it"},
		{"witness", puppets(t, ""), witness, []properties.Property{wins}, "", "wins: witnessed by 3 events\n", 3, "a witness is no failure"},
		{"lost witness", puppets(t, "panics at once"), witness, []properties.Property{wins}, "", "wins: not witnessed by 3 events any more", 3, "the last step is another"},
		{"another network", larger, file, []properties.Property{quiet()}, "quiet: violated by 3 events\n", "o wake", 3, "the file has its network"},
		{"another algorithm", ring(t, 0, 3), file, []properties.Property{quiet()}, "the network of the file does not fit: ", "grants ID", 0, "it says nothing of this one"},
		{"another property", puppets(t, ""), file, []properties.Property{easy()}, "it is about property quiet; given: easy", "", 0, "the caller forgot it"},
		{"nobody", puppets(t, ""), file, []properties.Property{nobody}, "quiet.txt: property quiet: it is about process 2 of n = 2", "", 0, "it is not about the network of the file"},
		{"rubbish", puppets(t, ""), filepath.Join(dir, "rubbish.txt"), []properties.Property{quiet()}, "rubbish.txt: line 1", "", 0, "no such file"},
		{"missing", puppets(t, ""), filepath.Join(dir, "missing.txt"), []properties.Property{quiet()}, "missing.txt", "", 0, "no file"},
		{"panic", puppets(t, ""), strings.Replace(file, "quiet", "wins", 1), []properties.Property{properties.NewReachable("wins", "", func(model.View) bool { panic("boom") })},
			"interrextest: property wins panics: replay_test.go:", "boom", 0, "one message"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var x model.Execution
			spied := spyOn(t, func(spied testing.TB) { x = Replay(spied, test.system, test.file, test.list...) })
			if failed := len(spied.errors) > 0; failed != (test.fails != "") || failed && !strings.Contains(spied.errors[0], test.fails) || len(spied.errors) > 1 {
				t.Errorf("%s: failed %q, want %q", test.reason, spied.errors, test.fails)
			}
			if all := strings.Join(append(spied.errors, spied.logs...), "\n"); !strings.Contains(all, test.says) {
				t.Errorf("%s: no %q in\n%s", test.reason, test.says, all)
			}
			if len(x.Steps) != test.events {
				t.Errorf("%s: returns %d events, want %d", test.reason, len(x.Steps), test.events)
			}
		})
	}
}

// TestNoFileIsLost says that several calls in one test that find violations of one
// property each keep their own file, and find it again.
func TestNoFileIsLost(t *testing.T) {
	g := Config{Time: time.Hour, Dir: t.TempDir()}
	systems := []*model.System{ring(t, 0, 2), ring(t, 0, 3), ring(t, 0, 2)}
	files := func() (list []string) {
		entries, err := os.ReadDir(g.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	for _, first := range []bool{true, false} {
		spied := &spy{TB: t, name: t.Name()}
		for i, s := range systems {
			g.Check(spied, s, properties.Known())
			if found := strings.HasPrefix(spied.errors[i], "known: violated by "); found != (first && i < 2) {
				t.Errorf("check %d, the first time: %t: failed %q", i, first, spied.errors[i])
			}
		}
		if want := []string{"known-2.txt", "known.txt"}; !slices.Equal(files(), want) {
			t.Errorf("files %q, want %q", files(), want)
		}
	}
	stale := filepath.Join(g.Dir, "known.txt")
	before, err := os.ReadFile(stale)
	if err != nil {
		t.Fatal(err)
	}
	f, err := counterexamples.Parse(before)
	if err != nil {
		t.Fatal(err)
	}
	f.Prose = []string{"evidence of something else"}
	k := g.newCheck(&spy{TB: t, name: t.Name()}, systems[0])
	if path, err := k.write("known", f.Format()); err != nil || filepath.Base(path) != "known-3.txt" {
		t.Errorf("another file is written to %s (%v), want known-3.txt", path, err)
	}
	if after, err := os.ReadFile(stale); err != nil || string(after) != string(before) {
		t.Errorf("%s is overwritten (%v)", stale, err)
	}
}
