package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// sender sends its messages when it wakes, as values of any type.
type sender struct{ messages []any }

type sent struct{ Done bool }

func (sender) Init(model.Self) sent                         { return sent{} }
func (sender) Ready(_ model.Self, s sent) model.Spontaneous { return model.Spontaneous{Wake: !s.Done} }
func (sender) Observe(model.Self, sent) model.Status        { return model.Status{} }
func (a sender) Step(p *model.Process[any], s sent, in model.Input[any]) sent {
	if in.Kind == model.Wake {
		for _, m := range a.messages {
			p.Send(0, m)
		}
	}
	return sent{true}
}

// wakeUp returns the outcomes of the first wake-up by the tables of a system. It panics
// with the error of the outcome, if there is one.
func wakeUp(t *testing.T, s *model.System, repeat bool) []compiled.Outcome {
	t.Helper()
	tables := compiled.New(s)
	tables.Repeat = repeat
	outcomes := tables.Step(0, tables.Local(0, s.Initial().Locals[0]), compiled.Input{Kind: model.Wake, Msg: -1})
	if blame := outcomes[0].Blame; blame != nil {
		panic(blame)
	}
	return outcomes
}

// panicked returns the value with which f panics, nil if it does not panic.
func panicked(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

type (
	named   struct{ Name string }
	pair    struct{ A, B string }
	pointed struct{ P *int }
	holder  struct{ Any any }
	colour  int
	taste   int
)

func TestMessagesThatCannotBeToldApart(t *testing.T) {
	x := 1
	for _, test := range []struct {
		reason   string
		messages []any
		want     string
	}{
		{"a pointer is another each time", []any{&x}, "sender: message *int is not comparable by value: is a pointer"},
		{"so is a pointer in a field", []any{pointed{&x}}, "sender: message model_test.pointed is not comparable by value: field P is a pointer"},
		{"a slice has no ==", []any{holder{[]int{1}}}, "sender: message model_test.holder is not comparable by value: field Any: is a slice"},
		{"another value of that type was fine", []any{holder{1}, holder{[]int{1}}}, "sender: message model_test.holder is not comparable by value: field Any: is a slice"},
		{"a float is not equal to itself at times", []any{1.5}, "sender: message float64 is not comparable by value: is a float64"},
		{"in the element of an array", []any{[1]any{func() {}}}, "sender: message [1]interface {} is not comparable by value: is a func"},
		{"one text for two", []any{pair{"a,b", "c"}, pair{"a", "b,c"}},
			`sender: messages model_test.pair{A:"a,b", B:"c"} and model_test.pair{A:"a", B:"b,c"} have the same text "pair(a,b,c)"`},
		{"one text for two types", []any{colour(1), taste(1)}, `sender: messages 1 and 1 have the same text "1"`},
	} {
		t.Run(test.reason, func(t *testing.T) {
			s, err := model.New(sender{test.messages}, model.Network{N: 1})
			if err != nil {
				t.Fatal(err)
			}
			r := panicked(func() { wakeUp(t, s, false) })
			if err, ok := r.(*model.ValueError); !ok || err.Error() != test.want {
				t.Errorf("got  %v (%T)\nwant %s", r, r, test.want)
			}
		})
	}
}

func TestNilMessageIsIllFormed(t *testing.T) {
	s, err := model.New(sender{[]any{nil}}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	x, ok := s.Apply(s.Initial(), model.Event{Kind: model.Wake})
	if !ok {
		t.Fatal("wake p0 is not enabled")
	}
	if got, want := s.Semantics().LocalText(x.Next, 0), "failed: sends nothing (a nil interface) to port 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTypesThatAreNotComparableByValue(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{newFails[*int, int](), "typed[*int,int]: local state *int is not comparable by value: is a pointer"},
		{newFails[int, float32](), "typed[int,float32]: message float32 is not comparable by value: is a float32"},
		{newFails[struct{ C [2]chan int }, int](),
			"typed[struct { C [2]chan int },int]: local state struct { C [2]chan int } is not comparable by value: field C an element of [2]chan int is a chan"},
	} {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", test.err, test.want)
		}
	}
}

