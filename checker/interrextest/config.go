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

// Config says how much is tried, what a pass may rest on, and what files say.
// The zero value is what [Check] uses.
type Config struct {
	// Instance names the system in counterexample files: Algorithm, Variant and
	// Readings. Where Algorithm is "", it is the name of the system, and
	// Variant is "own".
	Instance counterexamples.Instance
	Fairness model.Fairness // which infinite executions count

	// Random says what random schedules are good for. The zero value is
	// [NotEnough].
	Random Random
	// Vacuous names the properties that may be vacuous: nothing in this system
	// can refute them, or no random schedule could have. Any other that is
	// vacuous fails the test.
	Vacuous []string

	// Time is how long the exhaustive search may take and then, unless it has
	// ended, how long random schedules are tried. 0 stands for ten seconds.
	// With -short it is a tenth; and it is never more than a quarter of what
	// -timeout leaves.
	Time time.Duration
	// Memory bounds the exhaustive search, in bytes. 0 stands for 1 GiB.
	Memory int64
	// Configurations bounds the exhaustive search too, of the explicit engine.
	// 0 is no bound.
	Configurations int64
	// Schedules bounds the number of random schedules too. 0 is no bound. They
	// are drawn by pgregory.net/rapid: -rapid.seed makes them the same each time.
	Schedules int

	// Dir is the directory of the counterexample files. "" stands for
	// testdata/interrex/<test>.
	Dir string
}

// Random says what random schedules are good for.
type Random uint8

// What random schedules are good for.
const (
	NotEnough Random = iota // to find violations: what no complete search decides fails the test
	Enough                  // for a pass too, where a search does not end in its budget
	Only                    // for all: nothing is searched exhaustively
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
	shortPart     = 10 // with -short one part in so many of the time is left
	deadlinePart  = 4  // no budget is more than one part in so many of what -timeout leaves
)

// check is one call of Check.
type check struct {
	Config
	t      testing.TB
	system *model.System
	added  bool          // well-formedness is judged without having been asked
	failed bool          // a property is violated
	asked  time.Duration // what -short leaves a part of
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

// refused says why g or the arguments of a call make no sense, "" if they do.
func (g Config) refused(s *model.System, list []properties.Property) string {
	var names []string
	for _, p := range list {
		switch {
		case p.Name == "":
			return "a property has no name; make it with properties.New..."
		case slices.Contains(names, p.Name):
			return fmt.Sprintf("two properties are called %s; allowed: one", p.Name)
		}
		names = append(names, p.Name)
	}
	switch {
	case s == nil:
		return nilSystem
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

// mayBeVacuous reports whether a property is expected to be vacuous.
func (k *check) mayBeVacuous(p properties.Property) bool { return slices.Contains(k.Vacuous, p.Name) }

// budget returns how long the next phase may take.
func (k *check) budget() time.Duration {
	if d, ok := k.t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := d.Deadline(); ok {
			return max(time.Millisecond, min(k.Time, time.Until(end)/deadlinePart))
		}
	}
	return k.Time
}
