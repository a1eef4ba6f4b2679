package interrextest

import (
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestConstraint checks a system without end within a constraint.
func TestConstraint(t *testing.T) {
	unwon := properties.NewAlways("unwon", "process 0 has not won", func(c properties.Configuration) bool { return c.Status(0).Role != model.Won })
	view := properties.NewAlways("view", "a function of a view", func(model.View) bool { return true })
	const cut = "cut short: cut by constraint unwon at "
	for _, test := range []struct {
		name       string
		constraint *properties.Property
		random     Random
		property   properties.Property
		failure    string // the error has it; "": none
		log        string
		reason     string
	}{
		{"not enough", &unwon, NotEnough, easy(), cut, "", "nothing is known beyond the constraint"},
		{"enough", &unwon, Enough, easy(), "", cut, "random schedules go beyond it"},
		{"violated", &unwon, NotEnough, quiet(), "quiet: violated by ", "", "a configuration that fails the constraint is judged"},
		{"no constraint", &view, NotEnough, easy(), "interrextest: view is no constraint; allowed: ", "", "the error is that of the checker"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := Config{Constraint: test.constraint, Random: test.random, Time: time.Hour, Schedules: 20, Dir: t.TempDir()}
			spied := spyOn(t, func(spied testing.TB) { g.Check(spied, puppets(t, "counts"), test.property) })
			errors := strings.Join(spied.errors, "\n")
			if errors != "" != (test.failure != "") || !strings.Contains(errors, test.failure) || !spied.logged(test.log) {
				t.Errorf("%s: failed %q, want %q; logged %q, want %q", test.reason, spied.errors, test.failure, spied.logs, test.log)
			}
			if strings.Contains(errors, "every execution of at most") {
				t.Errorf("executions that leave the constraint were not searched: %q", errors)
			}
		})
	}
}
