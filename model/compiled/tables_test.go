package compiled_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/lcr"
)

// TestTablesAgree compares every wake-up and delivery of LCR with the tables,
// which call each step once.
func TestTablesAgree(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 4, IDs: []model.ID{4, 3, 2, 1}}
	s, err := model.New(lcr.Algorithm{}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables, distinct := compiled.New(s), map[[3]any]bool{}
	tables.Repeat = true
	list := []model.Configuration{s.Initial()}
	for seen := map[string]bool{list[0].Key(): true}; len(list) > 0; list = list[1:] {
		for _, x := range s.Successors(list[0]) {
			p, in := x.Event.Process, compiled.Input{Kind: x.Event.Kind, Msg: -1}
			if in.Kind == model.Receive {
				in.Port = x.Event.Port
				in.Msg = tables.Message(list[0].Channels[s.Semantics().InChannels(p)[0]][0].Msg)
			}
			local := list[0].Locals[p]
			distinct[[3]any{p, local, in}] = true
			compareStep(t, s, tables, tables.Step(p, tables.Local(p, local), in), x)
			if k := x.Next.Key(); !seen[k] {
				seen[k] = true
				list = append(list, x.Next)
			}
		}
	}
	if tables.Calls() != len(distinct) {
		t.Errorf("%d calls of Step for %d distinct steps", tables.Calls(), len(distinct))
	}
}

func compareStep(t *testing.T, s *model.System, tables *compiled.Tables, got []compiled.Outcome, want model.Successor) {
	t.Helper()
	p := want.Event.Process
	if len(got) != 1 || got[0].Failure != "" || got[0].Weight != 1 {
		t.Fatalf("%v: got outcomes %+v, want one", want.Event, got)
	}
	if diff := cmp.Diff(want.Next.Locals[p], tables.Value(p, got[0].Next)); diff != "" {
		t.Errorf("%v: local state (-definition +tables):\n%s", want.Event, diff)
	}
	var sent []model.Sent
	for _, m := range got[0].Sends {
		sent = append(sent, model.Sent{Link: s.Semantics().OutLink(p, m.Port), Message: tables.MessageText(m.Msg), Msg: tables.MessageValue(m.Msg)})
	}
	if diff := cmp.Diff(want.Sends, sent); diff != "" {
		t.Errorf("%v: sends (-definition +tables):\n%s", want.Event, diff)
	}
	if diff := cmp.Diff(s.Status(want.Next, p), tables.Status(p, got[0].Next)); diff != "" {
		t.Errorf("%v: status (-definition +tables):\n%s", want.Event, diff)
	}
}

func TestTablesTellProcessesApart(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{7, 3}}
	s, err := model.New(lcr.Algorithm{}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	for p, want := range []string{"ELECT(7)", "ELECT(3)"} {
		l := tables.Local(p, s.Initial().Locals[p])
		if !tables.Ready(p, l).Wake {
			t.Errorf("p%d is not ready to wake", p)
		}
		o := tables.Step(p, l, compiled.Input{Kind: model.Wake, Msg: -1})
		if got := tables.MessageText(o[0].Sends[0].Msg); got != want {
			t.Errorf("p%d sends %s when it wakes, want %s", p, got, want)
		}
	}
}

// A phoenix restarts in another local state.
type phoenix struct{}

func (phoenix) Init(model.Self) int                                       { return 0 }
func (phoenix) Ready(model.Self, int) model.Spontaneous                   { return model.Spontaneous{} }
func (phoenix) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s }
func (phoenix) Observe(model.Self, int) model.Status                      { return model.Status{} }
func (phoenix) Restart(_ model.Self, s int) int                           { return s + 1 }

func TestTablesRestart(t *testing.T) {
	s, err := model.New(phoenix{}, model.Network{N: 1, Faults: model.Faults{Crash: 1, Restart: 1}})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	l := tables.Restart(0, tables.Local(0, 7))
	if got := tables.Value(0, l); got != 8 {
		t.Errorf("got %v, want 8", got)
	}
}
