package checker_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// castes are processes that act as their labels say, and send nothing.
type castes struct{}

// The labels of castes.
const (
	winner  = iota // wins after a step
	chain          // takes three steps, and never wins
	resting        // has won; it may wake, is then busy for as long as it likes, and rests again
	idler          // may wake, and never wins
	counts         // has won, and may wake very often
	wins           // has won
)

func (castes) Needs() model.Needs  { return model.Needs{Knowledge: model.KnowLabel} }
func (castes) Init(model.Self) int { return 0 }

func (castes) Observe(p model.Self, at int) model.Status {
	won := [...]bool{winner: at == 1, resting: at == 0, counts: true, wins: true, idler: false, chain: false}[p.Label()]
	if won {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

func (castes) Ready(p model.Self, at int) model.Spontaneous {
	switch label := p.Label(); {
	case label == winner && at < 1, label == chain && at < 3:
		return model.Spontaneous{Timers: model.Timers(0)}
	case label == resting && at == 1:
		return model.Spontaneous{Timers: model.Timers(0, 1)}
	case label == resting, label == idler && at < 1, label == counts && at < 10_000:
		return model.Spontaneous{Wake: true}
	}
	return model.Spontaneous{}
}

func (castes) Step(p *model.Process[struct{}], at int, in model.Input[struct{}]) int {
	switch {
	case p.Label() != resting:
		return at + 1
	case in.Kind == model.Timeout && in.Timer == 0:
		return at
	}
	return 1 - at
}

// TestEveryIsOneVerdict says which verdict a property of every process has, given those of its cases.
func TestEveryIsOneVerdict(t *testing.T) {
	won := properties.Every(func(s model.Status) bool { return s.Role == model.Won })
	recurs := properties.NewRecurs("won", "everybody wins again and again", won)
	leads := properties.NewLeadsTo("undone", "who has not won wins", properties.Every(func(s model.Status) bool { return s.Role != model.Won }), won)
	for _, test := range []struct {
		labels   []int
		property properties.Property
		options  checker.Options
		want     checker.Result
		note     string
		events   int // of the execution, -1: there is none
		minimal  checker.Minimality
		reason   string
	}{
		{[]int{winner, winner}, recurs, checker.Options{}, checker.Holds, "", -1, 0, "both win"},
		{[]int{winner, chain}, recurs, checker.Options{}, checker.Violated, "for p1", 4, checker.Least, "p1 never wins"},
		{[]int{chain, idler}, recurs, checker.Options{}, checker.Violated, "for p0", 3, checker.Least, "of two, the first is named"},
		{[]int{winner, wins}, leads, checker.Options{}, checker.Holds, "", -1, 0, "of p1 the trigger never holds"},
		{[]int{wins, winner}, leads, checker.Options{}, checker.Holds, "", -1, 0, "the trigger holds of p1 only"},
		{[]int{counts, wins}, leads, checker.Options{MaxConfigurations: 30_000}, checker.Vacuous, "its trigger", -1, 0, "the trigger holds of nobody"},
		{[]int{chain, winner}, leads, checker.Options{}, checker.Violated, "for p0", 4, checker.Least, "p0 never wins"},
		{[]int{resting, chain}, recurs, checker.Options{Fairness: model.Unfair}, checker.Violated, "for p1", 3, checker.Least, "p0 may be busy for ever after one event, but a finite execution comes first"},
		{[]int{resting, winner}, recurs, checker.Options{Fairness: model.Unfair}, checker.Violated, "for p0", 2, checker.Least, "p0 may be busy for ever"},
		{[]int{idler, counts}, recurs, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 100}, checker.Violated, "for p0", 1, checker.OneMinimal, "of p1 nothing is known"},
		{[]int{counts, wins}, recurs, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 100}, checker.Unknown, "max-configurations 100", -1, 0, "of both nothing is known"},
	} {
		s, err := model.New(castes{}, model.Network{N: len(test.labels), Labels: test.labels})
		if err != nil {
			t.Fatal(err)
		}
		first := properties.NewAlways("first", "", func(model.View) bool { return true })
		test.options.Properties = []properties.Property{first, test.property}
		report, err := checker.Check(t.Context(), s, test.options)
		if err != nil {
			t.Fatal(err)
		}
		v := report.Verdicts[1]
		if v.Result != test.want || !strings.Contains(v.Note(), test.note) || v.Property.Name != test.property.Name || v.Minimal != test.minimal {
			t.Errorf("%s: %s is %v (%s), %v; want %v (%s), %v", test.reason, v.Property.Name, v.Result, v.Note(), v.Minimal, test.want, test.note, test.minimal)
		}
		events := -1
		if v.Execution != nil {
			events = len(v.Execution.Steps)
		}
		if events != test.events {
			t.Errorf("%s: the execution has %d events, want %d", test.reason, events, test.events)
		}
		var decided []int
		for _, turn := range report.Turns {
			decided = append(decided, turn.Decided...)
		}
		if slices.Contains(decided, 1) != (v.Result != checker.Unknown) || len(decided) > 2 {
			t.Errorf("%s: the turns decide the properties %v, but it is %v", test.reason, decided, v.Result)
		}
	}
}

// TestTooManyCases says that each case of a property counts.
func TestTooManyCases(t *testing.T) {
	s, err := model.New(castes{}, model.Network{N: 9})
	if err != nil {
		t.Fatal(err)
	}
	p := properties.NewRecurs("apart", "", properties.EveryPair(func(a, b model.Status) bool { return a != b }))
	_, err = checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}})
	if err == nil || !strings.HasPrefix(err.Error(), "72 properties") {
		t.Errorf("got %v, want an error with the number of cases", err)
	}
}

// TestCasesShareASearch says that all cases of a leads-to are searched together: the trigger holds of
// nobody, so that the second search meets as many configurations as there are.
func TestCasesShareASearch(t *testing.T) {
	s, err := model.New(castes{}, model.Network{N: 4, Labels: []int{resting, resting, resting, resting}})
	if err != nil {
		t.Fatal(err)
	}
	p := properties.NewLeadsTo("undone", "", properties.Every(func(s model.Status) bool { return s.Role == model.Lost }), properties.Every(func(s model.Status) bool { return s.Role == model.Won }))
	q := properties.NewAlways("first", "", func(model.View) bool { return true })
	report, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{q, p}, Search: checker.Search{Reduce: checker.NoReduction}})
	if err != nil {
		t.Fatal(err)
	}
	if report.Configurations != 17 || report.Expanded != 2*17 {
		t.Errorf("%d configurations, %d expanded; want 17, and 34", report.Configurations, report.Expanded)
	}
}
