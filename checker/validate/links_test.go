package validate_test

import (
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// TestReceptionWithoutPort: a message whose line names no port may have come by any
// link, not only by the one that has a message already.
func TestReceptionWithoutPort(t *testing.T) {
	const (
		wake0, wake2  = `{"process":0,"event":"wake"}` + "\n", `{"process":2,"event":"wake"}` + "\n"
		from0         = `{"process":1,"event":"receive","from":0}` + "\n"
		some, some1   = `{"process":1,"event":"receive"}` + "\n", `{"process":1,"event":"receive","message":"1"}` + "\n"
		some2, from02 = `{"process":1,"event":"receive","message":"2"}` + "\n", `{"process":1,"event":"receive","from":0,"message":"2"}` + "\n"
		has2          = `{"process":1,"event":"timeout","status":{"term":2}}` + "\n"
	)
	two, same := [][]int{{1}, {0, 2}, {1}}, [][]int{{1, 1}, {0, 0}}
	for _, c := range []struct {
		reason string
		graph  [][]int
		order  model.Order
		faults model.Faults
		log    string
		want   validate.Verdict
	}{
		{"p2 sends first: the one message of p0 is received second", two, model.FIFO, model.Faults{}, wake0 + some + from0 + wake2, validate.Valid},
		{"the same with the text of the message", two, model.Bag, model.Faults{}, wake0 + some1 + from0 + wake2, validate.Valid},
		{"p2 has sent 1, but not yet 2", two, model.Bag, model.Faults{}, wake0 + wake0 + wake2 + some2 + from02 + wake2, validate.Valid},
		{"p2 sends nothing", two, model.FIFO, model.Faults{}, wake0 + some + from0, validate.Invalid},
		{"p0 sends 2 by its other link first", same, model.FIFO, model.Faults{}, wake0 + some + some1 + wake0, validate.Valid},
		{"the same with where it came from", same, model.FIFO, model.Faults{}, wake0 + from0 + some1 + wake0, validate.Valid},
		{"2 is received second: 1 must come first", same, model.FIFO, model.Faults{}, wake0 + some1 + some1 + wake0, validate.Invalid},
		{"the 1 of p2 is lost, not that of p0", two, model.FIFO, model.Faults{Loss: 1}, wake0 + wake2 + wake2 + some + has2, validate.Valid},
		{"nothing can be lost", two, model.FIFO, model.Faults{}, wake0 + wake2 + wake2 + some + has2, validate.Invalid},
	} {
		s, err := model.New[count, int](counter{second: model.Port(len(c.graph[0]) - 1)}, model.Network{Topology: model.Graph, Graph: c.graph, N: len(c.graph), IDs: []model.ID{1, 2, 3}[:len(c.graph)], Order: c.order, Faults: c.faults})
		if err != nil {
			t.Fatal(err)
		}
		if r := logOf(t, s, c.log, validate.Options{}); r.Verdict != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.reason, r.Verdict, c.want, r.Text())
		}
	}
}

// TestTraitorsLogWhatTheyLike: no log says anything about a traitor.
func TestTraitorsLogWhatTheyLike(t *testing.T) {
	s, err := model.New[count, int](counter{second: 1}, model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{1, 2, 3}, Faults: model.Faults{Traitor: 1}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = validate.Log(t.Context(), s, []validate.Line{{Process: 0, Event: "wake"}}, validate.Options{})
	if want := "traitor=1; allowed where logs are validated: no traitors, as they log what they like"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
