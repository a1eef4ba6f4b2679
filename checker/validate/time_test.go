package validate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// lease is a server that lends a lease of 5 ticks, and a client that gives it back after 3, so that a
// delay of 1 each way is within it.
type lease struct{}

// The local states of the server, and those of the client.
const (
	free = iota
	lent
	expired
	away
	asked
	holds
	gaveUp
)

func (lease) Init(p model.Self) int {
	if p.ID() == 1 {
		return free
	}
	return away
}
func (lease) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (lease) Ready(_ model.Self, s int) (x model.Spontaneous) {
	x.Wake = s == away
	if s == lent || s == holds {
		x.Timers = model.Timers(0)
	}
	return x
}
func (lease) Durations(_ model.Self, s int) (d model.Durations) {
	d.Timers[0] = model.Span{Least: 5, Greatest: 5}
	if s == holds {
		d.Timers[0] = model.Span{Least: 3, Greatest: 4}
	}
	return d
}
func (lease) Step(p *model.Process[string], s int, in model.Input[string]) int {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, "ask")
		return asked
	case s == free:
		p.Send(0, "lend")
		return lent
	case in.Kind == model.Receive:
		return holds
	case s == lent:
		return expired
	}
	return gaveUp
}

func leases(t *testing.T, timing model.Timing) *model.System {
	t.Helper()
	s, err := model.New(lease{}, model.Network{N: 2, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2}, Grants: model.KnowID, Timing: timing})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A lease that is lent at 101, held from 102, given back at 105 or 106, and expires at 106. The system
// was quiet before.
const (
	asks   = `{"process":1,"time":100,"event":"wake"}` + "\n"
	lends  = `{"process":0,"time":101,"event":"receive","message":"ask"}` + "\n"
	gets   = `{"process":1,"time":102,"event":"receive","message":"lend"}` + "\n"
	gives  = `{"process":1,"time":105,"event":"timeout"}` + "\n"
	expiry = `{"process":0,"time":106,"event":"timeout"}` + "\n"
)

// at returns a line at another time.
func at(line, time string) string {
	before, after, _ := strings.Cut(line, `"time":`)
	return before + `"time":` + time + after[3:]
}

// untimed returns lines without their times.
func untimed(lines string) string { return strings.ReplaceAll(lines, `"time":`, `"note":`) }

// TestTimes says which times of lines an execution of a lease has.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		reason, log string
		want        validate.Verdict
	}{
		{"as it should be", asks + lends + gets + gives + expiry, validate.Valid},
		{"the logs of the processes one after the other", lends + expiry + asks + gets + gives, validate.Valid},
		{"the client holds the lease for 4 ticks", asks + lends + gets + at(gives, "106") + expiry, validate.Valid},
		{"messages may take no time", at(asks, "102") + at(lends, "102") + gets + gives + at(expiry, "107"), validate.Valid},
		{"the ask takes 2 ticks", asks + at(lends, "102") + gets + gives + at(expiry, "107"), validate.Invalid},
		{"the client gives it back a tick early", asks + lends + gets + at(gives, "104") + expiry, validate.Invalid},
		{"the client gives it back a tick late", asks + lends + gets + at(gives, "107"), validate.Invalid},
		{"the server takes it back a tick early", asks + lends + gets + gives + at(expiry, "105"), validate.Invalid},
		{"the server takes it back a tick late", asks + lends + gets + gives + at(expiry, "107"), validate.Invalid},
		{"one line only has a time", untimed(asks+lends+gets) + gives, validate.Valid},
		{"one line only has a time, at which the lease cannot be over", untimed(asks+lends+gets) + at(gives, "2"), validate.Invalid},
		{"the end has no time, but its clocks run", asks + lends + gets + `{"process":1,"event":"timeout"}` + "\n" + `{"process":0,"event":"timeout"}`, validate.Valid},
		{"a line after all is over", asks + lends + gets + gives + expiry + `{"process":1,"time":500,"event":"wake"}`, validate.Invalid},
	} {
		for _, o := range []validate.Options{{}, {Unlogged: 1}} {
			if o.Unlogged > 0 && c.want == validate.Invalid {
				continue // an event without a line may explain it
			}
			s := leases(t, model.Bounded)
			r := logOf(t, s, c.log, o)
			if r.Verdict != c.want {
				t.Errorf("%s, %d unlogged: %v, want %v\n%s", c.reason, o.Unlogged, r.Verdict, c.want, r.Text())
			}
			if _, err := s.Replay(model.Lasso{Stem: r.Schedule}); err != nil {
				t.Errorf("%s: %v", c.reason, err)
			}
		}
	}
}

