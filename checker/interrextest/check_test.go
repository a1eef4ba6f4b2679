package interrextest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

// ring returns LCR on n processes. The identities are ascending, so only the greatest
// travels far.
func ring(t *testing.T, f errata.Fixes, n int) *model.System {
	t.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: n}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	s, err := model.New(lcr.Algorithm{Fixes: f}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ExampleCheck shows the test of a protocol of one's own, in its own module.
func ExampleCheck() {
	_ = func(t *testing.T) {
		s, err := model.New(lcr.Algorithm{Fixes: errata.Corrected},
			model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		Check(t, s, properties.Uniqueness(), properties.Known())
	}
}

func TestCheck(t *testing.T) {
	small := []properties.Property{properties.Uniqueness(), properties.Known(), properties.Halted(), properties.LeaderReachable()}
	for _, test := range []struct {
		name   string
		fixes  errata.Fixes
		n      int
		config Config
		failed []string // the properties that fail
		log    string
		reason string
	}{
		{"corrected small", errata.Corrected, 3, Config{}, nil, "uniqueness: holds in all", "the search ends"},
		{"corrected reduced", errata.Corrected, 20, Config{Configurations: 300_000}, nil, "known: holds in all configurations, of which a reduced search met 383", "a reduced search ends where one of all configurations does not"},
		{"printed small", 0, 3, Config{}, []string{"known", "halted"}, "leader-reachable: holds in all", "the search finds the shortest"},
		{"corrected large", errata.Corrected, 40, Config{Configurations: 2000, Random: Enough, Schedules: 20}, nil, "uniqueness: not violated by 20 random schedules", "random schedules go on"},
		{"printed large", 0, 40, Config{Configurations: 2000, Random: Enough, Schedules: 20}, []string{"known", "halted"}, "leader-reachable: witnessed by a random schedule", "random schedules find it"},
		{"printed random", 0, 4, Config{Random: Only, Schedules: 20, Configurations: 100_000}, []string{"known", "halted"}, "", "random schedules from the start"},
	} {
		t.Run(test.name, func(t *testing.T) {
			spied := &spy{TB: t, name: t.Name()}
			g := test.config
			seeded(t, 1)
			g.Dir, g.Time = t.TempDir(), time.Hour
			s := ring(t, test.fixes, test.n)
			g.Check(spied, s, small...)
			if diff := cmp.Diff(test.failed, failed(t, spied, test.n)); diff != "" {
				t.Errorf("%s: (-want failed +failed)\n%s", test.reason, diff)
			}
			if !spied.logged(test.log) {
				t.Errorf("%s: the log does not say %q: %q", test.reason, test.log, spied.logs)
			}
			for _, name := range test.failed {
				replaysMinimal(t, filepath.Join(g.Dir, name+".txt"), s)
			}
		})
	}
}

// failed returns the properties that fail a test, one line and one chart each.
func failed(t *testing.T, s *spy, n int) []string {
	t.Helper()
	var list []string
	for _, line := range s.errors {
		name, _, _ := strings.Cut(line, ":")
		list = append(list, name)
		if !strings.Contains(line, "violated by ") || strings.Count(line, "id=") != n {
			t.Errorf("no chart of %d processes in\n%s", n, line)
		}
	}
	return list
}

// replaysMinimal checks that the stored file violates its property, and that no event
// can be dropped.
func replaysMinimal(t *testing.T, path string, s *model.System) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := counterexamples.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(f.Property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(f.Schedule)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Judge(x, f.Fairness); err != nil {
		t.Error(err)
	}
	ask := counterexamples.Fails(s, p, f.Fairness)
	for i := range f.Schedule.Stem {
		shorter := append(append(model.Schedule{}, f.Schedule.Stem[:i]...), f.Schedule.Stem[i+1:]...)
		if ask(model.Lasso{Stem: shorter, Loop: f.Schedule.Loop}) {
			t.Errorf("%s: event %d can be dropped", path, i+1)
		}
	}
}

func TestStoredFilesComeFirst(t *testing.T) {
	g, known := Config{Time: time.Hour, Dir: t.TempDir()}, properties.Known()
	run := func(s *model.System) *spy {
		spied := &spy{TB: t, name: t.Name()}
		g.Check(spied, s, known)
		return spied
	}
	if first := run(ring(t, 0, 2)); len(first.errors) != 1 {
		t.Fatalf("nothing to store: %q", first.errors)
	}
	if again := run(ring(t, 0, 2)); len(again.errors) != 1 || !strings.HasPrefix(again.errors[0], "known: still violated by ") {
		t.Errorf("not replayed first: %q", again.errors)
	}
	mended := run(ring(t, errata.Corrected, 2))
	if len(mended.errors) != 0 || !mended.logged("shows no violation any more") || !mended.logged("known: holds") {
		t.Errorf("once mended: failed %q, logged %q", mended.errors, mended.logs)
	}
	if other := run(ring(t, errata.Corrected, 3)); len(other.errors) != 0 || !other.logged("is not replayed: it is about another network") {
		t.Errorf("another network: failed %q, logged %q", other.errors, other.logs)
	}
	if err := os.WriteFile(filepath.Join(g.Dir, "known.txt"), []byte("rubbish\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if rubbish := run(ring(t, 0, 2)); len(rubbish.errors) != 1 || !rubbish.logged("is not replayed: line 1") || !strings.HasPrefix(rubbish.errors[0], "known: violated by ") {
		t.Errorf("a file that is none: failed %q, logged %q", rubbish.errors, rubbish.logs)
	}
}

func TestNothingIsLeftOfRapidsFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	spied := &spy{TB: t, name: t.Name()}
	seeded(t, 1)
	Config{Time: time.Hour, Random: Only}.Check(spied, ring(t, 0, 3), properties.Known())
	var files []string
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, filepath.ToSlash(path))
		}
		return err
	})
	if want := "testdata/interrex/" + t.Name() + "/known.txt"; err != nil || len(files) != 1 || files[0] != want {
		t.Errorf("files %q (%v), want %q only", files, err, want)
	}
	if _, err := os.Stat("testdata/rapid"); !os.IsNotExist(err) {
		t.Error("testdata/rapid is left")
	}
}

