package checkertest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// fewConfigurations is how many configurations, with the state of a monitor, a random system
// may have that is compared with the reference.
const fewConfigurations = 250

// drawn are the kinds of random systems that TestSearchesAgree compares.
var drawn = []struct {
	name string
	draw func(uint64) (*model.System, string)
}{
	{"crashing", checkertest.Crashing},
	{"anonymous crashing", checkertest.AnonymousCrashing},
	{"blinking", checkertest.Blinking},
	{"exchangeable", checkertest.Exchangeable},
	{"commuting", checkertest.Commuting},
	{"anonymous commuting", checkertest.AnonymousCommuting},
	{"circling", checkertest.Circling},
	{"anonymous circling", checkertest.AnonymousCircling},
	{"random", checkertest.Random},
	{"starting", checkertest.RandomStarts},
	{"fragile", func(seed uint64) (*model.System, string) { return checkertest.Fragile(seed, fewConfigurations) }},
}

// searches are the ways to search: a name, the options, and whether everything that the
// reference decides must be decided.
var searches = []struct {
	name    string
	options checker.Options
	decides bool
}{
	{"none", checker.Options{Search: checker.Search{Reduce: checker.NoReduction}}, true},
	{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}, true},
	{"confluent", checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, false},
	{"confluent, symmetry", checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}, false},
	{"auto", checker.Options{}, true},
	{"auto, large", checker.Options{Search: checker.Search{Large: true}}, true},
	{"auto, symmetry", checker.Options{Search: checker.Search{Symmetry: true}}, true},
	{"auto engine", checker.Options{Search: checker.Search{Engine: checker.Auto}}, true},
	{"auto engine, large", checker.Options{Search: checker.Search{Engine: checker.Auto, Large: true}}, true},
	{"auto engine, none", checker.Options{Search: checker.Search{Engine: checker.Auto, Reduce: checker.NoReduction}}, true},
	{"symbolic", checker.Options{Search: checker.Search{Engine: checker.Symbolic}}, false},
}

// lowered returns thresholds of which about half are as low as small systems need to get there.
func lowered(r *rand.Rand) threshold.Thresholds {
	t := threshold.Default()
	wide := func(x *int64, bits int) {
		if r.IntN(2) == 0 {
			*x = 1 << r.IntN(bits)
		}
	}
	narrow := func(x *int, bits int) {
		y := int64(*x)
		wide(&y, bits)
		*x = int(y)
	}
	t.FirstTurn = 1 << r.IntN(7)
	wide(&t.LoopsAtLeast, 6)
	wide(&t.LoopsAuto, 6)
	wide(&t.Shortened, 8)
	wide(&t.Learned, 4)
	wide(&t.Turned, 6)
	wide(&t.Recut, 6)
	narrow(&t.Course, 3)
	narrow(&t.Considered, 3)
	narrow(&t.Relied, 3)
	narrow(&t.Exposed, 3)
	narrow(&t.Renamings, 4)
	narrow(&t.LoopEvents, 5)
	narrow(&t.LoopPaths, 4)
	narrow(&t.Told, 3)
	t.FullBut = []int{0, 0, 0, 1 << 30, 2, 3}[r.IntN(6)]
	return t
}

// recorded are the seeds of systems whose certificates were called wrong though all verdicts agreed, and of some
// that had other counts, or a property open, after a reduction was given up.
var recorded = []struct {
	seed    uint64
	reason  string
	reduced bool // a certificate remains
}{
	{208843, "a delivery would send a message that overtakes another, but the other is always received first", true},
	{212567, "so would a wake-up", true},
	{213253, "the search stops after one delivery, and takes all events there", true},
	{206289, "it does so in a system of one process", true},
	{505904, "a trigger tells processes apart, in a configuration that the search passes over", true},
	{507477, "so it does with order bag", true},
	{3003361, "a wake-up chooses among one after a delivery, and not before it", false},
	{5979, "the reduction is given up for one property, when others are decided and one does not suit it", false},
	{2000998, "it is given up in a search for a monitor and properties that need none", false},
}

// searchTally counts the comparisons of TestSearchesAgree.
type searchTally struct {
	audits                                                    bool   // certificates are checked
	folder                                                    string // searches go on on disk there; "": in memory
	onDisk                                                    int    // searches that did
	endless                                                   bool   // no property of an object is judged, as calls may have no end
	systems, searches, verdicts, open                         int
	least, loops                                              int // executions that are said to be least, loops among them
	reduced, folded, forgot                                   int // searches with fewer configurations, up to renamings, and with little memory
	audited                                                   int // searches whose certificate was checked
	untriggered                                               int // verdicts that are vacuous, of properties with a trigger
	every, everyRefuted                                       int // verdicts of properties of every process, or of every two; that are violated
	assuming, assumingRefuted, assumingLoops, assumingVacuous int // verdicts of properties with assumptions; that are violated, by loops; that are vacuous
	objects, objectsRefuted                                   int // verdicts of properties of objects; that are violated
	limits                                                    int // searches that met more calls without a return than a property allows
	kinds                                                     map[string]int
}

