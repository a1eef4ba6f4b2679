package counterexamples_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// texts returns the lines of a lasso in a file.
func texts(l model.Lasso) []string {
	var list []string
	for i, e := range l.Events() {
		if i == len(l.Stem) {
			list = append(list, "loop")
		}
		list = append(list, e.String())
	}
	return list
}

func TestMinimise(t *testing.T) {
	for _, row := range []struct {
		name, reason, instance, property string
		stem, loop, want                 []string
	}{
		{"drops what does not matter", "p1 wakes in vain, and TOKEN(2) need not arrive", "election", "leader-reachable",
			[]string{"wake p0", "wake p2", "wake p1", "receive p0:1 TOKEN(2)", "receive p1:1 TOKEN(3)", "receive p2:1 TOKEN(1)",
				"receive p2:1 TOKEN(3)", "receive p0:1 TOKEN(1)", "receive p0:1 TOKEN(3)", "receive p1:1 TOKEN(2)"}, nil,
			[]string{"wake p0", "receive p1:1 TOKEN(3)", "receive p2:1 TOKEN(3)", "receive p0:1 TOKEN(3)"}},
		{"joins what one process does", "p0 need not wait for p1 to act between", "coin", "uniqueness",
			[]string{"wake p0 choose 0,1", "wake p1 choose 1,2", "receive p0:0 TOKEN(3)", "receive p1:1 TOKEN(2)"}, nil,
			[]string{"wake p1 choose 1,2", "wake p0 choose 0,1", "receive p0:0 TOKEN(3)", "receive p1:1 TOKEN(2)"}},
		{"shortens a loop", "two laps with two tokens are one with one", "lasso", "decided",
			[]string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)"},
			[]string{"receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p1:1 TOKEN(2)",
				"receive p0:1 TOKEN(3)", "receive p2:1 TOKEN(2)", "receive p1:1 TOKEN(3)",
				"receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p1:1 TOKEN(2)",
				"receive p0:1 TOKEN(3)", "receive p2:1 TOKEN(2)", "receive p1:1 TOKEN(3)"},
			[]string{"wake p0", "receive p1:1 TOKEN(3)", "receive p2:1 TOKEN(3)", "loop",
				"receive p0:1 TOKEN(3)", "receive p1:1 TOKEN(3)", "receive p2:1 TOKEN(3)"}},
		{"leaves alone what does not fail", "nobody has won", "election", "leader-reachable",
			[]string{"wake p0", "wake p2"}, nil, []string{"wake p0", "wake p2"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, err := system(instances()[row.instance])
			if err != nil {
				t.Fatal(err)
			}
			p, err := properties.Named(row.property, properties.Greatest)
			if err != nil {
				t.Fatal(err)
			}
			l := model.Lasso{Stem: schedule(t, row.stem), Loop: schedule(t, row.loop)}
			got := counterexamples.Minimise(l, counterexamples.Fails(s, p, model.Weak))
			if diff := cmp.Diff(row.want, texts(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", row.reason, diff)
			}
		})
	}
}

// TestMinimiseUnrollsForLess says by itself which lassos fail. One more lap of the loop is of
// no use if the lasso is as long in the end.
func TestMinimiseUnrollsForLess(t *testing.T) {
	fails := []string{"ab ab", " ab", "a ab", "a b"} // stem and loop
	l := model.Lasso{Loop: model.Schedule{{Process: 0, Kind: model.Wake}, {Process: 1, Kind: model.Wake}}}
	got := counterexamples.Minimise(l, func(l model.Lasso) bool {
		text := ""
		for i, e := range l.Events() {
			if i == len(l.Stem) {
				text += " "
			}
			text += string('a' + rune(e.Process))
		}
		return slices.Contains(fails, text)
	})
	if diff := cmp.Diff(texts(l), texts(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestMinimiseDropsTheLast drops the last event of a lasso too.
func TestMinimiseDropsTheLast(t *testing.T) {
	wake := func(p int) model.Event { return model.Event{Process: p, Kind: model.Wake} }
	got := counterexamples.Minimise(model.Lasso{Stem: model.Schedule{wake(0), wake(1)}}, func(l model.Lasso) bool {
		return slices.ContainsFunc(l.Stem, func(e model.Event) bool { return e.Process == 0 })
	})
	if diff := cmp.Diff([]string{"wake p0"}, texts(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
