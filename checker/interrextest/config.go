package interrextest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Config has the budget of a check, the evidence that a pass needs, and the texts of
// its files. [Check] uses the zero value.
type Config struct {
	// Instance names the system in counterexample files: Algorithm, Variant and
	// Readings. If Algorithm is "", the name of the system is used, with Variant
	// "own".
	Instance counterexamples.Instance
	Fairness model.Fairness // the infinite executions that liveness is about

	// Random says whether random schedules suffice for a pass. The zero value is
	// [NotEnough].
	Random Random
	// Vacuous names the properties that may be vacuous: nothing in this system can
	// refute them, or none of the random schedules could have. Another property that
	// is vacuous fails the test.
	Vacuous []string

	// Time bounds the exhaustive search. If that does not end, Time also bounds the
	// random schedules. 0 means ten seconds. With -short it is a tenth. It is never
	// more than a quarter of the time that -timeout leaves.
	Time time.Duration
	// Memory bounds the exhaustive search, in bytes. 0 means 1 GiB.
	Memory int64
	// Configurations bounds the exhaustive search of the explicit engine. 0 means no
	// bound.
	Configurations int64
	// Constraint cuts the exhaustive search where it fails, as [checker.Options] says. A property that nothing within
	// it violates is not decided if the search was cut: a pass needs [Enough], and random schedules are not cut.
	Constraint *properties.Property
	// Schedules bounds the number of random schedules. 0 means no bound.
	// pgregory.net/rapid draws them: -rapid.seed makes them reproducible.
	Schedules int

	// Dir is the directory of the counterexample files. "" means
	// testdata/interrex/<test>.
	Dir string
}

// Random says whether random schedules suffice for a pass.
type Random uint8

// The uses of random schedules.
const (
	NotEnough Random = iota // they only find violations: a property that no complete search decides fails the test
	Enough                  // they suffice for a pass if the search exceeds its budget
	Only                    // they suffice for a pass, and there is no exhaustive search
)

var randomNames = []string{"NotEnough", "Enough", "Only"}

func (r Random) String() string {
	if int(r) < len(randomNames) {
		return randomNames[r]
	}
	return fmt.Sprintf("Random(%d)", uint8(r))
}

// The budget of the zero Config.
const (
	defaultTime   = 10 * time.Second
	defaultMemory = 1 << 30
	shortPart     = 10 // -short divides the time by this
	deadlinePart  = 4  // a budget is at most the time that -timeout leaves, divided by this
)

// check is one call of Check.
type check struct {
	Config
	t      testing.TB
	system *model.System
	added  bool          // well-formedness is judged although nobody asked
	failed bool          // a property is violated
	asked  time.Duration // the budget before -short divides it
}

func (g Config) newCheck(t testing.TB, s *model.System) *check {
	if g.Instance.Algorithm == "" {
		g.Instance.Algorithm, g.Instance.Variant = strings.Join(strings.Fields(s.Name()), "-"), "own"
	}
	if g.Dir == "" {
		g.Dir = "testdata/interrex/" + fileName(t.Name())
	}
	if g.Time == 0 {
		g.Time = defaultTime
	}
	asked := g.Time
	if testing.Short() {
		g.Time /= shortPart
	}
	if g.Memory == 0 {
		g.Memory = defaultMemory
	}
	return &check{Config: g, t: t, system: s, asked: asked}
}

// refused says why g or the arguments of a call are invalid, "" if they are valid.
func (g Config) refused(s *model.System, list []properties.Property) string {
	if s == nil {
		return nilSystem
	}
	if err := properties.CheckAll(s, list); err != nil {
		return err.Error()
	}
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	switch {
	case len(list) == 0:
		return "no property to judge; allowed: one or more, properties.WellFormed() for instance"
	case int(g.Random) >= len(randomNames):
		return fmt.Sprintf("Config.Random is %v; allowed: %s", g.Random, strings.Join(randomNames, ", "))
	case g.Time < 0 || g.Memory < 0 || g.Configurations < 0 || g.Schedules < 0:
		return fmt.Sprintf("Config has a budget below zero (Time %v, Memory %d, Configurations %d, Schedules %d); allowed: 0, which stands for the default, and more", g.Time, g.Memory, g.Configurations, g.Schedules)
	}
	for _, name := range g.Vacuous {
		if !slices.Contains(names, name) {
			return fmt.Sprintf("Config.Vacuous names %q; allowed: %s", name, strings.Join(names, ", "))
		}
	}
	return ""
}

const nilSystem = "the system is nil; does the test look at the error of model.New?"

// mayBeVacuous reports whether the configuration allows a property to be vacuous.
func (k *check) mayBeVacuous(p properties.Property) bool { return slices.Contains(k.Vacuous, p.Name) }

// budget returns the time for the next phase.
func (k *check) budget() time.Duration {
	if d, ok := k.t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := d.Deadline(); ok {
			return max(time.Millisecond, min(k.Time, time.Until(end)/deadlinePart))
		}
	}
	return k.Time
}