// TestSearchesAgree compares all searches of random systems, with thresholds that are lowered,
// with the reference: properties that tell processes apart, and monitors that see crashes
// within steps, among them. It checks the certificates of reduced searches.
func TestSearchesAgree(t *testing.T) {
	n := searchTally{audits: !testing.Short(), kinds: map[string]int{}}
	for seed := *from; seed < *from+systems(100, 60); seed++ {
		kind := drawn[seed%uint64(len(drawn))]
		s, about := kind.draw(seed)
		if n.compare(t, s, seed, kind.name+", "+about) {
			n.kinds[kind.name]++
		}
	}
	t.Logf("%+v", n)
	if n.verdicts < 8*n.systems || n.open*3 > n.verdicts || n.least < n.systems || n.loops < n.systems/4 || n.reduced < n.systems/4 || n.folded < n.systems/4 || n.forgot < n.systems/8 || n.untriggered < n.systems/4 || n.every < n.systems || n.everyRefuted < n.systems || n.objects < n.systems || n.objectsRefuted < n.systems/2 || n.assuming < n.systems || n.assumingRefuted < n.systems/4 || n.assumingLoops < n.systems/8 || n.assumingVacuous < n.systems/16 || n.limits > n.searches/100 {
		t.Errorf("%+v: too little to test anything", n)
	}
	for _, kind := range drawn {
		if n.kinds[kind.name] == 0 {
			t.Errorf("no system is %s", kind.name)
		}
	}
}

// TestSearchesOnDiskAgree is TestSearchesAgree for searches that go on on disk. Something is open where cycles
// decide it, or may hide something. No file is left.
func TestSearchesOnDiskAgree(t *testing.T) {
	n := searchTally{folder: t.TempDir(), kinds: map[string]int{}}
	for seed := *from; seed < *from+systems(12, 8); seed++ {
		kind := drawn[seed%uint64(len(drawn))]
		s, about := kind.draw(seed)
		n.compare(t, s, seed, kind.name+", "+about)
	}
	t.Logf("%+v", n)
	if n.onDisk < 2*n.systems || n.verdicts < 8*n.systems || n.open*2 > n.verdicts || n.least < n.systems {
		t.Errorf("%+v: too little to test anything", n)
	}
	if left, err := os.ReadDir(n.folder); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

// TestRecordedSearchesAgree is TestSearchesAgree for systems that once showed a mistake.
func TestRecordedSearchesAgree(t *testing.T) {
	for _, row := range recorded {
		t.Run(row.reason, func(t *testing.T) {
			n := searchTally{audits: true}
			kind := drawn[row.seed%uint64(len(drawn))]
			if s, about := kind.draw(row.seed); !n.compare(t, s, row.seed, kind.name+", "+about) || n.audited == 0 && row.reduced {
				t.Errorf("%+v: no certificate was checked", n)
			}
		})
	}
}

// compare compares searches of s, and reports whether the reference can explore it.
func (n *searchTally) compare(t *testing.T, s *model.System, seed uint64, about string) bool {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 8))
	size := s.Network().N
	lists := [][]properties.Property{checkertest.RandomProperties(seed, size, 3)}
	if r.IntN(2) == 0 {
		lists[0] = checkertest.RandomShapes(seed, size, 3)
	}
	lists = append(lists, checkertest.RandomAssuming(seed, 3))
	lists[0] = slices.Concat(lists[0], checkertest.RandomQuantified(seed, 1))
	if !n.endless {
		lists[0] = append(lists[0], checkertest.RandomObjects(seed, 1)...)
	}
	if s.Network().Faults.Crash > 0 {
		lists = append(lists, checkertest.CrashWatchers(seed, 4))
	}
	for _, list := range lists {
		o := checkertest.Options{Properties: append(list, undecided), Fairness: fairnesses[r.IntN(3)], Max: fewConfigurations}
		if o.Fairness.Suits(s.Network()) != nil {
			o.Fairness = model.Weak
		}
		want, err := checkertest.Explore(s, o)
		if errors.Is(err, checkertest.ErrTooLarge) {
			return false
		}
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		within := lowered(r)
		for _, search := range searches {
			if r.IntN(2) == 0 || search.options.Search.Reduce.Suits(s, list) != nil {
				continue
			}
			x := trial{search.options, within, want, search.decides && within.FullBut == 0, ""}
			x.options.Properties, x.options.Fairness, x.options.Workers = o.Properties, o.Fairness, 1+r.IntN(2)
			x.options.Audit = n.audits
			if n.folder != "" && search.options.Search.Engine != checker.Symbolic {
				x.options.Disk, x.decides, x.within.OnDisk, x.within.Buffered = n.folder, false, int64(1+seed%7), int64(1+seed%2<<20)
			}
			x.about = fmt.Sprintf("%s, %v fairness, %d workers, %s, %+v", about, o.Fairness, x.options.Workers, search.name, within)
			n.search(t, s, x)
		}
	}
	n.systems++
	return true
}