// TestTimeText is about the text for a line that comes at an impossible time.
func TestTimeText(t *testing.T) {
	const before = `
the events before:
      1 wake p1
      2 tick
      3 receive p0:1 ask
      4 tick
      5 receive p1:1 lend
`
	for _, c := range []struct{ name, log, want string }{
		{"a tick early", asks + lends + gets + at(gives, "104"), `invalid: no execution has 4 lines; the longest prefix has 3

a.log:4: {"process":1,"time":104,"event":"timeout"}
  cannot come next; nearest to it (- log, + model): timeout p1:0
    - time 104
    + time 105
` + before + `      6 tick, 2 times
`},
		{"a tick late", asks + lends + gets + at(gives, "107"), `invalid: no execution has 4 lines; the longest prefix has 3

a.log:4: {"process":1,"time":107,"event":"timeout"}
  cannot come next; nearest to it (- log, + model): timeout p1:0
    - time 107
    + time 106

time cannot pass before
      timeout p0:0
      timeout p1:0
` + before + `      6 tick, 4 times
`},
		{"after a long time in which nothing could happen", `{"process":1,"time":100,"event":"receive"}`, `invalid: no execution has 1 line; the longest prefix has 0

a.log:1: {"process":1,"time":100,"event":"receive"}
  cannot come next; nearest to it (- log, + model): wake p1
    - event receive
    + event wake
  no message can arrive at p1 now

nothing comes before
`},
		{"a line that is due keeps later lines waiting", asks + at(lends, "102") + at(gets, "103"), `invalid: no execution has 3 lines; the longest prefix has 1

a.log:2: {"process":0,"time":102,"event":"receive","message":"ask"}
  cannot come next; nearest to it (- log, + model): receive p0:1 ask
    - time 102
    + time 101

time cannot pass before
      receive p0:1 ask

the events before:
      1 wake p1
      2 tick
`},
		{"another process must log something first", asks + lends + gets + gives + `{"process":1,"time":110,"event":"wake"}`, `invalid: no execution has 5 lines; the longest prefix has 4

a.log:5: {"process":1,"time":110,"event":"wake"}
  cannot come next: nothing can happen to p1 now

time cannot pass before
      timeout p0:0
` + before + `      6 tick, 3 times
      9 timeout p1:0
     10 tick
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, logOf(t, leases(t, model.Bounded), c.log, validate.Options{}).Text()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestBadTimes: times that no execution can have are bad input.
func TestBadTimes(t *testing.T) {
	for _, c := range []struct {
		reason, log, want string
		timing            model.Timing
		options           validate.Options
	}{
		{"no clock is logged", `{"process":1,"event":"wake"}`, "timing bounded: no line has a time; allowed: lines with a time, in ticks since the start; or timing async, which has every execution of bounded without its ticks", model.Bounded, validate.Options{}},
		{"time runs back", gives + asks + "\n" + gets, "a.log:2: time 100 after time 105 of a.log:1; allowed: times of one process that do not decrease", model.Bounded, validate.Options{}},
		{"a line without a time is between", gives + `{"process":1}` + "\n" + gets, "a.log:3: time 102 after time 105 of a.log:1; allowed: times of one process that do not decrease", model.Bounded, validate.Options{}},
		{"time runs back in the order of the file", asks + lends + expiry + gets, "a.log:4: time 102 after time 106 of a.log:3; allowed: times of a log in order that do not decrease", model.Bounded, validate.Options{InOrder: true}},
		{"a time where time is not measured", asks, "a.log:1: time 100 in timing timely; allowed: no time, or timing bounded", model.Timely, validate.Options{}},
	} {
		lines, err := validate.Read("a.log", strings.NewReader(c.log))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = validate.Log(context.Background(), leases(t, c.timing), lines, c.options); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.reason, err, c.want)
		}
	}
}
