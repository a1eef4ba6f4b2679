package model_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestHappensApart replays a loop of one event where no number is taken for another, alone and as one of the programs that are joined.
func TestHappensApart(t *testing.T) {
	for _, row := range []struct {
		reason string
		code   checkertest.Rounds
		stem   int
		want   string // of the error; "": there is none
	}{
		{"it shows no difference", checkertest.Rounds{Most: 2, Shown: 9}, 1, ""},
		{"a difference in the first round", checkertest.Rounds{Most: 1, Shown: 2}, 0, "apart, after event 1, \"receive p0:1 on\", p0 is undecided term=2, not undecided"},
		{"a difference in the second round", checkertest.Rounds{Most: 2, Shown: 4}, 1, "apart, after event 3, "},
		{"it ends", checkertest.Rounds{Most: 1, Shown: 9, Last: 3}, 0, "apart, after event 2, \"receive p0:1 on\", the end of the execution is true, not false"},
	} {
		net := model.Network{Topology: model.UnidirectionalRing, N: 1, Labels: []int{0}, Wake: model.WakeSet{All: true}}
		alone, err := model.New(row.code, net)
		if err != nil {
			t.Fatal(err)
		}
		joined, err := model.New(model.Join(model.ProgramOf(row.code)), net)
		if err != nil {
			t.Fatal(err)
		}
		elsewhere, err := alone.Semantics().On(net)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*model.System{alone, joined, elsewhere} {
			err := s.Semantics().HappensApart(rounds(t, s, row.stem))
			if got := fmt.Sprint(err); (err == nil) != (row.want == "") || !strings.Contains(got, row.want) {
				t.Errorf("%s, %s: %v, want %q", row.reason, s.Name(), err, row.want)
			}
		}
	}
}

// rounds returns the execution of a system with one event in each configuration, which comes back after so many events and one.
func rounds(t *testing.T, s *model.System, stem int) model.Execution {
	t.Helper()
	var events model.Schedule
	for at := s.Initial(); len(events) <= stem; {
		y := s.Successors(at)[0]
		events, at = append(events, y.Event), y.Next
	}
	x, err := s.Replay(model.Lasso{Stem: events[:stem], Loop: events[stem:]})
	if err != nil {
		t.Fatal(err)
	}
	return x
}
