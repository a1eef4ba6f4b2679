package model_test

import (
	"reflect"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestBudgetsAreAllFields says that no field of Faults is without a budget.
func TestBudgetsAreAllFields(t *testing.T) {
	var f model.Faults
	for i, b := range f.Budgets() {
		*b.Count = i + 1
	}
	v := reflect.ValueOf(f)
	for i := range v.NumField() {
		if got := v.Field(i).Int(); got != int64(i+1) {
			t.Errorf("budget %d of %s is %d", i+1, v.Type().Field(i).Name, got)
		}
	}
}

func TestFaults(t *testing.T) {
	f, g := model.Faults{Crash: 2, Cut: 1}, model.Faults{Crash: 1, Cut: 1}
	if got, want := f.Minus(g), (model.Faults{Crash: 1}); got != want {
		t.Errorf("%v minus %v: %v, want %v", f, g, got, want)
	}
	all := model.Faults{Crash: model.Unbounded, Loss: model.Unbounded, Cut: 3}
	if got, want := all.Minus(g), (model.Faults{Crash: model.Unbounded, Loss: model.Unbounded, Cut: 2}); got != want {
		t.Errorf("%v minus %v: %v, want %v", all, g, got, want)
	}
	if !all.Covers(f) || f.Covers(all) {
		t.Errorf("%v covers %v, not the other way round", all, f)
	}
	if !f.Covers(g) || !f.Covers(f) || g.Covers(f) || f.Covers(model.Faults{Loss: 1}) {
		t.Errorf("%v covers itself and %v only", f, g)
	}
}

func TestParseFaults(t *testing.T) {
	const allowed = `; allowed: none, or crash=K restart=K loss=K dup=K cut=K suspect=K divide=K traitor=K forge=K with K >= 1 or unbounded`
	for _, test := range []struct {
		text, want, err string
		reason          string
	}{
		{"none", "none", "", "no fault"},
		{"loss=2 crash=1", "crash=1 loss=2", "", "in whatever order"},
		{"dup=unbounded loss=1", "loss=1 dup=unbounded", "", "without end"},
		{"dup=1073741824", "", `"dup=1073741824"` + allowed, "the number of Unbounded is no budget"},
		{"crash=0", "", `"crash=0"` + allowed, "a budget of 0 is not written"},
		{"crash=1x", "", `"crash=1x"` + allowed, "more than a number"},
		{"crash=1 fire=2", "", `"fire=2"` + allowed, "there is no such fault"},
		{"", "", `""` + allowed, "nothing"},
	} {
		f, err := model.ParseFaults(test.text)
		switch {
		case test.err != "" && (err == nil || err.Error() != test.err):
			t.Errorf("%s: got error %v, want %s", test.reason, err, test.err)
		case test.err == "" && (err != nil || f.String() != test.want):
			t.Errorf("%s: got %v, %v, want %s", test.reason, f, err, test.want)
		}
	}
}

// TestCosts says that each event of random systems takes the cost of its kind
// from the budgets: a crash within a step takes a crash besides, and a false
// suspicion one of its own.
func TestCosts(t *testing.T) {
	costly := 0
	for seed := range uint64(150) {
		s, about := checkertest.Random(seed)
		c := s.Initial()
		for range 8 {
			list := s.Successors(c)
			if len(list) == 0 {
				break
			}
			for _, y := range list {
				e := y.Event
				want := c.Left.Minus(e.Kind.Cost())
				if e.Within {
					want = want.Minus(e.During.Cost())
				}
				if e.StepKind() == model.Suspect && !c.Down[s.Peer(e.Process, e.Port)] {
					want = want.Minus(model.Faults{Suspect: 1})
				}
				if y.Next.Left != want {
					t.Fatalf("%s: %v leaves %v of %v, want %v", about, e, y.Next.Left, c.Left, want)
				}
				if want != c.Left {
					costly++
				}
			}
			c = list[int(seed)%len(list)].Next
		}
	}
	if costly < 100 {
		t.Errorf("%d events cost something only", costly)
	}
}
