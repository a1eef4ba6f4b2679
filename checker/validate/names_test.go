package validate_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/raft"
)

// TestNamesInLogs says that a log may call a timer by the algorithm's name.
func TestNamesInLogs(t *testing.T) {
	s, err := model.New(raft.Algorithm{Fixes: ^errata.Fixes(0)}, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line, want string
		reason     string
	}{
		{`{"process":0,"event":"timeout","name":"election"}`, "valid", "the name instead of the number"},
		{`{"process":0,"event":"timeout","timer":0,"name":"election"}`, "valid", "both"},
		{`{"process":0,"name":"election"}`, "valid", "the name alone"},
		{`{"process":0,"event":"timeout","timer":1,"name":"election"}`, "invalid", "another timer"},
		{`{"process":0,"event":"timeout","name":"vote"}`, "name vote; allowed for process 0: election", "no such timer"},
		{`{"process":0,"event":"receive","name":"election"}`, "name does not go with event receive", "no timer at all"},
	} {
		lines, err := validate.Read("a.log", strings.NewReader(`{"process":0,"event":"wake"}`+"\n"+test.line))
		got := ""
		if err == nil {
			r, failed := validate.Log(t.Context(), s, lines, validate.Options{})
			got, err = r.Verdict.String(), failed
		}
		if err != nil {
			got = err.Error()
		}
		if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s (%s): got %s, want %s", test.line, test.reason, got, test.want)
		}
	}
}
