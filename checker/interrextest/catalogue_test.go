package interrextest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

var seeds = flag.Int("seeds", 2, "how many seeds each erratum is searched with: 10 for the complete test")

// checks is the number of schedules of each search for an erratum.
const checks = 2000

// mostFound is the largest length of a counterexample whose erratum must be found.
const mostFound = 40

// TestErrataAreFound says that random schedules find each stored erratum whose
// counterexample is not too long, for nearly every seed, and that minimising yields
// the length of the shortest one.
func TestErrataAreFound(t *testing.T) {
	for _, e := range catalogue.All() {
		for i, erratum := range e.Errata {
			if i > 0 && testing.Short() {
				break
			}
			t.Run(e.Name+"/"+erratum.ID, func(t *testing.T) {
				f := stored(t, e, erratum)
				if f == nil || f.Schedule.Len() > mostFound {
					t.Skip("no counterexample is stored, or it is too long")
				}
				s, p := systemOf(t, e, f), propertyOf(t, e, erratum.Breaks)
				found, shortest := 0, 0
				for seed := range *seeds {
					switch length := find(t, s, p, f.Fairness, seed+1); {
					case length == 0:
					case length <= f.Schedule.Len():
						shortest++
						fallthrough
					default:
						found++
					}
				}
				if missed := *seeds - found; missed > max(1, *seeds/10) {
					t.Errorf("found with %d of %d seeds", found, *seeds)
				}
				if longer := *seeds - shortest; longer > max(1, *seeds/5) {
					t.Errorf("minimised to %d events with %d of %d seeds", f.Schedule.Len(), shortest, *seeds)
				}
			})
		}
	}
}

// TestErrataAreDrawn says that the first 100 random schedules find each stored erratum
// whose counterexample is not too long, for at least 15 of 20 seeds. Without
// INTERREX_LONG it looks at those that are found least often.
func TestErrataAreDrawn(t *testing.T) {
	const tries, most, least = 20, 100, 15
	rare := []string{"raft/E2", "raft/E4", "raft/E5", "bully-original/E2"}
	found := 0
	for _, e := range catalogue.All() {
		for _, erratum := range e.Errata {
			name := e.Name + "/" + erratum.ID
			f := stored(t, e, erratum)
			if f == nil || f.Schedule.Len() > mostFound || !checkertest.Long() && !slices.Contains(rare, name) {
				continue
			}
			s, p := systemOf(t, e, f), propertyOf(t, e, erratum.Breaks)
			shown := 0
			for seed := range tries {
				if _, x := draws(t, s, p, f.Fairness, seed+1, most); x != nil {
					shown++
				}
			}
			t.Logf("%s: %d of %d", name, shown, tries)
			if shown < least {
				t.Errorf("%s: %d schedules find it with %d of %d seeds, want %d", name, most, shown, tries, least)
			}
			found += shown
		}
	}
	t.Logf("%d in all", found)
}

// seeded makes random schedules reproducible.
func seeded(t *testing.T, seed int) {
	t.Helper()
	before := flag.Lookup("rapid.seed").Value.String()
	if err := flag.Set("rapid.seed", strconv.Itoa(seed)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flag.Set("rapid.seed", before) })
}

// find returns the number of events of the violation that random schedules
// find, minimised, 0 if they find none.
func find(t *testing.T, s *model.System, p properties.Property, f model.Fairness, seed int) int {
	t.Helper()
	k, found := draws(t, s, p, f, seed, checks)
	if found == nil {
		return 0
	}
	x := k.shorten(p, found.execution)
	if err := p.Judge(x, f); err != nil {
		t.Errorf("what seed %d finds is no violation: %v", seed, err)
	}
	return len(x.Steps)
}

// draws returns the violation that the first most random schedules find, nil if they
// find none.
func draws(t *testing.T, s *model.System, p properties.Property, f model.Fairness, seed, most int) (*check, *finding) {
	t.Helper()
	seeded(t, seed)
	k := Config{Random: Only, Configurations: 1_000_000, Time: time.Hour, Schedules: most, Fairness: f}.newCheck(&spy{TB: t, name: t.Name()}, s)
	return k, k.newHunt(&effort{check: k}).find([]properties.Property{p})
}

