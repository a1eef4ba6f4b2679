package validate_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// TestWhatALogSays is about single fields: the model must agree with each field of the log,
// and the log must say that a step was not well-formed.
func TestWhatALogSays(t *testing.T) {
	s, err := model.New[count, int](counter{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	const woken = `{"process":0,"event":"wake"}` + "\n"
	const halted = woken + woken + `{"process":1,"event":"receive","message":"1"}` + "\n" + `{"process":1,"event":"receive","message":"2","status":`
	for _, row := range []struct {
		reason, log string
		want        validate.Verdict
	}{
		{"the process has halted", halted + `{"halted":true,"bounded":true,"aside":true}}`, validate.Valid},
		{"a halted process has not", halted + `{"halted":false}}`, validate.Invalid},
		{"a process that a bound stopped goes on", halted + `{"bounded":false}}`, validate.Invalid},
		{"a process that stands aside does not", halted + `{"aside":false}}`, validate.Invalid},
		{"nothing arrives, but something did on a port", `{"process":0,"port":1}`, validate.Invalid},
		{"the third wake-up fails, and the log says so", woken + woken + `{"process":0,"event":"wake","status":{"failed":true}}`, validate.Valid},
		{"the third wake-up fails, and the log has no status", woken + woken + woken, validate.Invalid},
		{"the third wake-up fails, and the log does not say so", woken + woken + `{"process":0,"event":"wake","status":{"term":0}}`, validate.Invalid},
	} {
		if r := logOf(t, s, row.log, validate.Options{}); r.Verdict != row.want {
			t.Errorf("%s: %v, want %v\n%s", row.reason, r.Verdict, row.want, r.Text())
		}
	}
}

// tosser tosses a coin when it wakes.
type tosser struct{}

func (tosser) Init(model.Self) int                                       { return 0 }
func (tosser) Observe(model.Self, int) model.Status                      { return model.Status{} }
func (tosser) Ready(_ model.Self, s int) model.Spontaneous               { return model.Spontaneous{Wake: s == 0} }
func (tosser) Step(p *model.Process[int], _ int, _ model.Input[int]) int { return 1 + p.Choose(2) }

// TestNothingWasChosen says that an empty list of choices is not the list left out.
func TestNothingWasChosen(t *testing.T) {
	s, err := model.New(tosser{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]validate.Verdict{
		`{"process":0,"event":"wake"}`: validate.Valid, `{"process":0,"event":"wake","choices":[1]}`: validate.Valid, `{"process":0,"event":"wake","choices":[]}`: validate.Invalid,
	} {
		if r := logOf(t, s, text, validate.Options{}); r.Verdict != want {
			t.Errorf("%s: %v, want %v", text, r.Verdict, want)
		}
	}
}

// TestDuring says that a crash within a step is not one between steps, and is offered for a line
// of a crash.
func TestDuring(t *testing.T) {
	s, err := model.New[count, int](counter{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason, log string
		want        validate.Verdict
		within      bool // the crash that is nearest to it is within the wake-up
	}{
		{"a crash between steps", `{"process":1,"event":"crash"}`, validate.Valid, false},
		{"a crash within the wake-up, before its message", `{"process":1,"event":"crash","during":"wake","sends":[]}`, validate.Valid, false},
		{"nothing can be received yet", `{"process":1,"event":"crash","during":"receive"}`, validate.Invalid, false},
		{"the wake-up sends another message", `{"process":1,"event":"crash","during":"wake","sends":[{"message":"9"}]}`, validate.Invalid, true},
	} {
		r := logOf(t, s, row.log, validate.Options{})
		if r.Verdict != row.want {
			t.Errorf("%s: %v, want %v\n%s", row.reason, r.Verdict, row.want, r.Text())
			continue
		}
		if row.within && (len(r.Next) == 0 || !r.Next[0].Possible[0].Event.Within) {
			t.Errorf("%s: want a crash within the wake-up\n%s", row.reason, r.Text())
		}
	}
}

// caller calls another process when it wakes, and again when its timer runs out. Who is called
// answers.
type caller struct{}

func (caller) Init(model.Self) int                  { return 0 }
func (caller) Observe(model.Self, int) model.Status { return model.Status{} }
func (caller) Ready(p model.Self, s int) model.Spontaneous {
	ready := model.Spontaneous{Wake: s == 0 && p.ID() == 1}
	if s == 1 {
		ready.Timers = model.Timers(0)
	}
	return ready
}
func (caller) Step(p *model.Process[string], s int, in model.Input[string]) int {
	switch {
	case in.Kind == model.Wake, in.Kind == model.Timeout:
		p.Send(0, "call")
		return s + 1
	case in.Msg == "call":
		p.Send(1, "answer")
	}
	return s
}

// TestLossesComeFirst is a log in which a message must be lost before another one like it is
// received: as long as something is in flight, no timer of a timely network runs out.
func TestLossesComeFirst(t *testing.T) {
	const log = `{"process":0,"event":"wake"}
{"process":1,"event":"receive","message":"call"}
{"process":0,"event":"timeout"}
{"process":0,"event":"receive","message":"answer"}`
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		for losses, want := range []validate.Verdict{validate.Invalid, validate.Valid, validate.Valid} {
			s, err := model.New(caller{}, model.Network{N: 2, Topology: model.Ring, IDs: []model.ID{1, 2}, Grants: model.KnowID, Timing: model.Timely,
				Order: order, Faults: model.Faults{Loss: losses}})
			if err != nil {
				t.Fatal(err)
			}
			if r := logOf(t, s, log, validate.Options{}); r.Verdict != want {
				t.Errorf("order %v, %d losses: %v, want %v\n%s", order, losses, r.Verdict, want, r.Text())
			}
		}
	}
}

// TestAnotherEventIsFarther says that a step of the event that the log names is nearer to its line
// than one of another event, however many other fields differ.
func TestAnotherEventIsFarther(t *testing.T) {
	s, err := model.New[count, int](counter{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	const log = `{"process":0,"event":"wake"}
{"process":1,"event":"receive","sends":[{"port":0,"message":"1"}],"status":{"term":0,"leader":1}}`
	r := logOf(t, s, log, validate.Options{})
	var got []string
	for _, a := range r.Next[0].Possible {
		got = append(got, a.Event.String())
	}
	if want := []string{"receive p1:1 1", "wake p1"}; r.Verdict != validate.Invalid || len(got) < 2 || !slices.Equal(got[:2], want) {
		t.Errorf("%v, possible are %q, want %q first", r.Verdict, got, want)
	}
}

// TestLinesWithoutAnEvent says which events a line may be of that names none: a restart after a crash
// that has no line, and no loss.
func TestLinesWithoutAnEvent(t *testing.T) {
	counts := func(f model.Faults) *model.System {
		s, err := model.New[count, int](counter{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}, Faults: f})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	calls, err := model.New(caller{}, model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{1, 2}, Grants: model.KnowID, Faults: model.Faults{Loss: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason string
		system *model.System
		log    string
		want   validate.Verdict
	}{
		{"it has crashed, and restarts", counts(model.Faults{Crash: 1, Restart: 1}), `{"process":0,"event":"wake","status":{"leader":1}}
{"process":0,"status":{"leader":0}}`, validate.Valid},
		{"it cannot restart", counts(model.Faults{Crash: 1}), `{"process":0,"event":"wake","status":{"leader":1}}
{"process":0,"status":{"leader":0}}`, validate.Invalid},
		{"the second call is answered", calls, `{"process":0,"event":"wake"}
{"process":0,"event":"timeout"}
{"process":1,"sends":[{"message":"answer"}]}
{"process":1,"sends":[{"message":"answer"}]}`, validate.Valid},
		{"the second call is not answered, and its loss is no line", calls, `{"process":0,"event":"wake"}
{"process":0,"event":"timeout"}
{"process":1,"sends":[{"message":"answer"}]}
{"process":1,"sends":[]}`, validate.Invalid},
	} {
		if r := logOf(t, row.system, row.log, validate.Options{}); r.Verdict != row.want {
			t.Errorf("%s: %v, want %v\n%s", row.reason, r.Verdict, row.want, r.Text())
		}
	}
}
