package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// shower shows the result of a function of its local state: how often it has woken.
type shower struct{ own func(wakes int) any }

func (shower) Name() string                                              { return "shower" }
func (shower) Init(model.Self) int                                       { return 0 }
func (shower) Ready(_ model.Self, s int) model.Spontaneous               { return model.Spontaneous{Wake: s < 2} }
func (shower) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s + 1 }
func (a shower) Observe(_ model.Self, s int) model.Status                { return model.Status{Own: a.own(s)} }

// message returns the error or the panic of f, as a text.
func message(f func() error) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	if err := f(); err != nil {
		return err.Error()
	}
	return ""
}

// TestOwnIsChecked says that the values that processes show are comparable by
// value and of one type, wherever they are read.
func TestOwnIsChecked(t *testing.T) {
	type boxed struct{ Any any }
	type sliced struct{ Log []int }
	once := func(first, later any) func(int) any {
		return func(wakes int) any {
			if wakes == 0 {
				return first
			}
			return later
		}
	}
	for _, row := range []struct {
		own          func(int) any
		want, reason string
	}{
		{once(1, 2), "", "a number"},
		{once(nil, nil), "", "nothing"},
		{once(boxed{1}, boxed{"a"}), "", "a field may be an interface"},
		{once(sliced{}, sliced{}), "shower: process 0 in local state 0: Observe shows model_test.sliced, which is not comparable by value: field Log is a slice", "initially"},
		{once(new(int), nil), "shower: process 0 in local state 0: Observe shows *int, which is not comparable by value: is a pointer", "initially"},
		{once(boxed{1}, boxed{1.5}), "shower: process 0 in local state 1: Observe shows model_test.boxed, which is not comparable by value: field Any: is a float64", "later, within an interface"},
		{once(1, nil), "shower: process 0 in local state 1: Observe shows nothing (Own is nil), but a value of type int in the initial local state; allowed: one type", "later"},
		{once(nil, 1), "shower: process 0 in local state 1: Observe shows a value of type int, but nothing (Own is nil) in the initial local state; allowed: one type", "later"},
		{once(1, "a"), "shower: process 0 in local state 1: Observe shows a value of type string, but a value of type int in the initial local state; allowed: one type", "later"},
	} {
		got := message(func() error {
			s, err := model.New(shower{row.own}, model.Network{N: 2})
			if err != nil {
				return err
			}
			s.View(s.Successors(s.Initial())[0].Next)
			return nil
		})
		if got != row.want {
			t.Errorf("%s:\ngot  %s\nwant %s", row.reason, got, row.want)
		}
	}
}

// TestMachineChecksOwn says the same of networks that are too large for a search,
// except that values may be of several types.
func TestMachineChecksOwn(t *testing.T) {
	s, err := model.New(shower{func(wakes int) any { return wakes }}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	wild, err := model.New(shower{func(wakes int) any {
		if wakes == 0 {
			return [1]any{0}
		}
		return [1]any{[]int{}}
	}}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	for system, want := range map[*model.System]string{
		s:    "",
		wild: "shower: Observe in local state 1: Observe shows [1]interface {}, which is not comparable by value: is a slice",
	} {
		m, err := system.Semantics().Machine(model.Network{N: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = m.Guard(func() {
			m.Status(0)
			m.Step(0, model.Input[int]{Kind: model.Wake})
			m.Status(0)
		})
		if got := message(func() error { return err }); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

type phase uint8

func (p phase) String() string { return [...]string{"idle", "waiting"}[p] }

// TestOwnText lists texts of the values that processes show.
func TestOwnText(t *testing.T) {
	type node struct {
		Phase  phase
		Inside bool
		Log    string
		Votes  [2]int
	}
	for _, row := range []struct {
		status       model.Status
		want, reason string
	}{
		{model.Status{}, "undecided", "nothing of its own"},
		{model.Status{Own: node{}}, `Phase=idle Inside=false Log="" Votes=[0,0]`, "all fields are zero"},
		{model.Status{Own: node{Inside: true}}, "Inside", "a field that is true is its name; those that are zero are left out"},
		{model.Status{Own: node{Phase: 1, Log: "1:a 1:b"}}, `Phase=waiting Log="1:a 1:b"`, "a value is one word, or in quotation marks"},
		{model.Status{Own: node{Votes: [2]int{0, 1}}, Role: model.Won, Term: 2}, "won term=2 Votes=[0,1]", "beside what every protocol has"},
		{model.Status{Own: phase(1), Halted: true}, "waiting halted", "no struct"},
		{model.Status{Own: 7}, "7", "no struct"},
		{model.Status{Own: ""}, `""`, "an empty text"},
	} {
		if diff := cmp.Diff(row.want, row.status.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestImpureOwn says that an impure Observe is found where only the value differs
// that the process shows, not its text.
func TestImpureOwn(t *testing.T) {
	calls := 0
	s, err := model.New(shower{func(int) any { calls++; return dumb(calls / 8) }}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	impure := s.Semantics().Impure(model.Lasso{Stem: model.Schedule{s.Successors(s.Initial())[0].Event}})
	if impure == nil || !strings.Contains(impure.Error(), "Observe is impure") {
		t.Errorf("got %v", impure)
	}
}

// dumb has one text for all values.
type dumb int

func (dumb) String() string { return "dumb" }
