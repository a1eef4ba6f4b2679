package validate_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// counter sends 1 when it wakes and 2 when it wakes again, and shows as its term
// the number that it has received last. It may be idle, and its timer is set. Its
// third wake-up panics.
type counter struct{ second model.Port } // where 2 is sent; 1 is sent through port 0

type count struct{ Wakes, Last int }

func (counter) Init(model.Self) count { return count{} }
func (counter) Observe(_ model.Self, s count) model.Status {
	return model.Status{Term: s.Last, Leader: model.ID(s.Wakes), Halted: s.Last == 2, Bounded: s.Last == 2, Aside: s.Last == 2}
}
func (counter) Ready(model.Self, count) model.Spontaneous {
	return model.Spontaneous{Wake: true, Idle: true, Timers: model.Timers(0)}
}
func (counter) Restart(model.Self, count) count { return count{} }
func (a counter) Step(p *model.Process[int], s count, in model.Input[int]) count {
	switch in.Kind {
	case model.Wake:
		s.Wakes++
		switch s.Wakes {
		case 1:
			p.Send(0, 1)
		case 2:
			p.Send(a.second, 2)
		case 3:
			panic("three")
		}
	case model.Receive:
		s.Last = in.Msg
	}
	return s
}

// TestWhoComesFirst: logs that are valid only if the line that is given first is
// not taken first.
func TestWhoComesFirst(t *testing.T) {
	const woken = `{"process":0,"event":"wake"}` + "\n"
	for _, c := range []struct {
		name, log string
		faults    model.Faults
		reason    string
	}{
		{"idle", woken + `{"process":1,"event":"idle"}`, model.Faults{}, "what is sent ends idleness"},
		{"restart", woken + `{"process":1,"event":"restart"}
{"process":1,"event":"receive","message":"1"}`, model.Faults{Crash: 1, Restart: 1}, "what is sent before a restart is lost"},
		{"loss", woken + woken + `{"process":1,"event":"receive"}
{"process":1,"event":"timeout","status":{"term":2}}`, model.Faults{Loss: 1}, "the reception may be that of the second message"},
		{"failure", woken + woken + `{"process":0,"event":"wake","status":{"failed":true}}
{"process":1,"event":"wake"}`, model.Faults{}, "nothing comes after a step that is not well-formed"},
		{"port", `{"process":0,"event":"receive"}
{"process":0,"event":"timeout","status":{"term":2}}
{"process":1,"event":"wake","sends":[{"message":"1"}]}
{"process":1,"event":"wake","sends":[{"message":"2"}]}`, model.Faults{Loss: 1}, "nothing has arrived yet"},
	} {
		s, err := model.New[count, int](counter{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}, Faults: c.faults})
		if err != nil {
			t.Fatal(err)
		}
		if r := logOf(t, s, c.log, validate.Options{}); r.Verdict != validate.Valid {
			t.Errorf("%s (%s):\n%s", c.name, c.reason, r.Text())
		}
	}
}

// TestEachFieldIsCompared: a line that differs from the model in one field is
// invalid, and the difference names the field.
func TestEachFieldIsCompared(t *testing.T) {
	s, err := model.New[count, int](counter{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	const (
		wake    = `{"process":0,"event":"wake","choices":[],"sends":[{"port":0,"to":1,"message":"1"}],"status":{"role":"undecided","leader":1,"term":0,"halted":false,"bounded":false,"aside":false,"down":false}}`
		receive = `{"process":1,"event":"receive","port":1,"from":0,"message":"1","status":{"term":1}}`
		timeout = `{"process":0,"event":"timeout","timer":0}`
		all     = wake + "\n" + receive + "\n" + timeout
	)
	if r := logOf(t, s, all, validate.Options{}); r.Verdict != validate.Valid {
		t.Fatalf("the log itself:\n%s", r.Text())
	}
	for _, c := range []struct{ old, new, field string }{
		{`"choices":[]`, `"choices":[0]`, "choices"},
		{`"to":1,"message":"1"`, `"to":1,"message":"2"`, "sends[0].message"},
		{`"leader":1`, `"leader":0`, "status.leader"}, {`"undecided"`, `"lost"`, "status.role"}, {`"term":0`, `"term":1`, "status.term"},
		{`"halted":false`, `"halted":true`, "status.halted"}, {`"bounded":false`, `"bounded":true`, "status.bounded"},
		{`"aside":false`, `"aside":true`, "status.aside"}, {`"down":false`, `"down":true`, "status.down"}, {`"down":false`, `"failed":true`, "status.failed"},
		{`"sends":[{"port":0,"to":1,"message":"1"}]`, `"sends":[]`, "sends[0]"},
		{`"from":0,"message":"1"`, `"from":0,"message":"2"`, "message"},
		{`"timer":0`, `"timer":1`, "timer"},
		{`"event":"timeout","timer":0`, `"event":"restart"`, "event"},
	} {
		text := strings.Replace(all, c.old, c.new, 1)
		r := logOf(t, s, text, validate.Options{InOrder: true})
		if r.Verdict != validate.Invalid || len(r.Next) == 0 || len(r.Next[0].Possible) == 0 || r.Next[0].Possible[0].Differences[0].Field != c.field {
			t.Errorf("%s for %s: %v, want a difference in %s\n%s", c.new, c.old, r.Verdict, c.field, r.Text())
		}
	}
}
