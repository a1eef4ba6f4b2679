package checkertest_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// told are properties that see more than the view: messages in flight, events, and the
// states of monitors that are told of events.
func told() []properties.Property {
	quiet := func(c properties.Configuration) bool {
		return properties.CountInFlight(c, func(any) bool { return true }) == 0
	}
	few := func(c properties.Configuration) bool {
		return properties.CountInFlight(c, func(any) bool { return true }) <= 1
	}
	won := func(v model.View) bool { return v.Status[0].Role == model.Won }
	deliveries := func(holds func(int) bool) properties.Watching {
		return properties.Watch(
			func(model.View) int { return 0 },
			func(sum int, s properties.Step) int {
				return (sum + len(slices.Collect(properties.Delivered[any](s)))) % 3
			},
			holds)
	}
	one := deliveries(func(sum int) bool { return sum == 1 })
	return []properties.Property{
		properties.NewAlways("few", "at most one message is in flight", few),
		properties.NewAtEnd("quiet-at-end", "at the end nothing is in flight", quiet),
		properties.NewEventually("not-few", "two messages are in flight", func(c properties.Configuration) bool { return !few(c) }),
		properties.NewStabilises("quiet", "at last nothing is in flight", quiet),
		properties.NewRecurs("quiet-again", "nothing is in flight again and again", quiet),
		properties.NewReachable("crossing", "two processes have a message in flight to each other", crossing),
		properties.NewReachable("quiet-terminal", "nothing is in flight at the end", func(c properties.Configuration) bool { return quiet(c) && c.View().Terminal }),
		properties.NewLeadsTo("few-again", "after two messages in flight there is at most one", func(c properties.Configuration) bool { return !few(c) }, few),
		properties.NewLeadsTo("won-quiet", "after process 0 has won nothing is in flight", won, quiet),
		properties.NewLeadsTo("one-quiet", "after the first of three deliveries nothing is in flight", one, quiet),
		properties.NewAlwaysStep("no-answer", "no delivery sends a message back to the sender", noAnswer),
		properties.NewAlwaysStep("conserved", "what is in flight was sent and is not delivered", conserved),
		properties.NewAlways("one-fault", "at most one fault strikes", properties.Watch(
			func(model.View) int { return 0 },
			func(faults int, s properties.Step) int {
				if s.IsFault() {
					faults++
				}
				return min(faults, 2)
			},
			func(faults int) bool { return faults < 2 })),
		properties.NewEventually("delivered", "a message is delivered", one),
		properties.NewStabilises("delivered-thrice", "at last a multiple of three messages was delivered", deliveries(func(sum int) bool { return sum == 0 })),
	}
}

func crossing(c properties.Configuration) bool {
	for m := range properties.InFlight[any](c) {
		for n := range properties.InFlight[any](c) {
			if m.From == n.To && m.To == n.From && m.From != m.To {
				return true
			}
		}
	}
	return false
}

func noAnswer(s properties.Step) bool {
	for m := range properties.Delivered[any](s) {
		for n := range properties.Sent[any](s) {
			if m.To == n.From && m.From == n.To {
				return false
			}
		}
	}
	return true
}

// conserved says that the messages in flight after an event are those before it,
// without those that it delivers, loses or takes from who crashes, and those that it
// sends.
func conserved(s properties.Step) bool {
	after := map[properties.Message[any]]int{}
	count := func(m properties.Message[any], by int) {
		m.Lost = false
		if after[m] += by; after[m] == 0 {
			delete(after, m)
		}
	}
	if s.Event.Kind == model.Lose || s.After.View().Status[max(0, s.Event.Process)].Failed {
		return true
	}
	crashed := func(m properties.Message[any]) bool { return s.Event.Kind == model.Crash && m.To == s.Event.Process }
	for m := range properties.InFlight[any](s.Before) {
		count(m, 1)
	}
	for m := range properties.Delivered[any](s) {
		if s.Event.StepKind() != model.Duplicate {
			count(m, -1)
		}
	}
	for m := range properties.Sent[any](s) {
		if !m.Lost {
			count(m, 1)
		}
	}
	for m := range properties.InFlight[any](s.After) {
		count(m, -1)
	}
	for m, n := range after {
		if n < 0 || !crashed(m) {
			return false
		}
	}
	return true
}

// hued are properties of the hues that the processes of some random systems show,
// none for the others.
func hued(s *model.System) []properties.Property {
	if s.Semantics().Shows()[0].Type == nil {
		return nil
	}
	bright := func(h checkertest.Hue) bool { return h.Bright }
	return []properties.Property{
		properties.NewAlways("hues", "no process has the greatest hue", properties.Each(func(h checkertest.Hue) bool { return h.Value < 2 })),
		properties.NewAtEnd("same-hue", "at the end all processes have the same hue", properties.Both(func(a, b checkertest.Hue) bool { return a == b })),
		properties.NewReachable("bright", "some process is bright", properties.Some(bright)),
		properties.NewAlwaysStep("stays-bright", "who is bright stays so", properties.EachStep(func(before, after checkertest.Hue) bool { return !before.Bright || after.Bright })),
		properties.NewEventually("bright-at-last", "some process becomes bright", properties.Some(bright)),
		properties.NewRecurs("all-bright", "again and again all processes are bright", properties.Each(bright)),
		properties.NewStabilises("dark", "at last no process is bright", func(v model.View) bool { return properties.Count(v, bright) == 0 }),
		properties.NewLeadsTo("hue-bright", "after the greatest hue somebody is bright", properties.Some(func(h checkertest.Hue) bool { return h.Value == 2 }), properties.Some(bright)),
		properties.NewAlways("hues-seen", "at most three hues are seen", properties.Watch(
			func(model.View) [3]bool { return [3]bool{} },
			func(seen [3]bool, o properties.Observation) [3]bool {
				if h, ok := properties.OwnOf[checkertest.Hue](o.After); ok {
					seen[h.Value] = true
				}
				return seen
			},
			func(seen [3]bool) bool { return seen != [3]bool{true, true, true} })),
	}
}

