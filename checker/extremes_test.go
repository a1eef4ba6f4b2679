package checker_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// TestExtremes compares exact extremes with values worked out by hand, and with all
// schedules of small systems one by one.
func TestExtremes(t *testing.T) {
	for n := 2; n <= 8; n++ {
		x, err := checker.Measure(t.Context(), specSystem(t, "LCR", n), checker.Messages, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// Identity i travels i links and the termination message n, whoever
		// wakes: a message wakes those who have not.
		if want := int64(n*(n+1)/2 + n); x.Greatest != want || x.Least != want || !x.Finite {
			t.Errorf("n=%d: %d..%d, want %d in every execution of the worst arrangement", n, x.Least, x.Greatest, want)
		}
	}
	all := *specSystem(t, "LCR", 4).Network()
	all.Wake.All = true
	s, err := model.New(specLCR{}, all)
	if err != nil {
		t.Fatal(err)
	}
	if x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{}); err != nil || x.Least != 14 || x.Greatest != 14 {
		t.Errorf("all awake at the start: %d..%d, want 14, those sent at the start included (error %v)", x.Least, x.Greatest, err)
	}
	for _, name := range []string{"LCR", "HS"} {
		for _, q := range []checker.Quantity{checker.Messages, checker.Length} {
			s := specSystem(t, name, 3)
			x, err := checker.Measure(t.Context(), s, q, checker.Options{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			least, greatest := walkAll(s, s.Initial(), q, map[string][2]int64{})
			if x.Least != least || x.Greatest != greatest {
				t.Errorf("%s %v: %d..%d, by all schedules %d..%d", name, q, x.Least, x.Greatest, least, greatest)
			}
			if a, b := amount(*x.LeastBy, q), amount(*x.GreatestBy, q); a != least || b != greatest {
				t.Errorf("%s %v: the executions shown have %d and %d", name, q, a, b)
			}
		}
	}
}

// TestExtremesOnDiagrams compares the engines, and the symbolic one with values
// worked out by hand far beyond the explicit one.
func TestExtremesOnDiagrams(t *testing.T) {
	for _, name := range []string{"LCR", "HS"} {
		for n := 2; n <= 6; n++ {
			s := specSystem(t, name, n)
			want, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{Search: checker.Search{Engine: checker.Symbolic}})
			if err != nil || got.Least != want.Least || got.Greatest != want.Greatest || !got.Finite {
				t.Errorf("%s n=%d: symbolic %+v (%v), explicit %d..%d", name, n, got, err, want.Least, want.Greatest)
			}
		}
	}
	const n = 13
	x, err := checker.Measure(t.Context(), specSystem(t, "LCR", n), checker.Messages, checker.Options{Search: checker.Search{Engine: checker.Symbolic}})
	if want := int64(n*(n+1)/2 + n); err != nil || x.Least != want || x.Greatest != want {
		t.Errorf("LCR(%d): %+v (%v), want %d", n, x, err, want)
	}
	endless, err := model.New(forever{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	if x, err := checker.Measure(t.Context(), endless, checker.Messages, checker.Options{Search: checker.Search{Engine: checker.Symbolic}}); !errors.Is(err, checker.ErrCutShort) {
		t.Errorf("endless: %+v, %v: want unknown", x, err)
	}
}

// walkAll follows every schedule from c and returns the least and greatest
// amount to a terminal configuration; -1 if there is none.
func walkAll(s *model.System, c model.Configuration, q checker.Quantity, memo map[string][2]int64) (least, greatest int64) {
	if known, ok := memo[c.Key()]; ok {
		return known[0], known[1]
	}
	least, greatest = -1, -1
	if s.Terminal(c) {
		least, greatest = 0, 0
	}
	for _, y := range s.Successors(c) {
		a, b := walkAll(s, y.Next, q, memo)
		if b < 0 {
			continue
		}
		here := int64(1)
		if q == checker.Messages {
			here = int64(len(y.Sends))
		}
		if least < 0 || a+here < least {
			least = a + here
		}
		greatest = max(greatest, b+here)
	}
	memo[c.Key()] = [2]int64{least, greatest}
	return least, greatest
}

func amount(x model.Execution, q checker.Quantity) int64 {
	if q == checker.Length {
		return int64(len(x.Steps))
	}
	sum := 0
	for _, step := range x.Steps {
		sum += len(step.Sends)
	}
	return int64(sum)
}

// forever is an algorithm of which no execution ends.
type forever struct{}

func (forever) Init(model.Self) int                     { return 0 }
func (forever) Ready(model.Self, int) model.Spontaneous { return model.Spontaneous{Idle: true} }
func (forever) Observe(model.Self, int) model.Status    { return model.Status{} }
func (forever) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	return 1 - s
}

func TestNoExtremesOfEndlessExecutions(t *testing.T) {
	s, err := model.New(forever{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	x, err := checker.Measure(t.Context(), s, checker.Length, checker.Options{})
	if err != nil || x.Finite {
		t.Errorf("events: got %+v, %v: want not finite", x, err)
	}
	x, err = checker.Measure(t.Context(), s, checker.Messages, checker.Options{})
	if err != nil || !x.Finite || x.Least != 0 || x.Greatest != 0 {
		t.Errorf("messages: got %+v, %v: want none, however long it goes on", x, err)
	}
	_, err = checker.Measure(t.Context(), specSystem(t, "LCR", 6), checker.Messages, checker.Options{MaxConfigurations: 10})
	if want := "spec-lcr: the search was cut short: max-configurations 10"; fmt.Sprint(err) != want || !errors.Is(err, checker.ErrCutShort) {
		t.Errorf("got %v, want %s", err, want)
	}
}
