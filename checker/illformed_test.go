package checker_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// hasty elects the process that receives first, which sends the other an
// answer. Then it may take a step that is not well-formed, upon the answer.
type hasty struct{ fault string }

type racer struct {
	Awake bool
	Role  model.Role
}

func (a hasty) Name() string                             { return "hasty" }
func (hasty) Init(model.Self) racer                      { return racer{} }
func (hasty) Observe(_ model.Self, s racer) model.Status { return model.Status{Role: s.Role} }
func (hasty) Ready(_ model.Self, s racer) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}

func (a hasty) Step(p *model.Process[bool], s racer, in model.Input[bool]) racer {
	switch {
	case in.Kind == model.Wake:
		if a.fault == "start" {
			panic("no time to start")
		}
		p.Send(0, false)
	case in.Msg: // an answer
		a.fail(p, s)
		s.Role = model.Lost
	case s.Role == model.Undecided:
		s.Role = model.Won
		p.Send(0, true)
	}
	s.Awake = true
	return s
}

// fail commits the fault of a, if the process has won before.
func (a hasty) fail(p *model.Process[bool], s racer) {
	if s.Role != model.Won {
		return
	}
	switch a.fault {
	case "panic":
		panic("no answer was asked for")
	case "port":
		p.Send(1, true)
	case "read":
		p.ID()
	case "outcomes":
		for range 13 {
			p.Choose(2)
		}
	}
}

var illFormedFaults = []struct{ fault, cause string }{
	{"panic", "panics: no answer was asked for"},
	{"port", "sends true to port 1, which does not exist; allowed: 0..0"},
	{"read", "reads ID, which the network does not grant (it grants: nothing)"},
	{"outcomes", "chooses among more than 4096 outcomes in one step"},
}

func hastySystem(t *testing.T, fault string, net model.Network) *model.System {
	t.Helper()
	net.Topology, net.N = model.UnidirectionalRing, 2
	s, err := model.New(hasty{fault}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	engines    = []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto}
	reductions = []checker.Reduction{checker.NoReduction, checker.Confluent}
)

// TestNothingHoldsBesideAnIllFormedStep says that every check judges whether
// the steps are well-formed: it shows the one that is not, and nothing holds
// that could have failed later.
func TestNothingHoldsBesideAnIllFormedStep(t *testing.T) {
	list := []properties.Property{properties.Quiescence(), properties.Agreement(), properties.Known(), properties.LeaderReachable()}
	for _, test := range illFormedFaults {
		why := "upon receive p0:1 true the step of p0 is not well-formed: " + test.cause
		want := []string{"quiescence unknown 0 " + why, "agreement unknown 0 " + why, "known violated 3 ",
			"leader-reachable unknown 0 " + why, "well-formed violated 5 " + why}
		for _, engine := range engines {
			for _, reduction := range reductions {
				if engine == checker.Symbolic && reduction == checker.Confluent {
					continue // it has no reduction
				}
				t.Run(fmt.Sprintf("%s/%v/%v", test.fault, engine, reduction), func(t *testing.T) {
					o := checker.Options{Properties: list, Search: checker.Search{Engine: engine, Reduce: reduction}}
					if diff := cmp.Diff(want, doubted(t, hastySystem(t, test.fault, model.Network{}), o)); diff != "" {
						t.Errorf("(-want +got)\n%s", diff)
					}
				})
			}
		}
	}
}

// doubted returns the verdicts of a check, with the lengths of their executions.
func doubted(t *testing.T, s *model.System, o checker.Options) []string {
	t.Helper()
	r, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, v := range r.Verdicts {
		events := 0
		if v.Execution != nil {
			events = len(v.Execution.Steps)
			if err := v.Property.Judge(*v.Execution, o.Fairness); err != nil {
				t.Error(err)
			}
		}
		list = append(list, checkertest.Unplaced(fmt.Sprint(v.Property.Name, " ", v.Result, " ", events, " ", v.Note())))
	}
	return list
}