// trial is a search to compare with the reference.
type trial struct {
	options checker.Options
	within  threshold.Thresholds
	want    checkertest.Reference
	decides bool // it must decide each property that the reference decides
	about   string
}

// search compares one search of s with the reference.
func (n *searchTally) search(t *testing.T, s *model.System, x trial) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", x.about, r)
		}
	}()
	report, err := checker.Check(threshold.With(t.Context(), x.within), s, x.options)
	if x.options.Search.Engine == checker.Symbolic && err != nil && (strings.Contains(err.Error(), "allowed: explicit, auto") || strings.Contains(err.Error(), "the engines explicit and auto tell")) {
		return
	}
	if err != nil && strings.Contains(err.Error(), "calls can never return; allowed") {
		n.limits++ // deeper than the least counterexample, where the reference stops
		return
	}
	if err != nil {
		t.Errorf("%s: %v", x.about, err)
		return
	}
	n.searches++
	if report.Disk > 0 {
		n.onDisk++
	}
	if report.Audit != nil {
		n.audited += report.Audit.Searches
	}
	if report.Symmetry > 1 {
		n.folded++
	}
	switch whole := x.want.Configurations; {
	case report.Forgot:
		n.forgot++
	case report.Reduced() && report.Configurations < whole:
		n.reduced++
	case !report.Reduced() && report.Complete && !report.Relaxed && report.Configurations != whole:
		t.Errorf("%s: %d configurations, want %d", x.about, report.Configurations, whole)
	}
	if len(report.Verdicts) != len(x.want.Verdicts) {
		t.Errorf("%s: %d verdicts, want %d", x.about, len(report.Verdicts), len(x.want.Verdicts))
		return
	}
	for i, v := range report.Verdicts {
		n.verdict(t, v, x.want.Verdicts[i], x)
	}
}

// verdict compares one verdict of a search with the reference.
func (n *searchTally) verdict(t *testing.T, got checker.Verdict, want checkertest.Verdict, of trial) {
	t.Helper()
	about := fmt.Sprintf("%s: %s (%v)", of.about, got.Property.Name, got.Property.Form)
	n.verdicts++
	n.kind(got)
	switch {
	case got.Result == checker.Unknown && want.Result != checker.Unknown && !of.decides && got.Note() != "":
		n.open++
		return
	case got.Result != want.Result:
		t.Errorf("%s: %v (%s), want %v", about, got.Result, got.Note(), want.Result)
		return
	case (got.Execution != nil) != (want.Finite != nil || want.Loop):
		t.Errorf("%s: an execution is shown: %t, but the reference has %v, loop %t", about, got.Execution != nil, want.Finite, want.Loop)
		return
	case got.Execution != nil:
		n.execution(t, got, want, of.options.Fairness, about)
	case got.Result == checker.Vacuous && got.Property.HasTrigger():
		n.untriggered++
	}
}

// kind counts a verdict of a property of every process, or of an object.
func (n *searchTally) kind(v checker.Verdict) {
	refuted := 0
	if v.Result == checker.Violated {
		refuted = 1
	}
	switch {
	case strings.HasPrefix(v.Property.Name, "every-"):
		n.every, n.everyRefuted = n.every+1, n.everyRefuted+refuted
	case strings.HasPrefix(v.Property.Name, "assuming-"):
		n.assuming, n.assumingRefuted = n.assuming+1, n.assumingRefuted+refuted
		if v.Result == checker.Vacuous {
			n.assumingVacuous++
		}
		if v.Execution != nil && v.Execution.Loops() {
			n.assumingLoops++
		}
	case strings.HasPrefix(v.Property.Name, "object-"):
		n.objects, n.objectsRefuted = n.objects+1, n.objectsRefuted+refuted
	}
}

// execution replays the execution of a verdict, and judges it again. If it is called the least, it is
// as long as that of the reference.
func (n *searchTally) execution(t *testing.T, got checker.Verdict, want checkertest.Verdict, f model.Fairness, about string) {
	t.Helper()
	l := got.Execution.Lasso()
	x, err := got.Execution.System.Replay(l)
	if err == nil {
		err = got.Property.Judge(x, f)
	}
	if err != nil {
		t.Errorf("%s: the execution is none: %v", about, err)
	}
	if x.Loops() {
		n.loops++
	}
	if got.Minimal == checker.Least {
		n.least++
	}
	switch {
	case got.Minimal != checker.Least && !x.Loops() && len(l.Stem) < len(want.Finite):
		t.Errorf("%s: %v is shorter than the shortest, %v", about, l.Stem, want.Finite)
	case got.Minimal != checker.Least:
	case x.Loops() && (want.Finite != nil || len(l.Stem) != want.Stem):
		t.Errorf("%s: a loop after %v is shown, want one after %d events, or %v", about, l.Stem, want.Stem, want.Finite)
	case !x.Loops():
		if diff := cmp.Diff(want.Finite, l.Stem, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: another execution is the least (-least +shown):\n%s", about, diff)
		}
	}
}
