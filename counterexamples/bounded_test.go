package counterexamples_test

import (
	"os"
	"slices"
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// TestEndsInBoundedTime says that claims in bounded time end where those that assume timely
// messages do: stored executions that are too large to be searched for in bounded time are
// executions there too, with ticks in between.
func TestEndsInBoundedTime(t *testing.T) {
	replayed := 0
	for _, e := range allExpected() {
		if !e.claim.Slow {
			continue
		}
		replayed++
		data, err := os.ReadFile(e.path())
		if err != nil {
			t.Fatal(err)
		}
		f, err := counterexamples.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		f.Instance.Network.Timing = model.Bounded
		s, err := e.catalogue.System(f.Instance)
		if err != nil {
			t.Fatal(err)
		}
		path := stepwise.NewPath(s)
		for _, event := range f.Schedule.Stem {
			for {
				if _, ok := path.Apply(event); ok {
					break
				}
				if !tick(path) {
					t.Fatalf("%s: after %v, %v is not possible even after ticks", e.path(), path.Schedule(), event)
				}
			}
		}
		if !counterexamples.Fails(s, e.property(t), model.Weak)(model.Lasso{Stem: path.Schedule()}) {
			t.Errorf("%s: %v does not refute %s in bounded time", e.path(), path.Schedule(), e.claim.Property)
		}
	}
	if replayed == 0 {
		t.Error("nothing was replayed")
	}
}

// tick lets time pass, if it can.
func tick(path *stepwise.Path) bool {
	list := path.System().Successors(path.Last())
	i := slices.IndexFunc(list, func(x model.Successor) bool { return x.Event.Kind == model.Tick })
	if i < 0 {
		return false
	}
	_, ok := path.Apply(list[i].Event)
	return ok
}
