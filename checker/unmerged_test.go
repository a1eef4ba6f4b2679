package checker_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestUnmerged says that a counterexample is one without merging too, or an error that names the event. A loop is gone round twice.
func TestUnmerged(t *testing.T) {
	ends := properties.NewTerminates("ends", "messages come to an end")
	for _, row := range []struct {
		reason string
		code   checkertest.Rounds
		want   string // of the error; "": the property is violated
	}{
		{"nothing is merged", checkertest.Rounds{Shown: 9}, ""},
		{"what is merged shows no difference", checkertest.Rounds{Most: 2, Shown: 9}, ""},
		{"a difference in the loop", checkertest.Rounds{Most: 1, Shown: 2}, "rounds takes local states for one that behave differently: apart, after event 1, \"receive p0:1 on\", p0 is undecided term=2, not undecided"},
		{"a difference in the second round", checkertest.Rounds{Most: 2, Shown: 4}, "apart, after event 3, "},
		{"a message that is not sent", checkertest.Rounds{Most: 1, Shown: 9, Last: 3}, "apart, after event 2, \"receive p0:1 on\", the end of the execution is true, not false"},
	} {
		s, err := model.New(row.code, model.Network{Topology: model.UnidirectionalRing, N: 1, Wake: model.WakeSet{All: true}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{ends}, MaxConfigurations: 100})
		switch {
		case row.want == "":
			if err != nil || r.Configurations < 100 && r.Verdicts[0].Result != checker.Violated {
				t.Errorf("%s: %v, error %v; want a violation", row.reason, r.Verdicts, err)
			}
		case err == nil || !strings.Contains(err.Error(), row.want):
			t.Errorf("%s: %v, error %v; want %q", row.reason, r.Verdicts, err, row.want)
		}
	}
}
