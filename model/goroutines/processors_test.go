package goroutines_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// manyPs are processes that send the number of Ps, which stands for the outcome of a race.
var manyPs = goroutines.Code{Name: "ps", Processors: 4, Start: starting(func(e endpoint) {
	e.Send(0, runtime.GOMAXPROCS(0))
	e.Send(1, "end")
})}

// TestProcessors tries a step with one P and with several. A history that one of them leads
// to is replayed with the other one at first.
func TestProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, child := range []string{"", "manyPs"} {
		code := manyPs
		code.Tries, code.Repeats, code.Child = 2, 1, child
		a := algorithm(t, code)
		defer a.Close()
		s := system(t, a, pair)
		var sent []string
		for _, next := range s.Successors(s.Initial()) {
			if next.Event.Process == 0 {
				sent = append(sent, next.Sends[0].Message)
			}
		}
		if diff := cmp.Diff([]string{"1", "4"}, sent); diff != "" {
			t.Errorf("child %q: numbers of Ps (-want +got):\n%s", child, diff)
		}
		if c := a.Counts(); c.Outcomes != 1 || c.Differ != 1 || c.Several != 1 {
			t.Errorf("child %q: %+v, want one other outcome, with several Ps", child, c)
		}
		if v := check(t, s, properties.WellFormed()).Verdicts[0]; v.Result != checker.Holds || !strings.HasPrefix(v.Note(), "for the outcomes met: ") {
			t.Errorf("child %q: %v %s", child, v.Result, v.Note())
		}
	}
	if k := runtime.GOMAXPROCS(0); k != 3 {
		t.Errorf("the program has %d Ps afterwards, and had 3", k)
	}
}

// TestProcessorsOfRepeats compares runs with the Ps of the program, one and several, and
// says with how many one of them differs.
func TestProcessorsOfRepeats(t *testing.T) {
	for own, want := range map[int]string{
		3: "start, wake: effect 0 is send:0 3 in one run and send:0 1 in another, with 1 Ps",
		1: "start, wake: effect 0 is send:0 1 in one run and send:0 4 in another, with 4 Ps",
	} {
		before := runtime.GOMAXPROCS(own)
		_, err := checker.Check(t.Context(), system(t, algorithm(t, manyPs), pair), checker.Options{Properties: []properties.Property{properties.WellFormed()}})
		runtime.GOMAXPROCS(before)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d Ps: error %v, want %q", own, err, want)
		}
	}
}