func TestNamesOfAlgorithmsAreWords(t *testing.T) {
	const want = `the name "my lcr" of algorithm model_test.titled has white space; allowed: one word`
	if _, err := model.New(titled{"my lcr"}, model.Network{N: 1, IDs: []model.ID{1}}); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	s, err := model.New(generic[struct{ A int }]{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s.Name() != "generic" {
		t.Errorf("a type with parameters: got the name %q, want generic", s.Name())
	}
}

type titled struct{ title string }

func (a titled) Name() string                                      { return a.title }
func (titled) Init(model.Self) int                                 { return 0 }
func (titled) Ready(model.Self, int) model.Spontaneous             { return model.Spontaneous{} }
func (titled) Observe(model.Self, int) model.Status                { return model.Status{} }
func (titled) Step(*model.Process[int], int, model.Input[int]) int { return 0 }

type generic[L comparable] struct{}

func (generic[L]) Init(model.Self) (l L)                                 { return l }
func (generic[L]) Ready(model.Self, L) model.Spontaneous                 { return model.Spontaneous{} }
func (generic[L]) Observe(model.Self, L) model.Status                    { return model.Status{} }
func (generic[L]) Step(_ *model.Process[int], s L, _ model.Input[int]) L { return s }

// TestNetworksAreCopied says that a system does not change if the slices of its
// network do.
func TestNetworksAreCopied(t *testing.T) {
	net := model.Network{Topology: model.Graph, N: 2, Graph: [][]int{{1}, {0}}, IDs: []model.ID{1, 2}, Labels: []int{0, 1},
		Wake: model.WakeSet{Only: []int{0}}, Down: []int{1}}
	s, err := model.New(titled{"lcr"}, net)
	if err != nil {
		t.Fatal(err)
	}
	net.Graph[0][0], net.Graph[1], net.IDs[0], net.Labels[0], net.Wake.Only[0], net.Down[0] = 0, nil, 9, 9, 1, 0
	want := model.Network{Topology: model.Graph, N: 2, Graph: [][]int{{1}, {0}}, IDs: []model.ID{1, 2}, Labels: []int{0, 1},
		Wake: model.WakeSet{Only: []int{0}}, Down: []int{1}}
	if diff := cmp.Diff(want, *s.Network()); diff != "" {
		t.Errorf("(-given +kept):\n%s", diff)
	}
}

// typed does nothing, with values of any types.
type typed[L, M comparable] struct{}

func (typed[L, M]) Name() string                                      { var l L; var m M; return fmt.Sprintf("typed[%T,%T]", l, m) }
func (typed[L, M]) Init(model.Self) (l L)                             { return l }
func (typed[L, M]) Ready(model.Self, L) model.Spontaneous             { return model.Spontaneous{} }
func (typed[L, M]) Observe(model.Self, L) model.Status                { return model.Status{} }
func (typed[L, M]) Step(_ *model.Process[M], s L, _ model.Input[M]) L { return s }

func newFails[L, M comparable]() error {
	_, err := model.New(typed[L, M]{}, model.Network{N: 1})
	return err
}

func TestKeysTellApartWhatInterfacesHold(t *testing.T) {
	messages := []any{holder{colour(1)}, holder{taste(1)}, holder{1}, holder{"1"}, holder{nil}, holder{holder{1}},
		[1]any{1}, [1]any{uint8(1)}, pair{"a b", "c"}, pair{"a", "b c"}, pair{`a" "b`, ""}, true, 1, colour(1)}
	seen := map[string]any{}
	for _, m := range messages {
		s, err := model.New(sender{[]any{m}}, model.Network{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		key := s.Successors(s.Initial())[0].Next.Key()
		if other, ok := seen[key]; ok {
			t.Errorf("%#v and %#v in flight have the same key %q", other, m, key)
		}
		seen[key] = m
	}
}

// counting is impure: each step depends on the number of earlier steps.
type counting struct {
	plain
	steps *int
}

func (a counting) Step(p *model.Process[lcrMsg], s lcrState, _ model.Input[lcrMsg]) lcrState {
	*a.steps++
	p.Send(0, lcrMsg{ID: model.ID(*a.steps)})
	return s
}

func TestImpureStep(t *testing.T) {
	s, err := model.New(counting{steps: new(int)}, model.Network{N: 1, IDs: []model.ID{1}})
	if err != nil {
		t.Fatal(err)
	}
	var impure *model.ImpureError
	r := panicked(func() { wakeUp(t, s, true) })
	if err, ok := r.(error); !ok || !errors.As(err, &impure) {
		t.Fatalf("got %v, want an *ImpureError", r)
	}
	for _, part := range []string{"counting: a step is impure: process 0 in local state", "upon wake", "ID:1", "ID:2", "usual causes"} {
		if !strings.Contains(impure.Error(), part) {
			t.Errorf("the error does not say %q:\n%v", part, impure)
		}
	}
	if r := panicked(func() { wakeUp(t, s, false) }); r != nil {
		t.Errorf("without Repeat: got %v, want nothing", r)
	}
}

func TestOutcomes(t *testing.T) {
	for _, test := range []struct {
		reason, rules string
		want          string
	}{
		{"one of three", "start wake: become a | become b | become c", "[0]/3 [1]/3 [2]/3"},
		{"no choice", "start wake: become a", "[]/1"},
		{"a failing outcome is one of them", "start wake: become a | panic", "[0]/2 [1]/2 panics: as told"},
		{"choosing for ever is one failure", "start wake: forever", "[]/1 chooses among more than 4096 outcomes in one step"},
		{"too many sends", "start wake: " + strings.Repeat("send 0 A, ", 4096) + "send 0 A", "[]/1 sends more than 4096 messages in one step"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			s := newPuppets(t, test.rules, model.Network{N: 1})
			var list []string
			for _, o := range wakeUp(t, s, true) {
				list = append(list, strings.TrimSpace(fmt.Sprintf("%v/%d %s", o.Choices, o.Weight, unplaced(o.Failure))))
			}
			if got := strings.Join(list, " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// newPuppets returns the system of a puppet, on a network that fits.
func newPuppets(t *testing.T, rules string, net model.Network) *model.System {
	t.Helper()
	alg, err := newPuppet(rules)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(alg, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// blind panics in Observe after its first step.
type blind struct{}

func (blind) Init(model.Self) int                     { return 0 }
func (blind) Ready(model.Self, int) model.Spontaneous { return model.Spontaneous{Wake: true} }
func (blind) Step(*model.Process[int], int, model.Input[int]) int {
	return 1
}
func (blind) Observe(_ model.Self, s int) model.Status {
	if s == 1 {
		panic("too dark")
	}
	return model.Status{}
}

func TestPanicOutsideAStepIsNamed(t *testing.T) {
	s, err := model.New(blind{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		const want = "blind: Observe in local state 1: panics: too dark"
		if err, ok := recover().(*model.ValueError); !ok || unplaced(err.Error()) != want {
			t.Errorf("panicked with %v, want a *model.ValueError %q", err, want)
		}
	}()
	compiled.New(s).Local(0, 1)
}

// touchy panics in one method, in the initial local state.
type touchy struct{ method string }

func (a touchy) touch(method string) {
	if a.method == method {
		panic("touched")
	}
}

func (a touchy) Needs() model.Needs  { a.touch("Needs"); return model.Needs{} }
func (a touchy) Init(model.Self) int { a.touch("Init"); return 0 }
func (a touchy) Ready(model.Self, int) model.Spontaneous {
	a.touch("Ready")
	return model.Spontaneous{}
}
func (a touchy) Observe(model.Self, int) model.Status                { a.touch("Observe"); return model.Status{} }
func (a touchy) Restart(_ model.Self, s int) int                     { a.touch("Restart"); return s }
func (a touchy) Step(*model.Process[int], int, model.Input[int]) int { return 0 }

func TestNewReportsPanics(t *testing.T) {
	for _, timing := range []model.Timing{model.Async, model.Timely, model.Lockstep} {
		for method, want := range map[string]string{
			"Needs":   "touchy: Needs: panics: touched",
			"Init":    "touchy: Init: panics: touched",
			"Ready":   "touchy: Ready in local state 0: panics: touched",
			"Observe": "touchy: Observe in local state 0: panics: touched",
			"Restart": "touchy: Restart in local state 0: panics: touched",
		} {
			net := model.Network{N: 2, Timing: timing, Down: []int{1}, Faults: model.Faults{Restart: 1}}
			if _, err := model.New(touchy{method}, net); err == nil || unplaced(err.Error()) != want {
				t.Errorf("%v: got  %v\nwant %s", timing, err, want)
			}
			if sound, err := model.New(touchy{}, net); err != nil || sound == nil {
				t.Errorf("nothing panics: %v", err)
			}
		}
	}
}

func TestNewReportsInitialValues(t *testing.T) {
	x := 1
	for _, test := range []struct {
		alg    model.Algorithm[any, any]
		want   string
		reason string
	}{
		{nil, "no algorithm: the interface is nil", "nothing to run"},
		{starter{local: &x}, "starter: local state *int is not comparable by value: is a pointer", "a pointer in an interface"},
		{starter{}, "starter: Init: returns no local state (a nil interface)", "no local state"},
		{starter{local: 1, after: []int{1}}, "starter: local state []int is not comparable by value: is a slice", "who has woken at the start"},
		{starter{local: 1, after: 2, message: []int{1}}, "starter: message []int is not comparable by value: is a slice", "what is in flight at the start"},
	} {
		_, err := model.New(test.alg, model.Network{N: 1, Wake: model.WakeSet{All: true}})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got  %v\nwant %s", test.reason, err, test.want)
		}
	}
}

// starter sends one message when it wakes.
type starter struct{ local, after, message any }

func (a starter) Init(model.Self) any                   { return a.local }
func (starter) Ready(model.Self, any) model.Spontaneous { return model.Spontaneous{Wake: true} }
func (starter) Observe(model.Self, any) model.Status    { return model.Status{} }
func (a starter) Step(p *model.Process[any], _ any, _ model.Input[any]) any {
	if a.message != nil {
		p.Send(0, a.message)
	}
	return a.after
}

// TestCulpritIsAlwaysTheSame says that the error names the type of the local
// state if both types are unusable.
func TestCulpritIsAlwaysTheSame(t *testing.T) {
	const want = "typed[*int,float64]: local state *int is not comparable by value: is a pointer"
	for range 20 {
		if err := newFails[*int, float64](); err == nil || err.Error() != want {
			t.Fatalf("got  %v\nwant %s", err, want)
		}
	}
}

func TestNoSystem(t *testing.T) {
	var s *model.System
	const want = "no system: it is nil; New returns one, or an error"
	_, on := s.Semantics().On(model.Network{N: 1})
	_, machine := s.Semantics().Machine(model.Network{N: 1}, nil)
	_, replay := s.Replay(model.Lasso{})
	for method, err := range map[string]error{"On": on, "Machine": machine, "Replay": replay} {
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", method, err, want)
		}
	}
}

// TestMessagesAreQuoted says that a message may have any text: one that is not a
// word stands in quotation marks, and is read back.
func TestMessagesAreQuoted(t *testing.T) {
	for _, test := range []struct {
		message any
		want    string
		reason  string
	}{
		{named{"ab"}, "named(ab)", "a word"},
		{named{"a b"}, `"named(a b)"`, "white space ends a word"},
		{"a\u2003b", `"a\u2003b"`, "a space of another alphabet"},
		{"a\x00b", `"a\x00b"`, "a character that is not shown"},
		{"a\xff", `"a\xff"`, "bytes that are no text"},
		{"", `""`, "no word at all"},
		{`"a"`, `"\"a\""`, "a word that looks quoted"},
		{`a"b`, `a"b`, "a quotation mark within"},
	} {
		s, err := model.New(sender{[]any{test.message}}, model.Network{N: 1})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		c, arrived := s.Successors(s.Initial())[0].Next, false
		for _, y := range s.Successors(c) {
			if y.Event.Kind != model.Receive {
				continue
			}
			arrived = true
			again, err := model.ParseEvent(y.Event.String() + " choose 0")
			if y.Event.Message != test.want || err != nil || again.Message != test.want {
				t.Errorf("%s: the text is %s, read as %s (%v); want %s", test.reason, y.Event.Message, again.Message, err, test.want)
			}
		}
		if !arrived {
			t.Errorf("%s: nothing arrives", test.reason)
		}
		if plain, ok := test.message.(string); ok && plain != `"a"` && model.MessageText(plain) != test.want || model.MessageText(test.want) != test.want {
			t.Errorf("%s: MessageText gives %s for the text, want %s", test.reason, model.MessageText(test.want), test.want)
		}
	}
}

// A resting is a system whose processes do nothing in one local state.
type resting struct{ local any }

func (r resting) Init(model.Self) any                                     { return r.local }
func (resting) Ready(model.Self, any) model.Spontaneous                   { return model.Spontaneous{} }
func (resting) Observe(model.Self, any) model.Status                      { return model.Status{} }
func (resting) Step(_ *model.Process[any], s any, _ model.Input[any]) any { return s }

// TestLocalText says that local states print with the names of their fields.
func TestLocalText(t *testing.T) {
	type inner struct{ Seen bool }
	type state struct {
		Best  model.ID
		Role  model.Role
		inner [2]inner
		Any   any
	}
	for _, test := range []struct {
		local        any
		want, reason string
	}{
		{state{Best: 2, Role: model.Won, inner: [2]inner{}, Any: inner{true}}, "state(Best=2,Role=won,inner=[inner(Seen=false),inner(Seen=false)],Any=inner(Seen=true))", "fields of all kinds"},
		{model.Won, "won", "a String method"},
		{7, "7", "no fields"},
	} {
		s, err := model.New(resting{test.local}, model.Network{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Semantics().LocalText(s.Initial(), 0); got != test.want {
			t.Errorf("%s: got %s, want %s", test.reason, got, test.want)
		}
	}
}
