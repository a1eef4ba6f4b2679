package checker_test

import (
	"math"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestAuto says which engine Auto ends with.
func TestAuto(t *testing.T) {
	unshaped := properties.NewAlways("unshaped", "fewer than all win", func(v model.View) bool {
		for _, s := range v.Status {
			if s.Role != model.Won {
				return true
			}
		}
		return false
	})
	for _, row := range []struct {
		reason   string
		model    string
		n        int
		property properties.Property
		options  checker.Options
		engine   checker.Engine
		result   checker.Result
		stopped  string
	}{
		{"small", "HS", 6, properties.Uniqueness(), checker.Options{}, checker.Explicit, checker.Holds, ""},
		{"beyond 262,144 configurations", "LCR", 12, properties.Uniqueness(), checker.Options{}, checker.Symbolic, checker.Holds, ""},
		{"a bound beyond that", "LCR", 12, properties.Uniqueness(), checker.Options{MaxConfigurations: 300_000}, checker.Symbolic, checker.Holds, ""},
		{"a bound below that", "LCR", 12, properties.Uniqueness(), checker.Options{MaxConfigurations: 1000}, checker.Explicit, checker.Unknown, "max-configurations 1000"},
		{"memory for the diagram only", "HS", 16, properties.Uniqueness(), checker.Options{MaxMemory: 12 << 20}, checker.Symbolic, checker.Holds, ""},
		{"memory for neither", "LCR", 14, properties.Uniqueness(), checker.Options{MaxMemory: 1 << 14}, checker.Explicit, checker.Unknown, "max-memory"},
		{"what the symbolic engine cannot follow", "RAFT1", 4, unshaped, checker.Options{}, checker.Explicit, checker.Holds, ""},
		{"the same within a bound", "RAFT1", 4, unshaped, checker.Options{MaxConfigurations: 300_000}, checker.Explicit, checker.Unknown, "max-configurations 300000"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			o := row.options
			if o.MaxMemory > 0 {
				o.MaxMemory = roomFor(o.MaxMemory)
			}
			o.Engine, o.Properties = checker.Auto, []properties.Property{row.property}
			r, err := checker.Check(t.Context(), specSystem(t, row.model, row.n), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Engine != row.engine || r.Verdicts[0].Result != row.result || !strings.HasPrefix(r.Stopped, row.stopped) || row.stopped == "" && r.Stopped != "" {
				t.Errorf("%v: %v, stopped %q; want %v: %v, stopped %q", r.Engine, r.Verdicts[0].Result, r.Stopped, row.engine, row.result, row.stopped)
			}
		})
	}
}

// TestAutoInterrupted says that what the explicit engine has found is not lost
// where the symbolic one is interrupted.
func TestAutoInterrupted(t *testing.T) {
	s := specSystem(t, "LCR", 14)
	list := []properties.Property{properties.Uniqueness(), properties.MessagesAtMost(3)}
	first := &impatient{Context: t.Context(), patience: math.MaxInt}
	if _, err := checker.Check(first, s, checker.Options{Properties: list, MaxConfigurations: 1 << 18}); err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(&impatient{Context: t.Context(), patience: first.asked}, s, checker.Options{Engine: checker.Auto, Properties: list})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || r.Stopped != "interrupted" || r.Verdicts[0].Result != checker.Unknown || r.Verdicts[1].Result != checker.Violated {
		t.Errorf("complete=%t stopped %q, %v and %v; want interrupted, unknown and violated", r.Complete, r.Stopped, r.Verdicts[0].Result, r.Verdicts[1].Result)
	}
}
