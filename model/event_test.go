package model_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// events are one of each kind of event, in the order of Compare.
var events = []struct {
	text  string
	event model.Event
}{
	{"round", model.Event{Process: -1, Kind: model.Round}},
	{"round choose 1,0", model.Event{Process: -1, Kind: model.Round, Choices: []int{1, 0}}},
	{"round wake p0 p2", model.Event{Process: -1, Kind: model.Round, Wakes: []int{0, 2}}},
	{"divide p0", model.Event{Process: -1, Kind: model.Divide, Group: []int{0}}},
	{"divide p1 p2", model.Event{Process: -1, Kind: model.Divide, Group: []int{1, 2}}},
	{"heal", model.Event{Process: -1, Kind: model.Heal}},
	{"wake p0", model.Event{Kind: model.Wake}},
	{"wake p0 choose 0", model.Event{Kind: model.Wake, Choices: []int{0}}},
	{"receive p0:0 PROBE(2,0,1)", model.Event{Kind: model.Receive, Message: "PROBE(2,0,1)"}},
	{"receive p0:1 A", model.Event{Kind: model.Receive, Port: 1, Message: "A"}},
	{"timeout p0:7", model.Event{Kind: model.Timeout, Timer: 7}},
	{"idle p0", model.Event{Kind: model.Idle}},
	{"suspect p0:2", model.Event{Kind: model.Suspect, Port: 2}},
	{"crash p0", model.Event{Kind: model.Crash}},
	{"crash p0 during wake after 1", model.Event{Kind: model.Crash, Within: true, During: model.Wake, After: 1}},
	{"crash p0 during round after 0", model.Event{Kind: model.Crash, Within: true, During: model.Round}},
	{"crash p0 during round wake p1 after 2", model.Event{Kind: model.Crash, Wakes: []int{1}, Within: true, During: model.Round, After: 2}},
	{"crash p0 during receive:0 M after 0 choose 1", model.Event{Kind: model.Crash, Message: "M", Within: true, During: model.Receive, Choices: []int{1}}},
	{"crash p0 during timeout:3 after 0", model.Event{Kind: model.Crash, Within: true, During: model.Timeout, Timer: 3}},
	{"crash p0 during suspect:1 after 0", model.Event{Kind: model.Crash, Port: 1, Within: true, During: model.Suspect}},
	{"restart p0", model.Event{Kind: model.Restart}},
	{"lose p0:1 A", model.Event{Kind: model.Lose, Port: 1, Message: "A"}},
	{"duplicate p0:1 A", model.Event{Kind: model.Duplicate, Port: 1, Message: "A"}},
	{"cut p0 p1", model.Event{Kind: model.Cut, Peer: 1}},
	{"cut p0 p2", model.Event{Kind: model.Cut, Peer: 2}},
	{"wake p12", model.Event{Process: 12, Kind: model.Wake}},
	{"wake p1048575", model.Event{Process: model.MaxN - 1, Kind: model.Wake}},
}

func TestEventTexts(t *testing.T) {
	for _, test := range events {
		if got := test.event.String(); got != test.text {
			t.Errorf("String: got %q, want %q", got, test.text)
		}
		got, err := model.ParseEvent(test.text)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(test.event, got); diff != "" {
			t.Errorf("ParseEvent(%q) (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestEventOrder(t *testing.T) {
	for i, a := range events {
		for j, b := range events {
			want := min(max(i-j, -1), 1)
			if got := a.event.Compare(b.event); got != want {
				t.Errorf("%q to %q: got %d, want %d", a.text, b.text, got, want)
			}
		}
	}
}

func TestSameCause(t *testing.T) {
	heads, tails := model.Event{Kind: model.Wake, Choices: []int{0}}, model.Event{Kind: model.Wake, Choices: []int{1}}
	if !heads.SameCause(tails) {
		t.Errorf("%q and %q are outcomes of one step", heads, tails)
	}
	if other := (model.Event{Process: 1, Kind: model.Wake, Choices: []int{0}}); heads.SameCause(other) {
		t.Errorf("%q and %q are steps of two processes", heads, other)
	}
}

func TestMalformedEvents(t *testing.T) {
	for _, test := range []struct{ text, reason string }{
		{"", "no kind"},
		{"wake", "no process"},
		{"wake p", "no number"},
		{"wake p01", "not as it would be written"},
		{"wake p-1", "no such process"},
		{"wake p99999999999999999999", "a number beyond all numbers"},
		{"wake p1048576", "a number beyond all processes"},
		{"receive p0:1048576 M", "a number beyond all ports"},
		{"wake p0 ", "white space at the end"},
		{"wake  p0", "two spaces"},
		{"wakes p0", "unknown kind"},
		{"Wake p0", "upper case"},
		{"receive p0 M", "no port"},
		{"receive p0:0", "no message"},
		{"receive p0:0 ", "an empty message"},
		{"receive p0:0 A B", "a message of two words"},
		{"timeout p0:8", "timers are 0..7"},
		{"round p0", "a round has no process"},
		{"round wake", "nobody wakes"},
		{"crash p0 during wake", "after how many sends?"},
		{"crash p0 during crash after 0", "a crash is no step"},
		{"crash p0 during lose:0 M after 0", "a loss is no step"},
		{"wake p0 choose", "no outcome"},
		{"wake p0 choose 1,", "a comma too many"},
		{"wake p0 during receive:0 M after 0", "only a crash is within a step"},
		{"cut p0", "no second process"},
		{"divide", "nobody is cut off"},
		{"forge p0:1", "nothing is forged"},
		{"betray", "nobody betrays"},
		{"divide p0 p", "no number"},
		{"heal p0", "the whole network heals"},
	} {
		if e, err := model.ParseEvent(test.text); err == nil {
			t.Errorf("%q (%s): got %+v, want an error", test.text, test.reason, e)
		} else if !strings.Contains(err.Error(), "malformed event") {
			t.Errorf("%q: got %v, which does not say what it is about", test.text, err)
		}
	}
}

func FuzzParseEvent(f *testing.F) {
	for _, test := range events {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := model.ParseEvent(text)
		if err != nil {
			return
		}
		if got := e.String(); got != text {
			t.Errorf("%q is read as %q", text, got)
		}
		if again, err := model.ParseEvent(e.String()); err != nil || e.Compare(again) != 0 || !slices.Equal(e.Choices, again.Choices) {
			t.Errorf("%q is read as %+v, then as %+v, %v", text, e, again, err)
		}
	})
}