// TestPrintedIsRefuted says that random schedules refute each printed algorithm, on
// the network of its first erratum.
func TestPrintedIsRefuted(t *testing.T) {
	for _, e := range catalogue.All() {
		if len(e.Errata) == 0 {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			f := stored(t, e, e.Errata[0])
			if f == nil {
				t.Skip("no counterexample is stored")
			}
			net := f.Instance.Network
			net.Grants = e.Network(net.N).Grants // the printed text may read other facts
			s, err := e.New(catalogue.Variant{}, net)
			if err != nil {
				t.Fatal(err)
			}
			var list []properties.Property
			for _, erratum := range e.Errata {
				list = append(list, propertyOf(t, e, erratum.Breaks))
			}
			seeded(t, 1)
			k := Config{Random: Only, Time: time.Hour, Schedules: 500}.newCheck(&spy{TB: t, name: t.Name()}, s)
			if k.newHunt(&effort{check: k}).find(list) == nil {
				t.Error("nothing is violated")
			}
		})
	}
}

// TestCorrectedHolds says that random schedules refute no claim of a corrected
// algorithm, on networks larger than those of the exhaustive searches.
func TestCorrectedHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole catalogue")
	}
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) {
			largest, list := 0, []properties.Property{}
			for _, c := range e.Claims {
				if c.Condition() == "" && c.Bound == nil && !c.Fails {
					largest, list = max(largest, c.To), append(list, propertyOf(t, e, c.Property))
				}
			}
			s := larger(e, largest)
			if len(list) == 0 || s == nil {
				t.Skip("nothing is claimed of the corrected algorithm")
			}
			spied := &spy{TB: t, name: t.Name()}
			seeded(t, 1)
			Config{Random: Only, Time: time.Hour, Schedules: 60, Dir: t.TempDir()}.Check(spied, s, list...)
			for _, line := range spied.errors {
				t.Errorf("n = %d: %s", s.Network().N, line)
			}
		})
	}
}

// larger returns the corrected algorithm on the largest network of 2 to n+3 processes
// on which it runs, with a random arrangement.
func larger(e catalogue.Entry, n int) *model.System {
	for n += 3; n > 1; n-- {
		net := e.Network(n)
		if s, err := e.New(corrected(e), net); err == nil {
			return s
		}
		for _, p := range rand.New(rand.NewPCG(1, uint64(n))).Perm(n) {
			net.IDs = append(net.IDs, model.ID(p+1))
		}
		if s, err := e.New(corrected(e), net); err == nil {
			return s
		}
	}
	return nil
}

func corrected(e catalogue.Entry) catalogue.Variant {
	return catalogue.Variant{Fixes: 1<<len(e.Errata) - 1}
}

// stored returns the stored counterexample of an erratum, nil if there is none. The
// tests of package counterexamples report missing files.
func stored(t *testing.T, e catalogue.Entry, erratum errata.Erratum) *counterexamples.File {
	t.Helper()
	path := filepath.Join("..", "..", "counterexamples", e.Name, fmt.Sprintf("%s-%s.txt", erratum.ID, erratum.Breaks))
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := counterexamples.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func systemOf(t *testing.T, e catalogue.Entry, f *counterexamples.File) *model.System {
	t.Helper()
	v, err := e.ParseVariant(f.Instance.Variant)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.New(v, f.Instance.Network)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func propertyOf(t *testing.T, e catalogue.Entry, name string) properties.Property {
	t.Helper()
	p, err := properties.Named(name, e.Extreme)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestUniverseNamesWhatHappens says that every event of the stored errata has a name
// of its own.
func TestUniverseNamesWhatHappens(t *testing.T) {
	for _, e := range catalogue.All() {
		for _, erratum := range e.Errata {
			f := stored(t, e, erratum)
			if f == nil {
				continue
			}
			s := systemOf(t, e, f)
			x, err := s.Replay(f.Schedule)
			if err != nil {
				t.Fatal(err)
			}
			u := newUniverse(s, time.Hour)
			path := stepwise.NewPath(s)
			for _, step := range x.Steps {
				cause, _ := path.Apply(step.Event)
				wanted := universe{system: s, has: map[key]bool{}}
				wanted.add(cause)
				for _, n := range wanted.names {
					if !u.has[n.key()] {
						t.Errorf("%s %s: %q of %q has no name among %v", e.Name, erratum.ID, n, step.Event, u.names)
					}
				}
			}
		}
	}
}
