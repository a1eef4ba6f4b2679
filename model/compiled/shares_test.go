package compiled_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// twin is an algorithm in which one method tells of the identity 2, in local state 1.
type twin struct{ method string }

func (a twin) tells(p model.Self, method string, s int) bool {
	return a.method == method && s == 1 && p.ID() == 2
}

func (a twin) Init(model.Self) int { return 0 }

func (a twin) Ready(p model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: true, Idle: a.tells(p, "Ready", s)}
}

func (a twin) Observe(p model.Self, s int) model.Status {
	if a.tells(p, "Observe panics", s) {
		p.PortOf(7)
	}
	return model.Status{Halted: a.tells(p, "Observe", s)}
}

func (a twin) Durations(p model.Self, s int) model.Durations {
	return model.Durations{Suspect: model.Span{Least: 1, Greatest: map[bool]int{true: 1, false: 2}[a.tells(p, "Durations", s)]}}
}

func (a twin) Restart(p model.Self, s int) int {
	if a.tells(p, "Restart", s) {
		return 2
	}
	return 0
}

func (a twin) Defers(p model.Self, s int, _ model.Port, _ string) bool {
	return a.tells(p, "Defers", s)
}

func (a twin) Step(p *model.Process[string], s int, in model.Input[string]) int {
	switch {
	case a.tells(p.Self, "Step sends", s):
		p.Send(0, "b")
	case a.tells(p.Self, "Step chooses", s):
		return p.Choose(2)
	case a.tells(p.Self, "Step resets", s):
		p.Reset(0)
	case a.tells(p.Self, "Step leads elsewhere", s):
		return 2
	}
	p.Send(0, "a")
	return 1
}

// TestNewShared calls each method for a process whose tables two others share.
func TestNewShared(t *testing.T) {
	for _, method := range []string{"", "Ready", "Observe", "Observe panics", "Restart", "Defers", "Step sends", "Step chooses", "Step leads elsewhere", "Step resets", "Durations"} {
		s, err := model.New(twin{method}, model.Network{N: 4, Topology: model.Ring, IDs: []model.ID{1, 2, 3, 4}, Timing: model.Bounded, Delay: 1,
			Grants: model.KnowID | model.KnowNeighbours, Faults: model.Faults{Crash: 1, Restart: 1}})
		if err != nil {
			t.Fatal(err)
		}
		tables := compiled.NewShared(s, [][]int{{0, 1, 2}})
		start := tables.Local(2, 0)
		in := compiled.Input{Kind: model.Wake, Msg: -1}
		next := tables.Step(1, start, in)[0].Next
		if apart := tables.Apart(); next != tables.Local(0, 1) || !slices.Contains([]string{"Ready", "Observe", "Observe panics", "Durations"}, method) && apart != nil {
			t.Errorf("%q: local state %d, want %d; apart %v, want nobody yet", method, next, tables.Local(0, 1), apart)
		}
		tables.Step(2, next, in)
		tables.Restart(0, next)
		tables.Deferred(0, next, 0, tables.Message("a"))
		tables.Step(3, tables.Local(3, 1), in) // it shares with nobody
		var want []int
		if method != "" {
			want = []int{1}
		}
		if diff := cmp.Diff(want, tables.Apart()); diff != "" {
			t.Errorf("%q tells of process 1; apart (-want +got):\n%s", method, diff)
		}
	}
}
