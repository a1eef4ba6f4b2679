package model_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// A bell rings when it wakes and when one of its timers runs out.
type bell struct{ names model.InputNames }

func (bell) Name() string                   { return "bell" }
func (bell) Init(model.Self) int            { return 0 }
func (b bell) InputNames() model.InputNames { return b.names }
func (bell) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0, Timers: model.Timers(1, 2), Operations: 2}
}
func (bell) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return min(s+1, 3) }
func (bell) Observe(model.Self, int) model.Status                      { return model.Status{} }

func TestInputNames(t *testing.T) {
	s, err := model.New(bell{model.InputNames{Wake: "pull", Timers: [8]string{1: "hour-hand"}, Operations: []string{"polish"}}}, model.Network{N: 1, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, y := range s.Successors(s.Initial()) {
		texts = append(texts, y.Event.String())
		if again, err := model.ParseEvent(y.Event.String()); err != nil || again.Compare(y.Event) != 0 || again.Name != y.Event.Name {
			t.Errorf("%v is read as %v: %v", y.Event, again, err)
		}
	}
	if got, want := strings.Join(texts, "; "), "wake p0(pull); timeout p0:1(hour-hand); timeout p0:2; invoke p0:0(polish); invoke p0:1; crash p0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for text, enabled := range map[string]bool{
		"timeout p0:1(hour-hand)": true, "timeout p0:1": true, "wake p0": true,
		"timeout p0:2(hour-hand)": false, "timeout p0:1(hour)": false, "wake p0(push)": false, "wake p7(pull)": false,
	} {
		if _, ok := s.Apply(s.Initial(), schedule(t, text)[0]); ok != enabled {
			t.Errorf("%s: enabled %t, want %t: an event may leave out its name, but not have another", text, ok, enabled)
		}
	}
	if got, want := strings.Join(s.Semantics().InputNames(0).All(), " "), "pull hour-hand polish"; got != want {
		t.Errorf("the names are %s, want %s", got, want)
	}
}

// TestInputNamesAreChecked says that a name cannot be mistaken for another part of
// an event.
func TestInputNamesAreChecked(t *testing.T) {
	for _, test := range []struct {
		names model.InputNames
		want  string
	}{
		{model.InputNames{Wake: "two words"}, `bell: the name "two words" of the wake-up is not allowed; allowed: letters, digits, - and _`},
		{model.InputNames{Timers: [8]string{3: "a)"}}, `bell: the name "a)" of timer 3 is not allowed; allowed: letters, digits, - and _`},
		{model.InputNames{Timers: [8]string{0: "a", 7: "a"}}, `bell: timers 0 and 7 have the same name "a"`},
	} {
		if _, err := model.New(bell{test.names}, model.Network{N: 1}); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	for _, text := range []string{"wake p0()", "wake p0(a", "wake p0(a)b", "timeout p0:1(a b)", "receive p0:0 A(b)(", "idle p0(a)"} {
		if e, err := model.ParseEvent(text); err == nil && e.Name != "" {
			t.Errorf("%q is read as %+v", text, e)
		}
	}
}

// TestInputNamesOfJoinedPrograms says that each process has the names of its own
// program.
func TestInputNamesOfJoinedPrograms(t *testing.T) {
	one, two := bell{model.InputNames{Wake: "one"}}, bell{model.InputNames{Wake: "two"}}
	s, err := model.New(model.Join(model.ProgramOf(one), model.ProgramOf(two)), model.Network{N: 2, Labels: []int{1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []string{"wake p0(two)", "wake p1(one)"} {
		if got := s.Semantics().Named(model.Event{Process: p, Kind: model.Wake}).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
