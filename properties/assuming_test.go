package properties_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestAssuming says which executions satisfy the assumptions of a property.
func TestAssuming(t *testing.T) {
	is := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role == r }
	}
	not := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role != r }
	}
	// The process is undecided, then a candidate and a winner in turn.
	s := scripted(t, script{statuses: [][]model.Status{{undecided, candidate, won, lost}}}, model.Faults{})
	never := properties.NewTerminates("ends", "it ends")
	atLast := properties.NewRecurs("leads", "it leads", is(model.Undecided))
	recurs := func(r model.Role) properties.Property { return properties.NewRecurs("again", "a", is(r)) }
	lasts := func(r model.Role) properties.Property { return properties.NewStabilises("lasts", "b", not(r)) }
	last := properties.FromSomeTimeOn("quiet", "no timer runs out", func(s properties.Step) bool { return s.Event.Kind != model.Timeout })
	for _, test := range []struct {
		reason  string
		of      properties.Property
		assumes []properties.Property
		refuted bool
	}{
		{"it is so at the end", atLast, []properties.Property{recurs(model.Lost)}, true},
		{"it was so before the end", atLast, []properties.Property{recurs(model.Won)}, false},
		{"it is not so at the end", atLast, []properties.Property{lasts(model.Lost)}, false},
		{"it was not so before the end", atLast, []properties.Property{lasts(model.Won)}, true},
		{"one of two", atLast, []properties.Property{recurs(model.Lost), recurs(model.Won)}, false},
		{"two of two", atLast, []properties.Property{recurs(model.Lost), lasts(model.Won)}, true},
		{"nothing happens after the end", atLast, []properties.Property{last, recurs(model.Lost)}, true},
		{"it refutes nothing by an end", last, nil, false},
		{"an end is no loop", never, []properties.Property{recurs(model.Lost)}, false},
	} {
		x := execution(t, s, []int{0, 0, 0}, -1)
		of := test.of
		if test.assumes != nil {
			of = of.Assuming(test.assumes...)
		}
		if err := of.Judge(x, model.Weak); (err == nil) != test.refuted {
			t.Errorf("%s: got %v, want refuted %t", test.reason, err, test.refuted)
		}
	}
	p := atLast.Assuming(recurs(model.Lost), lasts(model.Won))
	if p.Name != "leads-assuming-again-and-lasts" || p.Statement != "it leads, assuming: a; b" {
		t.Errorf("the property is called %s: %s", p.Name, p.Statement)
	}
}

// TestUnsuitableAssumptions says which assumptions are refused, and why.
func TestUnsuitableAssumptions(t *testing.T) {
	yes := func(model.View) bool { return true }
	recurs := properties.NewRecurs("r", "", yes)
	for _, row := range []struct {
		p    properties.Property
		want string
	}{
		{properties.NewAlways("p", "", yes).Assuming(recurs), "assumptions are for the forms eventually, leads-to, recurs, stabilises, terminates, not always"},
		{recurs.Assuming(), "empty list of assumptions"},
		{recurs.Assuming(properties.NewEventually("e", "", yes)), "the assumption e has the form eventually; allowed: recurs, stabilises"},
		{recurs.Assuming(recurs.Assuming(recurs)), "has assumptions; allowed: none"},
		{recurs.Assuming(properties.NewRecurs("r", "", properties.Every(func(model.Status) bool { return true }))), "recurs for every process by itself"},
		{recurs.Assuming(properties.FromSomeTimeOn("f", "", nil)), "has no predicate"},
		{properties.NewRecurs("p", "", properties.Every(func(model.Status) bool { return true })).Assuming(properties.NewTerminates("t", "")), "the assumption t has the form terminates"},
	} {
		if err := row.p.Check(); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("got %v, want %q", err, row.want)
		}
	}
}

// TestLoopThroughTerminalConfigurations says that an event happens again and again on a loop through
// configurations in which an execution might end as well.
func TestLoopThroughTerminalConfigurations(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, won}, {undecided, won}}}, model.Faults{Divide: model.Unbounded})
	divide, heal := model.Event{Process: -1, Kind: model.Divide, Group: []int{0}}, model.Event{Process: -1, Kind: model.Heal}
	x, err := s.Replay(model.Lasso{
		Stem: model.Schedule{{Process: 0, Kind: model.Timeout}, {Process: 1, Kind: model.Timeout}, divide, heal},
		Loop: model.Schedule{divide, heal},
	})
	if err != nil {
		t.Fatal(err)
	}
	never := properties.NewTerminates("ends", "it ends")
	for kind, refuted := range map[model.Kind]bool{model.Divide: false, model.Heal: false, model.Timeout: true} {
		without := properties.FromSomeTimeOn("without", "there is no such event", func(s properties.Step) bool { return s.Event.Kind != kind })
		if err := never.Assuming(without).Judge(x, model.Weak); (err == nil) != refuted {
			t.Errorf("without %v from some time on: got %v, want refuted %t", kind, err, refuted)
		}
		if err := without.Judge(x, model.Weak); (err == nil) == refuted {
			t.Errorf("that there is no %v from some time on: got %v, want refuted %t", kind, err, !refuted)
		}
	}
}
