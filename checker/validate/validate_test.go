package validate_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// logOf returns the result for a log of an algorithm on three processes.
func logOf(t *testing.T, s *model.System, text string, o validate.Options) validate.Result {
	t.Helper()
	lines, err := validate.Read("a.log", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := validate.Log(context.Background(), s, lines, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestText is about the text for a log that no execution has.
func TestText(t *testing.T) {
	const awake = `{"process":0,"event":"wake"}
{"process":1,"event":"wake"}
`
	for _, c := range []struct {
		name, algorithm, log string
		options              validate.Options
		want                 string
	}{
		{"a message that was not sent", "lcr", awake + `{"process":1,"event":"receive","message":"ELECT(3)","sends":[{"message":"ELECT(3)"}]}`, validate.Options{}, `invalid: no execution has 3 lines; the longest prefix has 2

a.log:3: {"process":1,"event":"receive","message":"ELECT(3)","sends":[{"message":"ELECT(3)"}]}
  cannot come next; nearest to it (- log, + model): receive p1:1 ELECT(1)
    - message ELECT(3)
    + message ELECT(1)
    - sends[0] ELECT(3)

the events before:
      1 wake p0
      2 wake p1
`},
		{"a line that was dropped", "lcr", `{"process":1,"event":"receive","message":"ELECT(1)","sends":[],"status":{"role":"undecided","leader":0}}`, validate.Options{}, `invalid: no execution has 1 line; the longest prefix has 0

a.log:1: {"process":1,"event":"receive","message":"ELECT(1)","sends":[],"status":{"role":"undecided","leader":0}}
  cannot come next; nearest to it (- log, + model): wake p1
    - event receive
    + event wake
  no message can arrive at p1 now

nothing comes before
`},
		{"an event without a line", "lcr", `{"process":1,"event":"receive","message":"ELECT(1)"}`, validate.Options{}, `invalid: no execution has 1 line; the longest prefix has 0

a.log:1: {"process":1,"event":"receive","message":"ELECT(1)"}
  cannot come next; nearest to it (- log, + model): wake p1
    - event receive
    + event wake
  no message can arrive at p1 now
  could come after wake p0

nothing comes before
`},
		{"the same, allowed", "lcr", `{"process":1,"event":"receive","message":"ELECT(1)"}`, validate.Options{Unlogged: 1}, "valid: an execution of 2 events has 1 line\n"},
		{"cut short", "lcr", awake, validate.Options{MaxConfigurations: 1}, `unknown: cut short (max-configurations 1); the longest prefix so far has 1 of 2 lines

a.log:2: {"process":1,"event":"wake"}
  can come next: wake p1
  possible too:
      receive p1:1 ELECT(1)

the events before:
      1 wake p0
`},
		{"half a round", "variablespeeds", `{"process":0,"event":"round","wakes":true}
{"process":1,"event":"round","wakes":true,"sends":[]}`, validate.Options{}, `invalid: no execution has 2 lines; the longest prefix has 0

a.log:1: {"process":0,"event":"round","wakes":true}
a.log:2: {"process":1,"event":"round","wakes":true,"sends":[]}
  cannot come next; nearest to it (- log, + model): round
    - p0 wakes true
    + p0 wakes false
    - p1 wakes true
    + p1 wakes false
    + p1 sends[0] :0 FIRST(2)
    + p2 takes part

nothing comes before
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, logOf(t, small(t, c.algorithm), c.log, c.options).Text()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLimits: a search that is cut short says unknown, and never valid or invalid.
func TestLimits(t *testing.T) {
	s := small(t, "lcr")
	lines := validate.Record(drawn(t, s, 1, 30))
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		o      validate.Options
		why    string
		reason string
	}{
		{done, validate.Options{}, "interrupted", "the user"},
		{checkertest.Slow(context.Background()), validate.Options{MaxTime: 1}, "max-time 1ns", "time"},
		{context.Background(), validate.Options{MaxConfigurations: 3}, "max-configurations 3", "configurations"},
		{context.Background(), validate.Options{MaxMemory: 1}, "max-memory 1 bytes", "memory"},
	} {
		r, err := validate.Log(c.ctx, s, lines, c.o)
		if err != nil || r.Verdict != validate.Unknown || r.Stopped.String() != c.why {
			t.Errorf("%s: %v, %v, %q; want unknown, %q", c.reason, err, r.Verdict, r.Stopped, c.why)
		}
		if _, err := s.Replay(model.Lasso{Stem: r.Schedule}); err != nil {
			t.Errorf("%s: the prefix: %v", c.reason, err)
		}
	}
	if _, err := validate.Log(context.Background(), nil, lines, validate.Options{}); err == nil {
		t.Error("no system: no error")
	}
}

// TestLongLogIsFollowedInOneGo: of a log that determines the execution, or of
// logs of processes that do not disturb each other, nothing is looked at twice.
func TestLongLogIsFollowedInOneGo(t *testing.T) {
	s := small(t, "invitation")
	x := drawn(t, s, 0, 3000)
	lines := validate.Record(x)
	if len(lines) < 2500 {
		t.Fatalf("only %d lines", len(lines))
	}
	for _, o := range []validate.Options{{InOrder: true}, {}} {
		r, err := validate.Log(context.Background(), s, lines, o)
		if err != nil || r.Verdict != validate.Valid || r.Configurations != int64(len(lines)) {
			t.Errorf("%+v: %v, %v, %d configurations for %d lines", o, err, r.Verdict, r.Configurations, len(lines))
		}
	}
}

// TestLinesGoAlone: the interleavings of logs without a common clock are not
// tried one by one where they make no difference, not even to show that there is
// no execution.
func TestLinesGoAlone(t *testing.T) {
	s := small(t, "hs")
	lines := split(validate.Record(drawn(t, s, 0, 200)))
	last := &lines[len(lines)-1]
	last.Status = &validate.Status{Role: "candidate"}
	r, err := validate.Log(context.Background(), s, lines, validate.Options{})
	if err != nil || r.Verdict != validate.Invalid || r.Explained < 20 || r.Configurations != int64(r.Explained) {
		t.Errorf("%v, %v, %d of %d lines, %d configurations", err, r.Verdict, r.Explained, len(lines), r.Configurations)
	}
}

// TestProgress: who asks is told how far a long search has come. This one would
// go on for ever: no term is the last.
func TestProgress(t *testing.T) {
	lines, err := validate.Read("a.log", strings.NewReader(`{"process":0,"status":{"term":1000000000}}`))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last validate.Progress
	tell := func(p validate.Progress) {
		last = p
		cancel()
	}
	r, err := validate.Log(ctx, small(t, "invitation"), lines, validate.Options{Unlogged: 1 << 30, Progress: tell, MaxTime: time.Minute})
	if err != nil || r.Stopped.Cause != reason.Interrupted {
		t.Fatalf("%v, %v, %q", err, r.Verdict, r.Stopped)
	}
	if last.Lines != 1 || last.Explained != 0 || last.Configurations == 0 || last.Bytes == 0 {
		t.Errorf("%+v", last)
	}
}

// TestImpure: an algorithm that is not a function is an error, not a verdict.
func TestImpure(t *testing.T) {
	calls := 0
	s, err := model.New[int, int](fickle{&calls}, model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := validate.Read("a.log", bytes.NewBufferString(`{"process":0,"event":"wake","sends":[{"message":"1"}]}
{"process":1,"event":"receive","message":"1"}`))
	if err != nil {
		t.Fatal(err)
	}
	if r, err := validate.Log(context.Background(), s, lines, validate.Options{}); err == nil || !strings.Contains(err.Error(), "is impure") {
		t.Errorf("%v, %v", r.Verdict, err)
	}
}

// fickle sends 1, then 2, and so on.
type fickle struct{ calls *int }

func (fickle) Init(model.Self) int                         { return 0 }
func (fickle) Observe(model.Self, int) model.Status        { return model.Status{} }
func (fickle) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s == 0} }
func (f fickle) Step(p *model.Process[int], _ int, in model.Input[int]) int {
	if in.Kind == model.Wake {
		*f.calls++
		p.Send(0, *f.calls)
	}
	return 1
}