func TestCheckSaysWhatIsNotReachable(t *testing.T) {
	spied := &spy{TB: t, name: t.Name()}
	Config{Time: time.Hour, Dir: t.TempDir()}.Check(spied, ring(t, errata.Corrected, 2), never())
	if len(spied.errors) != 1 || !strings.Contains(spied.errors[0], "no execution shows that two processes win") {
		t.Errorf("failed %q", spied.errors)
	}
	spied = &spy{TB: t, name: t.Name()}
	Config{Time: time.Hour, Dir: t.TempDir(), Random: Only, Schedules: 10}.Check(spied, ring(t, errata.Corrected, 2), never())
	if len(spied.errors) != 1 || !strings.HasPrefix(spied.errors[0], "two-win: not witnessed by 10 random schedules") {
		t.Errorf("what nothing witnesses is no pass: failed %q", spied.errors)
	}
}

func never() properties.Property {
	return properties.NewReachable("two-win", "two processes win", func(v model.View) bool {
		return v.Status[0].Role == model.Won && v.Status[1].Role == model.Won
	})
}

// moody is impure: it wins when it wakes for the fourth time, as long as steps are
// left.
type moody struct{ left *int }

func (moody) Init(model.Self) int { return 0 }
func (moody) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s < 4}
}
func (moody) Observe(_ model.Self, s int) model.Status {
	if s == 4 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (m moody) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if *m.left--; *m.left < 0 {
		return 5
	}
	return s + 1
}

// TestImpure says that searches and random schedules report an impure algorithm.
func TestImpure(t *testing.T) {
	for left, config := range map[int]Config{3: {}, 1_000_000: {Random: Only, Schedules: 10}} {
		lost := properties.NewAlways("lost", "it never wins", func(v model.View) bool {
			if v.Status[0].Role == model.Won {
				left = 0 // then it does not win again
			}
			return v.Status[0].Role != model.Won
		})
		spied := spyOn(t, func(t testing.TB) {
			s, err := model.New(moody{&left}, model.Network{N: 1})
			if err != nil {
				t.Fatal(err)
			}
			config.Time, config.Dir = time.Hour, t.TempDir()
			config.Check(t, s, lost)
		})
		if text := strings.Join(spied.errors, "\n"); len(spied.errors) != 1 || !strings.Contains(text, "moody: a step is impure: process 0 in local state") || strings.Contains(text, "internal error") {
			t.Errorf("%v: got %q, want one error that says that a step is impure", config.Random, spied.errors)
		}
	}
}

// fickle is impure: every third call of Step returns 5.
type fickle struct {
	moody
	calls *int
}

func (a fickle) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if *a.calls++; *a.calls%3 == 0 {
		return 5
	}
	return s + 1
}

// TestReplayOfWhatIsImpure says that a file that does not replay because the
// algorithm is impure is not blamed.
func TestReplayOfWhatIsImpure(t *testing.T) {
	dir, left := t.TempDir(), 1_000_000
	lost := properties.NewAlways("lost", "it never wins", func(v model.View) bool { return v.Status[0].Role != model.Won })
	system := func(a model.Algorithm[int, int]) *model.System {
		s, err := model.New(a, model.Network{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	Config{Time: time.Hour, Dir: dir}.Check(&spy{TB: t, name: t.Name()}, system(moody{&left}), lost)
	spied := spyOn(t, func(spied testing.TB) {
		Replay(spied, system(fickle{calls: new(int)}), filepath.Join(dir, "lost.txt"), lost)
	})
	if text := strings.Join(spied.errors, "\n"); len(spied.errors) != 1 || !strings.Contains(text, "a step is impure") {
		t.Errorf("got %q, want one error that says that a step is impure", spied.errors)
	}
}