// TestIllFormedStepsOfOthers are steps that are not well-formed where rounds
// are taken, at the start, and where they were asked for.
func TestIllFormedStepsOfOthers(t *testing.T) {
	unique, wellFormed := properties.Uniqueness(), properties.WellFormed()
	ended := properties.NewAtEnd("ended", "at the end all have halted", properties.Shape{
		Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Halted }})
	for _, test := range []struct {
		name, fault string
		net         model.Network
		engine      checker.Engine
		list        []properties.Property
		want        []string
	}{
		{"in a round", "panic", model.Network{Timing: model.Lockstep}, checker.Explicit, []properties.Property{properties.Irrevocability()},
			[]string{"irrevocability unknown 0 upon round the step of p0 is not well-formed: panics: no answer was asked for",
				"well-formed violated 3 upon round the step of p0 is not well-formed: panics: no answer was asked for"}},
		{"at the start", "start", model.Network{Wake: model.WakeSet{All: true}}, checker.Explicit, []properties.Property{unique},
			[]string{"uniqueness unknown 0 at the start the step of p0 is not well-formed: panics: no time to start",
				"well-formed violated 0 at the start the step of p0 is not well-formed: panics: no time to start"}},
		{"at the start", "start", model.Network{Wake: model.WakeSet{All: true}}, checker.Symbolic, []properties.Property{ended, unique},
			[]string{"ended unknown 0 at the start the step of p0 is not well-formed: panics: no time to start",
				"uniqueness unknown 0 at the start the step of p0 is not well-formed: panics: no time to start",
				"well-formed violated 0 at the start the step of p0 is not well-formed: panics: no time to start"}},
		{"at the start, where nothing can follow", "start", model.Network{Wake: model.WakeSet{All: true}}, checker.Symbolic, []properties.Property{properties.Elected()},
			[]string{"elected unknown 0 at the start the step of p0 is not well-formed: panics: no time to start",
				"well-formed violated 0 at the start the step of p0 is not well-formed: panics: no time to start"}},
		{"asked for", "panic", model.Network{}, checker.Symbolic, []properties.Property{wellFormed, unique},
			[]string{"well-formed violated 5 upon receive p0:1 true the step of p0 is not well-formed: panics: no answer was asked for",
				"uniqueness violated 4 "}},
	} {
		t.Run(fmt.Sprint(test.name, "/", test.engine), func(t *testing.T) {
			got := doubted(t, hastySystem(t, test.fault, test.net), checker.Options{Properties: test.list, Search: checker.Search{Engine: test.engine}})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestEnginesCountBesideAnIllFormedStep says that the engines count the same,
// configurations after a step that is not well-formed included.
func TestEnginesCountBesideAnIllFormedStep(t *testing.T) {
	type counts struct {
		Configurations, Events int64
		Complete               bool
	}
	var got []counts
	for _, engine := range engines {
		o := checker.Options{Properties: []properties.Property{properties.Irrevocability()}, Search: checker.Search{Engine: engine}}
		r, err := checker.Check(t.Context(), hastySystem(t, "panic", model.Network{}), o)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, counts{r.Configurations, r.Events, r.Complete})
	}
	if diff := cmp.Diff([]counts{{13, 14, true}, {13, 14, true}, {13, 14, true}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestMeasureRefusesIllFormedSteps says that nothing is measured where a step
// is not well-formed.
func TestMeasureRefusesIllFormedSteps(t *testing.T) {
	for _, engine := range engines {
		_, err := checker.Measure(t.Context(), hastySystem(t, "panic", model.Network{}), checker.Messages, checker.Options{Search: checker.Search{Engine: engine}})
		var illFormed *checker.IllFormedError
		if !errors.As(err, &illFormed) || illFormed.Execution == nil || len(illFormed.Execution.Steps) != 5 ||
			checkertest.Unplaced(err.Error()) != "hasty: upon receive p0:1 true the step of p0 is not well-formed: panics: no answer was asked for" {
			t.Errorf("%v: got error %v, want an IllFormedError with an execution of 5 events", engine, err)
		}
	}
}
