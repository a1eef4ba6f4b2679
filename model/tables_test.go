package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// TestTablesAgree compares every wake-up and delivery of LCR with the tables,
// which call each step once.
func TestTablesAgree(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 4, IDs: []model.ID{4, 3, 2, 1}}
	s, err := model.New(lcr{}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables, distinct := s.Compile(), map[[3]any]bool{}
	tables.Repeat = true
	list := []model.Configuration{s.Initial()}
	for seen := map[string]bool{list[0].Key(): true}; len(list) > 0; list = list[1:] {
		for _, x := range s.Successors(list[0]) {
			p, in := x.Event.Process, model.TableInput{Kind: x.Event.Kind, Msg: -1}
			if in.Kind == model.Receive {
				in.Port = x.Event.Port
				in.Msg = tables.Message(list[0].Channels[s.InChannels(p)[0]][0].Msg)
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

func compareStep(t *testing.T, s *model.System, tables *model.Tables, got []model.Outcome, want model.Successor) {
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
		sent = append(sent, model.Sent{Link: s.OutLink(p, m.Port), Message: tables.MessageText(m.Msg)})
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
	s, err := model.New(lcr{}, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := s.Compile()
	for p, want := range []string{"lcrMsg(false,7)", "lcrMsg(false,3)"} {
		l := tables.Local(p, lcrState{})
		if !tables.Ready(p, l).Wake {
			t.Errorf("p%d is not ready to wake", p)
		}
		o := tables.Step(p, l, model.TableInput{Kind: model.Wake, Msg: -1})
		if got := tables.MessageText(o[0].Sends[0].Msg); got != want {
			t.Errorf("p%d sends %s when it wakes, want %s", p, got, want)
		}
	}
}

func TestTablesRestart(t *testing.T) {
	s := newPuppets(t, "start wake: become awake\nrestart: back", model.Network{N: 1, Faults: model.Faults{Crash: 1, Restart: 1}})
	tables := s.Compile()
	l := tables.Restart(0, tables.Local(0, word("awake")))
	if got := tables.Value(0, l); got != word("back") {
		t.Errorf("got %v, want back", got)
	}
}
