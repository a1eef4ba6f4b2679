package validate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// TestReadIsTheInverseOfString: the text of a line is read as the same line.
func TestReadIsTheInverseOfString(t *testing.T) {
	systems(t, 3, func(name string, s *model.System) {
		want := validate.Record(drawn(t, s, 1, 20))
		got, err := validate.Read("a.log", strings.NewReader(text(want)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range got {
			got[i].Place = ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-written +read):\n%s", name, diff)
		}
	})
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want, reason string }{
		{"", "", "nothing"},
		{"\n \r\n", "", "lines without text"},
		{`{"process":1}`, "a.log:1 1", "no newline at the end"},
		{"{\"process\":1}\r\n\r\n{\"process\":0}\r\n", "a.log:1 1, a.log:3 0", "CRLF"},
		{"\ufeff{\"process\":1}", "a.log:1 1", "a byte order mark"},
		{`{"process":1,"event":null,"port":null,"sends":null,"note":{"a":[1]}}`, "a.log:1 1", "null is left out; a note may be anything"},
		{`{"process":1,"status":{}}`, "a.log:1 1", "a status of which nothing is known"},

		{`{}`, `a.log:1: no "process"; a line has`, "of whom?"},
		{`{"process":null}`, `a.log:1: no "process"`, "null is left out"},
		{"{\"process\":1}\n\n{\"process\":1", "a.log:3: the line ends within its object", "a log that was cut off"},
		{`{"process":1} {"process":2}`, "a.log:1: something follows the object", "two in a line"},
		{`[1]`, "a.log:1: [1]; allowed: one JSON object in a line", "no object"},
		{`time=1 process=1`, "a.log:1: no JSON: invalid character", "text logs"},
		{`{"Process":1}`, `a.log:1: unknown field "Process"; allowed: choices, during, event, from, message, name, note, operation, port, process, sends, status, time, timer, wakes`, "package json would take it"},
		{`{"process":1,"process":1}`, `a.log:1: "process" occurs twice`, "package json would take the second"},
		{`{"process":1,"status":{"term":1,"term":2}}`, `a.log:1: status: "term" occurs twice`, "within too"},
		{`{"process":1,"mesage":"A"}`, `a.log:1: unknown field "mesage"`, "it would not be compared"},
		{`{"process":1,"sends":[{"prot":1}]}`, `a.log:1: sends: [0]: unknown field "prot"; allowed: message, port, to`, "within too"},
		{`{"process":"1"}`, `a.log:1: process: "1"; allowed: a number`, "a text"},
		{`{"process":1,"time":1.5}`, `a.log:1: time: 1.5; allowed: a whole number of ticks`, "part of a tick"},
		{`{"process":1,"time":-1}`, `a.log:1: time -1; allowed: 0 and more`, "before the start"},
		{`{"process":1.5}`, `a.log:1: process: 1.5; allowed: a number`, "a fraction"},
		{`{"process":1,"event":"recieve"}`, `a.log:1: event: "recieve"; allowed: wake, receive, timeout, idle, suspect, invoke, round, crash, restart`, "a slip"},
		{`{"process":1,"event":"lose"}`, `a.log:1: event: "lose"; allowed: wake`, "no process sees it"},
		{`{"process":1,"event":""}`, `a.log:1: event: "" is empty; allowed: one word`, "leave it out"},
		{`{"process":1,"event":"A B"}`, `a.log:1: event: "A B" has white space; allowed: one word`, "no event has such a name"},
		{`{"process":1,"event":"wake","port":1}`, `a.log:1: port does not go with event wake; allowed with it: [receive suspect]`, "it would never match"},
		{`{"process":1,"during":"wake"}`, `a.log:1: during goes with event crash`, "of what?"},
		{`{"process":1,"event":"crash","during":"crash"}`, `a.log:1: during: "crash"; allowed: [wake receive timeout idle suspect invoke round]`, "no step"},
		{`{"process":1,"status":{"role":"leader"}}`, `a.log:1: status: role: "leader"; allowed: undecided, candidate, lost, won`, "a slip"},
		{`{"process":1,"status":1}`, `a.log:1: status: 1; allowed: one JSON object in a line`, "no object"},
		{`{"process":1,"note":"` + strings.Repeat("a", validate.MaxLine) + `"}`, "a.log:1: more than 1048576 bytes in one line", "a file that is no log"},
	} {
		lines, err := validate.Read("a.log", strings.NewReader(c.text))
		var got []string
		for _, l := range lines {
			got = append(got, l.Place+" "+strings.TrimSuffix(strings.TrimPrefix(l.String(), `{"process":`), "}")[:1])
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if all := strings.Join(got, ", "); !strings.HasPrefix(all, c.want) || c.want == "" && all != "" {
			t.Errorf("%.80s (%s): got %q, want %q", c.text, c.reason, all, c.want)
		}
	}
	if _, err := validate.Read("a.log", iotest.ErrReader(errors.New("broken"))); err == nil || err.Error() != "a.log:1: broken" {
		t.Errorf("an error of the reader: %v", err)
	}
}

// TestFits: a line that no execution of any length can have, because it does not
// suit the network, is bad input.
func TestFits(t *testing.T) {
	for _, c := range []struct{ algorithm, line, want, reason string }{
		{"lcr", `{"process":3}`, "process 3; allowed: 0..2", "nobody"},
		{"lcr", `{"process":-1}`, "process -1; allowed: 0..2", "nobody"},
		{"lcr", `{"process":0,"port":0}`, "port 0; nothing arrives there at process 0", "the ring has one direction"},
		{"lcr", `{"process":0,"port":7}`, "port 7; nothing arrives there at process 0", "no such port"},
		{"lcr", `{"process":0,"from":1}`, "from 1; no link leads from there to process 0", "no neighbour"},
		{"lcr", `{"process":0,"event":"timeout","timer":8}`, "timer 8; allowed: 0..7", "no such timer"},
		{"lcr", `{"process":0,"sends":[{"port":0},{"port":1}]}`, "sends[1]: process 0 cannot send :1", "the port only receives"},
		{"lcr", `{"process":0,"sends":[{"to":2}]}`, "sends[0]: process 0 cannot send to p2", "no neighbour"},
		{"lcr", `{"process":0,"event":"round"}`, "event round does not happen in timing async", "there are no rounds"},
		{"lcr", `{"process":0,"time":3}`, "time 3 in timing async; allowed: no time, or timing bounded", "time is not measured there"},
		{"variablespeeds", `{"process":0,"event":"wake"}`, "event wake does not happen in timing lockstep", "it is part of a round"},
	} {
		lines, err := validate.Read("a.log", strings.NewReader(c.line))
		if err != nil {
			t.Fatalf("%s: %v", c.line, err)
		}
		if _, err = validate.Log(context.Background(), small(t, c.algorithm), lines, validate.Options{}); err == nil || err.Error() != "a.log:1: "+c.want {
			t.Errorf("%s (%s): %v, want %s", c.line, c.reason, err, c.want)
		}
	}
}

// small returns an algorithm of the catalogue on three processes.
func small(t *testing.T, name string) *model.System {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	net := e.Network(3)
	net.IDs = []model.ID{1, 2, 3}
	s, err := e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
