package docs_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/docs/example/bakery"
	"github.com/interrex/interrex/docs/example/bracha"
	"github.com/interrex/interrex/docs/example/commit"
	"github.com/interrex/interrex/docs/example/dining"
	"github.com/interrex/interrex/docs/example/mutex"
	"github.com/interrex/interrex/docs/example/oralmessages"
	"github.com/interrex/interrex/docs/example/orset"
	"github.com/interrex/interrex/docs/example/register"
	"github.com/interrex/interrex/docs/example/snapshot"
	"github.com/interrex/interrex/docs/example/swim"
	"github.com/interrex/interrex/docs/example/threephase"
	"github.com/interrex/interrex/docs/example/viewstamped"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

const examples = "docs/examples.md"

// TestQuotedCharts compares the charts of docs/examples.md with the shortest
// counterexamples.
func TestQuotedCharts(t *testing.T) {
	for _, c := range []struct {
		label    string
		system   func() (*model.System, error)
		property properties.Property
		reason   string
	}{
		{"docs/example/mutex", func() (*model.System, error) {
			return model.New(mutex.Algorithm{Requests: 1, Ties: true}, mutex.Network(2))
		}, mutex.Entry(), "a terminal configuration that refutes a leads-to"},
		{"docs/example/bakery", func() (*model.System, error) {
			return model.New(bakery.Algorithm{Requests: 1, Open: true}, bakery.Network(2, model.Bag))
		}, bakery.Exclusion(), "messages that are deferred"},
		{"docs/example/dining", func() (*model.System, error) {
			return model.New(dining.Algorithm{Clean: true}, dining.Network(3))
		}, dining.Fed(), "a terminal configuration, or a loop, for one of all processes"},
		{"docs/example/commit", func() (*model.System, error) {
			return commit.New(commit.Options{Participants: 2, Impatient: true})
		}, commit.Atomicity(), "joined programs"},
		{"docs/example/commit with a crash", func() (*model.System, error) {
			return commit.New(commit.Options{Participants: 2, Faults: model.Faults{Crash: 1}})
		}, commit.Unblocked(), "a crash within a step"},
		{"docs/example/threephase", func() (*model.System, error) {
			return model.New(threephase.Algorithm{TwoPhase: true}, threephase.Network(3, model.Timely, model.Faults{Crash: 2}))
		}, threephase.Atomicity(), "a step that a crash cuts short, and a message to oneself"},
		{"docs/example/threephase with a loss", func() (*model.System, error) {
			return model.New(threephase.Algorithm{}, threephase.Network(2, model.Timely, model.Faults{Crash: 1, Loss: 1}))
		}, threephase.Atomicity(), "a message that is lost"},
		{"docs/example/register", func() (*model.System, error) {
			return register.New(register.Hasty, [][]int{{1}, {0}, {0}})
		}, register.Linearizable(), "what stands under a chart"},
		{"docs/example/viewstamped", func() (*model.System, error) {
			return model.New(viewstamped.Algorithm{Views: 2, Short: true}, viewstamped.Network(3))
		}, viewstamped.Kept(), "timers that run out at any time, and many messages in flight"},
		{"docs/example/swim", func() (*model.System, error) {
			return model.New(swim.Algorithm{Helpers: 1, Patience: 3, Meek: true}, swim.Network(3, model.Timely, model.Faults{Crash: 1, Loss: 1}))
		}, swim.Accuracy(), "a message that is lost, and one to a process that is down"},
		{"docs/example/swim with little patience", func() (*model.System, error) {
			return model.New(swim.Algorithm{Helpers: 1, Patience: 2}, swim.Network(3, model.Timely, model.Faults{Loss: 2}))
		}, swim.Accuracy(), "several messages that are lost"},
		{"docs/example/bracha", func() (*model.System, error) {
			low := bracha.Right()
			low.Deliver = 1
			return bracha.New(4, low, bracha.SomeReceiver)
		}, bracha.Agreement(), "a choice within a step"},
		{"docs/example/oralmessages", func() (*model.System, error) {
			return model.New(oralmessages.Algorithm{Order: oralmessages.Attack}, oralmessages.Network(3, 2))
		}, oralmessages.Obedience(), "a traitor, in rounds"},
		{"docs/example/orset", func() (*model.System, error) {
			return model.New(orset.Algorithm{Adds: 1, Removals: 1, Forgets: true}, orset.Network(3))
		}, orset.Converges(), "a property of the end"},
		{"docs/example/snapshot", func() (*model.System, error) {
			return model.New(snapshot.Algorithm{Deaf: true}, model.Network{N: 2, Labels: []int{1, 1}})
		}, snapshot.Total(), "operations"},
	} {
		t.Run(c.label, func(t *testing.T) {
			v := report(t, c.system, checker.Options{Properties: []properties.Property{c.property}}).Verdicts[0]
			if v.Result != checker.Violated {
				t.Fatalf("%s (%s) is %v, want violated", v.Property.Name, c.reason, v.Result)
			}
			compareOutput(t, examples, c.label, counterexamples.Chart(*v.Execution, c.property.Remarks(*v.Execution)...))
		})
	}
}

// report returns the report of a check of a system.
func report(t *testing.T, system func() (*model.System, error), o checker.Options) checker.Report {
	t.Helper()
	s, err := system()
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestQuotedParts says that blocks of docs/examples.md that are labelled "part of"
// a file are lines of that file, one after the other.
func TestQuotedParts(t *testing.T) {
	parts := 0
	for _, b := range blocks(t, examples) {
		path, ok := strings.CutPrefix(b.label, "part of ")
		if !ok {
			continue
		}
		parts++
		if !contains(solid(read(t, path)), solid(b.text)) {
			t.Errorf("%s quotes lines that %s does not have:\n%s", examples, path, b.text)
		}
	}
	if parts < 10 {
		t.Errorf("%s quotes %d parts of files, want at least 10", examples, parts)
	}
}

// contains reports whether part is a non-empty run of consecutive elements of list.
func contains(list, part []string) bool {
	for i := range list {
		if rest := list[i:]; len(part) > 0 && len(rest) >= len(part) && slices.Equal(rest[:len(part)], part) {
			return true
		}
	}
	return false
}

func TestContains(t *testing.T) {
	for _, c := range []struct {
		part   string
		want   bool
		reason string
	}{
		{"b c", true, "in the middle"},
		{"c d", true, "at the end"},
		{"b d", false, "not one after the other"},
		{"d e", false, "more than there is"},
		{"", false, "an empty block quotes nothing"},
	} {
		if got := contains(strings.Fields("a b c d"), strings.Fields(c.part)); got != c.want {
			t.Errorf("%q (%s): got %t, want %t", c.part, c.reason, got, c.want)
		}
	}
}
