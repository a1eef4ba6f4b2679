package interrextest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/coverage"
	"github.com/interrex/interrex/model"
)

// Coverage fails t for each branch of the algorithms that no execution of any of the systems
// takes: a body that is never entered, lines before which a function always
// returns, an if without else whose condition always holds. It looks at Step, Ready
// and Defers, and at the functions that they call, in all packages whose statements
// the test counts:
//
//	go test -covermode=count -run TestCoverage
//	go test -covermode=atomic -coverpkg=./... -run TestCoverage
//
// Without these counters it skips the test. If some search is cut short, it fails the
// test, and calls no branch dead. It searches by the definition of the model,
// without tables and reductions, so small systems are best.
func Coverage(t testing.TB, systems ...*model.System) {
	t.Helper()
	Covered{}.Check(t, systems...)
}

// Covered has the budget of a search for branches that no execution takes, and those that
// are known. [Coverage] uses the zero value.
type Covered struct {
	// Dead are the sources of the branches that no execution takes, as in
	// "case in.Msg == marker:", the line on which each begins. One that some execution takes
	// fails the test too.
	Dead []string
	// Profile is the name of the file into which the counts are written, as a cover profile;
	// "" for none. It is about the functions that the search looks at.
	Profile string
	// Time bounds the search of all systems. 0 means a minute.
	Time time.Duration
	// Configurations bounds the search of each system. 0 means no bound.
	Configurations int
	// Memory bounds the search of each system, in bytes of the texts that tell configurations
	// apart. 0 means 1 GiB.
	Memory int64
}

// How the test that counts asks a process of its own for the counters: such a process runs the same test.
const (
	coverageCall    = "INTERREX_COVERAGE_CALL"    // the test, and which of its calls of Coverage
	coverageReplays = "INTERREX_COVERAGE_REPLAYS" // how often it replays the steps
	coverageFile    = "INTERREX_COVERAGE_FILE"    // where it writes how far the search came
)

// coverageCalls counts the calls of each test.
var coverageCalls = struct {
	sync.Mutex
	of map[string]int
}{of: map[string]int{}}

// thisCall names one call of Coverage.
func thisCall(t testing.TB) string {
	coverageCalls.Lock()
	defer coverageCalls.Unlock()
	coverageCalls.of[t.Name()]++
	return fmt.Sprintf("%s %d", t.Name(), coverageCalls.of[t.Name()])
}

// searched says how far the search of all systems came.
type searched struct {
	Configurations, Steps int
	Cut                   string // the system and the bound; "" if all searches are complete
}

// Check is the function [Coverage] with configuration g.
func (g Covered) Check(t testing.TB, systems ...*model.System) {
	t.Helper()
	if len(systems) == 0 || slices.Contains(systems, nil) {
		t.Fatalf("interrextest: coverage of no system, or of one that is nil; allowed: one or more")
	}
	if g.Time < 0 || g.Memory < 0 || g.Configurations < 0 {
		t.Fatalf("interrextest: Covered has a budget below zero (Time %v, Memory %d, Configurations %d); allowed: 0, which stands for the default, and more", g.Time, g.Memory, g.Configurations)
	}
	g.Time, g.Memory = cmp.Or(g.Time, time.Minute), cmp.Or(g.Memory, defaultMemory)
	call := thisCall(t)
	switch asked := os.Getenv(coverageCall); {
	case asked == call:
		if err := g.answer(systems); err != nil {
			t.Fatalf("interrextest: %v", err)
		}
		return
	case asked != "":
		return
	case testing.CoverMode() != "count" && testing.CoverMode() != "atomic":
		t.Skipf("interrextest: the test does not count how often statements run; go test -covermode=count -run '^%s$' does", t.Name())
	}
	all, profile, err := g.ask(t, call)
	if err != nil {
		t.Fatalf("interrextest: coverage: %v", err)
	}
	if all.Cut != "" {
		t.Errorf("coverage: the search of %s; nothing is known to be dead", all.Cut)
		return
	}
	t.Logf("coverage: %d steps in all %d configurations", all.Steps, all.Configurations)
	list, kept, err := profile.Unreached()
	if err == nil && g.Profile != "" {
		err = kept.WriteFile(g.Profile)
	}
	if err != nil {
		t.Fatalf("interrextest: coverage: %v", err)
	}
	g.compare(t, list)
}

// compare fails t for each branch that is not known, and each that is taken.
func (g Covered) compare(t testing.TB, list []coverage.Branch) {
	t.Helper()
	known := map[string]bool{}
	for _, b := range list {
		if known[b.Source] = true; !slices.Contains(g.Dead, b.Source) {
			t.Errorf("coverage: %v", b)
		}
	}
	for _, source := range g.Dead {
		if !known[source] {
			t.Errorf("coverage: Covered.Dead names %q, which some execution takes, or which is no line at which a branch begins", source)
		}
	}
}

// answer searches the systems, replays the steps as often as the test asks, and writes how
// far it came.
func (g Covered) answer(systems []*model.System) error {
	ctx, cancel := context.WithTimeout(context.Background(), g.Time)
	defer cancel()
	var all searched
	var list []*coverage.Steps
	for _, s := range systems {
		x, err := coverage.Reach(ctx, s, coverage.Bounds{Configurations: g.Configurations, Memory: g.Memory})
		if err != nil {
			return err
		}
		all.Configurations += x.Configurations
		all.Steps += x.Count
		if list = append(list, x); x.Cut != "" {
			all.Cut = fmt.Sprintf("%s was cut short after %d configurations by its bound on %s", s.Name(), x.Configurations, x.Cut)
			break
		}
	}
	times, err := strconv.Atoi(os.Getenv(coverageReplays))
	if err != nil {
		return err
	}
	for range times {
		for _, x := range list {
			x.Replay()
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(os.Getenv(coverageFile), text, 0o666)
}

// ask runs the test in processes that replay the steps never, once and twice, and
// compares their counters: those of a test can be read at its end only.
func (g Covered) ask(t testing.TB, call string) (all searched, p *coverage.Profile, err error) {
	dir := t.TempDir()
	var at [3]*coverage.Profile
	for i := range at {
		all, at[i], err = countersAfter(t, dir, call, i)
		if err != nil || all.Cut != "" {
			return all, nil, err
		}
	}
	p, err = coverage.Difference(at)
	return all, p, err
}

// countersAfter runs the test in a process that replays the steps so many times.
func countersAfter(t testing.TB, dir, call string, replays int) (all searched, p *coverage.Profile, err error) {
	program, err := os.Executable()
	if err != nil {
		return all, nil, err
	}
	answer, profile := filepath.Join(dir, "answer"), filepath.Join(dir, "profile")
	cmd := exec.CommandContext(t.Context(), program, "-test.run="+pattern(t.Name()), "-test.count=1", "-test.coverprofile="+profile)
	cmd.Env = append(os.Environ(), coverageCall+"="+call, coverageReplays+"="+strconv.Itoa(replays), coverageFile+"="+answer)
	out, failed := cmd.CombinedOutput()
	text, err := os.ReadFile(answer)
	if err != nil || failed != nil {
		return all, nil, errors.Join(fmt.Errorf("the test %s in a process of its own: %v: %s", t.Name(), failed, out), err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return all, nil, err
	}
	p, err = coverage.ParseFile(profile)
	return all, p, err
}

// pattern returns the value of -run for one test.
func pattern(name string) string {
	var list []string
	for _, part := range strings.Split(name, "/") {
		list = append(list, "^"+regexp.QuoteMeta(part)+"$")
	}
	return strings.Join(list, "/")
}
