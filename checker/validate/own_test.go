package validate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// clerk shows a value of a type of its own.
type clerk struct{}

type phase uint8

func (p phase) String() string { return [...]string{"idle", "busy"}[p] }

type desk struct {
	Phase phase
	Files [2]int
	Note  string
	Any   any
	last  bool
}

func (clerk) Init(model.Self) desk { return desk{} }
func (clerk) Ready(_ model.Self, s desk) model.Spontaneous {
	return model.Spontaneous{Wake: s.Phase == 0}
}
func (clerk) Observe(_ model.Self, s desk) model.Status { return model.Status{Own: s} }
func (clerk) Step(*model.Process[int], desk, model.Input[int]) desk {
	return desk{Phase: 1, Files: [2]int{3, 4}, Note: "a \"b\" <c>", Any: [1]any{true}, last: true}
}

// TestOwnInLogs says that logs hold a protocol's own part of the status as JSON,
// with the names of its fields, and that a field that is left out is not compared.
func TestOwnInLogs(t *testing.T) {
	s, err := model.New(clerk{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{{Process: 0, Kind: model.Wake}}})
	if err != nil {
		t.Fatal(err)
	}
	line := validate.Record(x)[0].String()
	const own = `{"Phase":"busy","Files":[3,4],"Note":"a \"b\" <c>","Any":[true],"last":true}`
	if _, got, _ := strings.Cut(line, `"own":`); got != own+"}}" {
		t.Errorf("the line is %s, want that it ends with %s", line, own)
	}
	for _, row := range []struct {
		own    string
		want   []validate.Difference
		reason string
	}{
		{own, nil, "as it was"},
		{`{"Files":[3,4]}`, nil, "some fields are not logged"},
		{`{}`, nil, "nothing of it is logged"},
		{`{"Phase":"idle","Files":[3,5]}`, []validate.Difference{{Field: "status.own.Files", Log: "[3,5]", Model: "[3,4]"}, {Field: "status.own.Phase", Log: "idle", Model: "busy"}}, "two fields differ"},
		{`{"phase":"busy"}`, []validate.Difference{{Field: "status.own.phase", Log: "busy"}}, "there is no such field"},
		{`7`, []validate.Difference{{Field: "status.own", Log: "7", Model: `{"Any":[true],"Files":[3,4],"Note":"a \"b\" \u003cc\u003e","Phase":"busy","last":true}`}}, "no struct"},
	} {
		lines, err := validate.Read("log", strings.NewReader(`{"process":0,"event":"wake","status":{"own":`+row.own+`}}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := validate.Log(t.Context(), s, lines, validate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []validate.Difference
		if r.Verdict != validate.Valid {
			got = r.Next[0].Possible[0].Differences
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}
