package explicit_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestForgetting compares searches of random systems, whole and reduced, that forget after
// each level, mostly with the tables, with searches that forget nothing. They decide the
// same, with the same executions, except that something may be open if there may be a
// cycle: a liveness property, or any if the search is reduced. Many must meet something
// again.
func TestForgetting(t *testing.T) {
	const most = 600
	list := []properties.Property{properties.Uniqueness(), properties.Elected(), properties.Decided(), properties.Quiescence(), properties.LeaderReachable(), properties.NewAlways("sight", "process 0 has not lost", func(c properties.Configuration) bool { return c.Status(0).Role != model.Lost })}
	forgot, again, open, stopped := 0, 0, 0, 0
	for seed := range uint64(240) {
		draw := []func(uint64) (*model.System, string){checkertest.Random, checkertest.Commuting, checkertest.CommutingQueued, checkertest.Deferring}[seed%4]
		s, about := draw(seed)
		for _, reduces := range []bool{false, true} {
			if net := s.Network(); reduces && (net.Timing == model.Lockstep || seed%4 == 3) {
				continue
			}
			q := question(s, list, reduces)
			q.Workers = 1 + int(seed/4%2)
			want := searched(t, q, most, 0)
			if want.Stop != (reason.Reason{}) {
				continue
			}
			q = question(s, list, reduces) // knows nothing of the first search
			got := searched(t, q, 100*most, []int{math.MaxInt, 2, 4}[seed%3])
			if got.Searches[0].Forgot {
				forgot++
			}
			if got.Searches[0].Configurations > want.Searches[0].Configurations {
				again++
			}
			if got.Searches[0].Configurations < want.Searches[0].Configurations {
				t.Errorf("%s: %d configurations, %d without forgetting", about, got.Searches[0].Configurations, want.Searches[0].Configurations)
			}
			for i, p := range list {
				switch a, b := got.Findings[i].Outcome, want.Findings[i].Outcome; {
				case a == b:
					if diff := cmp.Diff(want.Findings[i].Lasso, got.Findings[i].Lasso); diff != "" {
						t.Errorf("%s, reduced %t, %s: (-without forgetting +with)\n%s", about, reduces, p.Name, diff)
					}
				case a == engine.Open && p.Form.IsLiveness() && got.Findings[i].Reason.Cause == reason.MaxMemory:
					open++
				case a == engine.Open && reduces && got.Stop.Cause == reason.MaxMemory:
					stopped++
				default:
					t.Errorf("%s, reduced %t, %s: %v, %v without forgetting", about, reduces, p.Name, got.Findings[i], want.Findings[i])
				}
			}
		}
	}
	t.Logf("%d searches forgot something, %d met something again; %d liveness properties and %d others are open", forgot, again, open, stopped)
	if forgot < 100 || again < 10 || open < 5 || stopped == 0 {
		t.Error("too few to test anything")
	}
}

// question asks for properties of a system.
func question(s *model.System, list []properties.Property, reduces bool) engine.Question {
	q := engine.Question{System: s, Tables: compiled.New(s), Properties: list, Fairness: model.Weak, Workers: 1}
	if reduces {
		q.Reduction.Confluent = confluent.New(s, q.Tables, confluent.Sight{Shapes: shapes(list), Bounded: true})
	}
	return q
}

// searched lets the engine answer a question. Memory is full but for each so manieth level; 0: never.
func searched(t *testing.T, q engine.Question, most int64, fullBut int) engine.Answer {
	t.Helper()
	within := threshold.Default()
	within.FullBut = fullBut
	for {
		a, err := explicit.Engine{}.Search(q, engine.NewBudget(threshold.With(t.Context(), within), engine.Bounds{Configurations: most}, nil))
		if err != engine.ErrBroken {
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		q.Reduction.Learn()
	}
}

// shapes returns the shapes of the properties that are about every configuration.
func shapes(list []properties.Property) (all []*properties.Shape) {
	for _, p := range list {
		if seen, _ := p.Seen(); p.Form == properties.Always || p.Form == properties.Reachable {
			all = append(all, seen...)
		}
	}
	return all
}
