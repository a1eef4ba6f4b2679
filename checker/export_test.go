package checker

import (
	"context"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// CheckByTurns is [Check], if the first turn
// may have that many configurations.
func CheckByTurns(ctx context.Context, s *model.System, o Options, first int64) (Report, error) {
	return Check(byTurns(ctx, first), s, o)
}

// CheckInCourses is [Check], if so many confluent deliveries are taken at once at most.
func CheckInCourses(ctx context.Context, s *model.System, o Options, most int) (Report, error) {
	t := threshold.Default()
	t.Course = most
	return Check(threshold.With(ctx, t), s, o)
}

// MeasureByTurns is [Measure], if the first
// search may have that many configurations.
func MeasureByTurns(ctx context.Context, s *model.System, q Quantity, o Options, first int64) (Extremes, error) {
	return Measure(byTurns(ctx, first), s, q, o)
}

func byTurns(ctx context.Context, first int64) context.Context {
	t := threshold.Default()
	t.FirstTurn = first
	return threshold.With(ctx, t)
}

// RepeatedSearches asks about the properties twice, with confluent deliveries, and returns how
// many searches it took each time.
func RepeatedSearches(ctx context.Context, s *model.System, o Options) (searches [2]int, err error) {
	k, err := newCheck(ctx, s, o)
	if err != nil {
		return searches, err
	}
	k.using = Confluent
	var which []int
	for i, p := range o.Properties {
		k.verdicts[i].Property = p
		which = append(which, i)
	}
	for i := range searches {
		if err := k.ask(counted{engines[Explicit], &searches[i]}, which); err != nil {
			return searches, err
		}
	}
	return searches, nil
}

// counted counts the searches of an engine.
type counted struct {
	engine.Engine
	searches *int
}

func (c counted) Search(q engine.Question, b *engine.Budget) (engine.Answer, error) {
	*c.searches++
	return c.Engine.Search(q, b)
}

// SearchThen asks about the properties once, with confluent deliveries, and calls then after the
// search.
func SearchThen(ctx context.Context, s *model.System, o Options, then func()) error {
	k, err := newCheck(ctx, s, o)
	if err != nil {
		return err
	}
	k.using = Confluent
	for i, p := range o.Properties {
		k.verdicts[i].Property = p
	}
	return k.ask(followed{engines[Explicit], then}, []int{0})
}

// followed calls then after each search of an engine.
type followed struct {
	engine.Engine
	then func()
}

func (f followed) Search(q engine.Question, b *engine.Budget) (engine.Answer, error) {
	defer f.then()
	return f.Engine.Search(q, b)
}

// CheckRelaxed lets the symbolic engine decide the properties of a system by its
// relaxation, as far as it can. It reports whether there is one.
func CheckRelaxed(ctx context.Context, s *model.System, o Options) (verdicts []Verdict, ok bool, err error) {
	k, err := newCheck(ctx, s, o)
	if err != nil {
		return nil, false, err
	}
	if k.relaxation = k.relax(); k.relaxation == nil {
		return nil, false, nil
	}
	for i, p := range o.Properties {
		k.verdicts[i].Property = p.Guarded()
	}
	err = k.symbolicRelaxed()
	return k.verdicts, true, err
}

// CheckSorted lets a sorted search decide the properties of a system, as far as it can, within so many nodes. It reports whether the search was complete.
func CheckSorted(ctx context.Context, s *model.System, o Options, effort int64) (verdicts []Verdict, complete bool, err error) {
	k, err := newCheck(ctx, s, o)
	if err != nil || engines[Sorted].Refuses(s) != (reason.Reason{}) {
		return nil, false, err
	}
	for i, p := range o.Properties {
		k.verdicts[i].Property = p.Guarded()
	}
	k.budget.Begin(engine.Turn{Effort: effort})
	err = k.sorted()
	return k.verdicts, k.sawAll, err
}

// Turns returns the turns that follow in a check of s, if the first may have so many configurations, after turns with
// these outcomes. If relaxes is set, the symbolic engine has a relaxation to search. There are no sorted searches.
func Turns(s *model.System, o Options, first int64, relaxes bool, after ...string) []Turn {
	return turnsOf(s, o, first, relaxes, false, after)
}

// TurnsWithSorted is [Turns] with sorted searches, as far as they suit, and without a relaxation.
func TurnsWithSorted(s *model.System, o Options, first int64, after ...string) []Turn {
	return turnsOf(s, o, first, false, true, after)
}

func turnsOf(s *model.System, o Options, first int64, relaxes, sorts bool, after []string) []Turn {
	outcomes := map[string]outcome{
		"decided":          {decided: true},
		"bounded":          {bounded: true},
		"complete":         {complete: true},
		"lost":             {lost: true},
		"unreduced":        {bounded: true, unreduced: true},
		"no memory":        {noMemory: true},
		"no memory at all": {noMemory: true, atNoEnd: true},
		"refused":          {refused: true},
		"ended":            {ended: true},
	}
	p := newPlan(s, o, first)
	p.relaxes, p.sorts = relaxes && p.diagrams, sorts && p.sorts
	for _, name := range after {
		t, at, ok := p.next()
		if !ok {
			panic("no turn has the outcome " + name)
		}
		p = at.after(t, outcomes[name])
	}
	return p.turns()
}

// Marks returns the features of a turn that its text does not name.
func (t Turn) Marks() (marks string) {
	for _, m := range []struct {
		name string
		set  bool
	}{{"opens", t.opens}, {"ending", t.ending}, {"forgets", t.forgets}, {"last", t.last}} {
		if m.set {
			marks += " " + m.name
		}
	}
	return marks
}
