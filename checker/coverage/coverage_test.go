package coverage

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestUnreached compares the branches of testdata/steps with its comments. The profile is
// one that the go command has written.
func TestUnreached(t *testing.T) {
	p, err := ParseFile("testdata/steps.profile")
	if err != nil {
		t.Fatal(err)
	}
	list, kept, err := p.Unreached()
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, b := range list {
		got = append(got, fmt.Sprintf("%d %s", b.At.Line, b.Why))
	}
	text, err := os.ReadFile("testdata/steps/steps.go")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, line := range strings.Split(string(text), "\n") {
		if _, why, ok := strings.Cut(line, "// want: "); ok {
			want = append(want, fmt.Sprintf("%d %s", i+1, why))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(p.Counts)-len(kept.Counts) != 7 {
		t.Errorf("%d of %d blocks are of functions that Step reaches, want all but the seven of consequence, String, field, a and Unrelated", len(kept.Counts), len(p.Counts))
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want, reason string }{
		{"mode: count\na/b.go:1.2,3.4 5 6\na/b.go:1.2,3.4 5 1\n", "mode: count\na/b.go:1.2,3.4 5 7\n", "counts of one block are added"},
		{"a/b.go:1.2,3.4 5 6\n", "", "no mode"},
		{"mode: count\na/b.go:1.2,3.4 5\n", "", "no count"},
		{"mode: count\na/b.go:1.x,3.4 5 6\n", "", "a column that is no number"},
	} {
		p, err := Parse(strings.NewReader(test.text))
		var b strings.Builder
		if err == nil {
			err = p.Write(&b)
		}
		if (err != nil) != (test.want == "") || b.String() != test.want {
			t.Errorf("%s: got %q, %v; want %q", test.reason, b.String(), err, test.want)
		}
	}
}

func TestDifference(t *testing.T) {
	counts := func(file string, list ...int) (at [3]*Profile) {
		for i, count := range list {
			at[i] = &Profile{Mode: "count", Counts: map[Block]int{{File: file}: count}}
		}
		return at
	}
	for _, test := range []struct {
		at     [3]*Profile
		want   error
		reason string
	}{
		{counts("a/a.go", 7, 9, 11), nil, "each replay counts two"},
		{counts("a/a.go", 7, 9, 12), ErrUnstable, "the second replay counts more"},
		{counts("a/a.go", 7, 7, 7), errNothing, "nothing is counted"},
		{counts(home+"model/a.go", 7, 9, 11), errNothing, "only the model is counted"},
	} {
		if _, err := Difference(test.at); err != test.want {
			t.Errorf("%s: got %v, want %v", test.reason, err, test.want)
		}
	}
}

// TestReach compares the number of configurations with the reference explorer, on random
// systems of every topology, order, timing and fault, and says that a bound is reported.
func TestReach(t *testing.T) {
	compared := 0
	for seed := range uint64(60) {
		s, about := checkertest.Random(seed)
		want, err := checkertest.Explore(s, checkertest.Options{Max: 300})
		if err != nil {
			continue // too large
		}
		compared++
		x, err := Reach(t.Context(), s, Bounds{})
		if err != nil || x.Cut != "" || int64(x.Configurations) != want.Configurations {
			t.Errorf("%s: %d configurations, cut %q, %v; want %d", about, x.Configurations, x.Cut, err, want.Configurations)
		}
	}
	if compared < 20 {
		t.Errorf("only %d systems are small enough", compared)
	}
}

// counting notes the inputs of its steps. A process that is up wakes and sends two messages; a link
// holds one. The third wake-up waits for ever, as nobody receives.
type counting struct{ steps map[string]int }

func (c counting) Init(model.Self) int                          { return 0 }
func (c counting) Observe(_ model.Self, s int) model.Status     { return model.Status{} }
func (c counting) Ready(p model.Self, s int) model.Spontaneous  { return model.Spontaneous{Wake: s < 2} }
func (c counting) Defers(model.Self, int, model.Port, int) bool { return true }
func (c counting) Step(p *model.Process[int], s int, in model.Input[int]) int {
	c.steps[fmt.Sprint(in.Kind, s)]++
	p.Send(0, s)
	return s + 1
}

// TestReplayTakesNoOtherSteps says that a step is replayed only if an event takes it: not the one of an event
// that waits for a place in a channel.
func TestReplayTakesNoOtherSteps(t *testing.T) {
	alg := counting{map[string]int{}}
	s, err := model.New(alg, model.Network{Topology: model.UnidirectionalRing, N: 2, Capacity: model.Capacity{Places: 1, Full: model.Block}})
	if err != nil {
		t.Fatal(err)
	}
	x, err := Reach(t.Context(), s, Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	searched := fmt.Sprint(alg.steps["wake 1"] > 0)
	clear(alg.steps)
	x.Replay()
	if searched != "true" || fmt.Sprint(alg.steps) != "map[wake 0:2]" || x.Count != 2 {
		t.Errorf("%d steps, replayed as %v, want two wake-ups in 0; searched in 1: %s", x.Count, alg.steps, searched)
	}
}

func TestBounds(t *testing.T) {
	s, err := model.New(counting{map[string]int{}}, model.Network{Topology: model.UnidirectionalRing, N: 2})
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		ctx    context.Context
		bounds Bounds
		want   string
	}{
		{t.Context(), Bounds{}, ""},
		{t.Context(), Bounds{Configurations: 2}, "2 configurations"},
		{t.Context(), Bounds{Memory: 1}, "memory"},
		{over, Bounds{}, "time"},
	} {
		if x, err := Reach(test.ctx, s, test.bounds); err != nil || x.Cut != test.want {
			t.Errorf("%+v: cut %q, %v; want %q", test.bounds, x.Cut, err, test.want)
		}
	}
}