// TestEngineAgreesOnWhatPredicatesSee compares the explicit engine with the reference
// for properties of configurations, of events, and of a protocol's own values.
func TestEngineAgreesOnWhatPredicatesSee(t *testing.T) {
	seeds, explored, showing := systems(60, 30), uint64(0), 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		list := append(told(), hued(s)...)
		err := checkertest.Agree(s, checkertest.Options{Properties: list, Fairness: fairnesses[seed%3], Max: 150})
		switch {
		case errors.Is(err, checkertest.ErrTooLarge):
			continue
		case err != nil:
			t.Errorf("%s: %v", about, err)
		}
		explored++
		if len(list) > len(told()) {
			showing++
		}
	}
	if explored < seeds/3 || showing < int(seeds)/10 {
		t.Errorf("the reference explored %d of %d random systems, %d of which show something", explored, seeds, showing)
	}
}

// TestWalksShowWhatPredicatesSee says that the engine, replay and judge confirm the
// decisions of random walks on properties of configurations and of events.
func TestWalksShowWhatPredicatesSee(t *testing.T) {
	seeds, shown := systems(12, 6), map[string]int{}
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		o := checker.Options{Properties: told(), Fairness: model.Strong, MaxConfigurations: 300}
		report, err := checker.Check(t.Context(), s, o)
		if err != nil || !report.Complete {
			continue
		}
		for i, name := range schedule.Names() {
			scheduler, err := schedule.New(name, schedule.Options{Seed: seed*100 + uint64(i)})
			if err != nil {
				t.Fatal(err)
			}
			w := schedule.Start(s, model.Strong, told()...)
			schedule.Run(w, scheduler, 20)
			w.Complete(100, scheduler.Pick)
			for j, v := range report.Verdicts {
				x, ok := w.Decided(j)
				if !ok || v.Note() == fmt.Sprintf("max-configurations %d", o.MaxConfigurations) { // of its own search, with a monitor
					continue
				}
				shown[v.Property.Name]++
				again, err := s.Replay(x.Lasso())
				if err == nil {
					err = v.Property.Judge(again, model.Strong)
				}
				if err != nil || v.Execution == nil {
					t.Errorf("%s: %s: a walk shows it, but the engine says %v: %v", about, v.Property.Name, v.Result, err)
				}
			}
		}
	}
	if len(shown) < len(told())/2 {
		t.Errorf("walks show %v only, of %d properties", shown, len(told()))
	}
}

// TestEnginesAgreeOnShown compares the engines, whole and reduced, for properties of
// a protocol's own values.
func TestEnginesAgreeOnShown(t *testing.T) {
	var whole tally
	var confluent confluentTally
	seeds, compared := systems(80, 30), 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		list := slices.DeleteFunc(hued(s), func(p properties.Property) bool { return p.Shape() == nil }) // the symbolic engine takes no other
		if len(list) == 0 || s.Network().Timing == model.Lockstep {
			continue
		}
		o := checker.Options{Properties: list, Fairness: model.Strong, MaxConfigurations: 2000}
		if n, ok := compareEngines(t, s, o, about); ok {
			compared++
			whole.add(n)
		}
		if checker.Confluent.Suits(s, list) == nil {
			confluent.compare(t, s, o, about)
		}
	}
	t.Logf("%d of %d systems, %d verdicts; confluent %+v", compared, seeds, whole.decided, confluent)
	if compared < int(seeds)/10 || whole.decided < 4*compared || confluent.systems < compared/2 {
		t.Errorf("%d of %d systems and %d verdicts were compared, %d systems of confluent", compared, seeds, whole.decided, confluent.systems)
	}
}

// TestSymbolicRefusesWhatItCannotSee says that the symbolic engine leaves properties of
// configurations and events unknown and says why, that engine auto decides them, and
// that a reduction refuses them, or is not used.
func TestSymbolicRefusesWhatItCannotSee(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 2"}.System()
	whole, err := checker.Check(t.Context(), s, checker.Options{Properties: told()})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []checker.Options{{Search: checker.Search{Engine: checker.Symbolic}}, {Search: checker.Search{Engine: checker.Auto}}, {Search: checker.Search{Reduce: checker.AutoReduction}}, {Search: checker.Search{Reduce: checker.AutoReduction, Engine: checker.Auto}}} {
		o.Properties = told()
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Verdicts {
			want, note := whole.Verdicts[i].Result, v.Note()
			if o.Search.Engine == checker.Symbolic {
				want, note = checker.Unknown, "it sees more than the statuses: only the explicit engine shows it configurations and events"
			}
			if v.Result != want || v.Note() != note {
				t.Errorf("%v, %v: %s is %v (%s), want %v (%s)", o.Search.Engine, o.Search.Reduce, v.Property.Name, v.Result, v.Note(), want, note)
			}
		}
		if r.Reduction != checker.NoReduction {
			t.Errorf("%v, %v: the search was reduced (%v)", o.Search.Engine, o.Search.Reduce, r.Reduction)
		}
	}
	for _, p := range told() {
		_, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Search: checker.Search{Reduce: checker.Confluent}})
		if want := fmt.Sprintf("graph: the reduction confluent does not suit %s: its predicate", p.Name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
}
