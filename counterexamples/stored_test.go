package counterexamples_test

import (
	stdcmp "cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// expected is a violation with a stored file. There is one for each erratum: the
// algorithm has all fixes except this one and those that presuppose it. There is one
// for each claim that [catalogue.Claim.IsShown] says.
type expected struct {
	catalogue         counterexamples.Resolver
	entry             catalogue.Entry
	name              string // the change that breaks the algorithm: "E1", "R1=b", "crash=1"
	variant, readings string
	limits            string // that the claim chooses
	claim             catalogue.Claim
	stands            model.Faults // the faults under which the mended algorithm holds
	reason            string       // for the reader
}

func (e expected) path() string {
	return filepath.Join(e.entry.Name, claims.ViolationName(e.name, e.claim.Property)+".txt")
}

func allExpected() []expected {
	var list []expected
	entries := catalogue.All()
	resolver := resolve(entries)
	for _, entry := range entries {
		for i, erratum := range entry.Errata {
			c, ok := entry.ShownBy(i)
			if !ok {
				c = catalogue.Claim{Property: erratum.Breaks, From: 2, To: 4, Faults: erratum.Faults, Fairness: model.ByTiming.Under(entry.Network(2).Timing)}
			}
			list = append(list, expected{catalogue: resolver, entry: entry, name: erratum.ID, variant: entry.VariantText(entry.Without(i)),
				claim:  c,
				stands: c.Faults,
				reason: fmt.Sprintf("%s, as printed: %s.", erratum.ID, erratum.Printed)})
		}
		for _, c := range entry.Claims {
			if c.IsShown() {
				list = append(list, expected{catalogue: resolver, entry: entry, name: c.Condition(), variant: variantOf(entry, c), readings: c.Readings, limits: c.Limits, claim: c,
					reason: fmt.Sprintf("Under %s: %s.", stdcmp.Or(c.Condition(), "what the document assumes"), c.Reason)})
			}
		}
	}
	return list
}

// variantOf returns the variant of a claim as a file names it.
func variantOf(entry catalogue.Entry, c catalogue.Claim) string {
	v, err := c.ParseVariant(entry)
	if err != nil {
		panic(err) // the tests of the catalogue parse it too
	}
	return entry.VariantText(v)
}

// resolve looks up the systems and properties of stored files.
func resolve(entries []catalogue.Entry) counterexamples.Resolver {
	find := func(name string) (catalogue.Entry, error) {
		i := slices.IndexFunc(entries, func(e catalogue.Entry) bool { return e.Name == name })
		if i < 0 {
			return catalogue.Entry{}, fmt.Errorf("%q is not in the catalogue", name)
		}
		return entries[i], nil
	}
	return counterexamples.Resolver{
		System: func(i counterexamples.Instance) (*model.System, error) {
			e, err := find(i.Algorithm)
			if err != nil {
				return nil, err
			}
			v, err := e.ParseChoice(i.Variant, i.Readings, i.Limits)
			if err != nil {
				return nil, err
			}
			return e.New(v, i.Network)
		},
		Property: func(i counterexamples.Instance, name string) (properties.Property, error) {
			e, err := find(i.Algorithm)
			if err != nil {
				return properties.Property{}, err
			}
			return properties.Named(name, e.Extreme)
		},
	}
}

func TestStored(t *testing.T) {
	for _, e := range allExpected() {
		t.Run(strings.TrimSuffix(e.path(), ".txt"), func(t *testing.T) {
			if *update {
				e.write(t)
			}
			data, err := os.ReadFile(e.path())
			if err != nil {
				t.Fatalf("%v\nto write it: go test ./counterexamples -run TestStored -update", err)
			}
			f, err := counterexamples.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(data), string(f.Format())); diff != "" {
				t.Errorf("does not round-trip (-read +written):\n%s", diff)
			}
			x, err := e.catalogue.Replay(f)
			if err != nil {
				t.Fatalf("%v\nto write it anew: go test ./counterexamples -run TestStored -update; commit only if you know why it changed", err)
			}
			e.isOfFile(t, f, x)
			e.showsSomething(t, x)
			isMinimal(t, x, e.shown(t, x), f.Fairness)
			if testing.Short() || e.claim.IDs != nil && !checkertest.Long() || e.claim.Slow {
				return // searches, some of them large
			}
			e.isShortest(t, x, f.Fairness)
			e.isMended(t, f)
		})
	}
}

func TestStoredSet(t *testing.T) {
	var want []string
	for _, e := range allExpected() {
		want = append(want, e.path())
	}
	var got []string
	for _, entry := range catalogue.All() {
		paths, err := filepath.Glob(filepath.Join(entry.Name, "*"))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, paths...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the stored files are not the errata and the claims that fail (-want +got):\n%s", diff)
	}
}

func (e expected) property(t *testing.T) properties.Property {
	t.Helper()
	p, err := properties.Named(e.claim.Property, e.entry.Extreme)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// limitsOn returns the limits of the instance on a network as its file names them.
func (e expected) limitsOn(t *testing.T, net model.Network) string {
	t.Helper()
	limits, err := e.entry.ParseLimits(e.limits)
	if err != nil {
		t.Fatal(err)
	}
	return e.entry.LimitsText(e.entry.LimitsOn(catalogue.Variant{Limits: limits}, net))
}

// isOfFile checks that the content of the file, which is x, agrees with its name.
func (e expected) isOfFile(t *testing.T, f *counterexamples.File, x model.Execution) {
	t.Helper()
	got := []string{f.Instance.Algorithm, f.Instance.Variant, f.Instance.Readings, f.Instance.Limits, f.Property, f.Fairness.String()}
	want := []string{e.entry.Name, e.variant, e.readings, e.limitsOn(t, f.Instance.Network), e.claim.Property, e.claim.Fairness.String()}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("is about something else than its name says (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(e.prose(t, x), f.Prose); diff != "" {
		t.Errorf("the prose is not that of the catalogue (-want +got):\n%s\nto write it anew: go test ./counterexamples -run TestStored -update", diff)
	}
}

// prose returns the reason of the violation, the violated statement and who crashes
// in x, and below that the summary of x, by line.
func (e expected) prose(t *testing.T, x model.Execution) []string {
	t.Helper()
	text := e.reason + " Violated: " + e.property(t).Statement + "."
	if v, ok := e.victim(t, x); ok {
		text += " Here " + v.name + " crashes."
	}
	return append(wrap(text), wrap(counterexamples.Summary(x, e.property(t)))...)
}

// isMinimal checks that no event can be dropped.
func isMinimal(t *testing.T, x model.Execution, p properties.Property, f model.Fairness) {
	t.Helper()
	l, fails := x.Lasso(), counterexamples.Fails(x.System, p, f)
	for i, e := range l.Events() {
		shorter := model.Lasso{Stem: slices.Clone(l.Stem), Loop: slices.Clone(l.Loop)}
		if k := i - len(l.Stem); k < 0 {
			shorter.Stem = slices.Delete(shorter.Stem, i, i+1)
		} else {
			shorter.Loop = slices.Delete(shorter.Loop, k, k+1)
		}
		if fails(shorter) {
			t.Errorf("event %d, %q, can be dropped", i+1, e)
		}
	}
}

// isShortest checks that a breadth-first search finds no shorter violation in which a
// process of the same kind crashes. It need not find the shortest lasso.
func (e expected) isShortest(t *testing.T, x model.Execution, f model.Fairness) {
	t.Helper()
	found := check(t, x.System, e.shown(t, x), f)
	if found.Result != checker.Violated {
		t.Fatalf("the search says %v, not violated", found.Result)
	}
	shortest := len(found.Execution.Steps)
	if x.Loops() || found.Execution.Loops() {
		shortest = max(shortest, len(x.Steps))
	}
	if len(x.Steps) != shortest {
		t.Errorf("%d events; the search finds %d", len(x.Steps), shortest)
	}
}

// isMended checks that the corrected algorithm with the default readings has no
// counterexample on the same processes and wake-ups. The only faults are those that
// the erratum needs.
func (e expected) isMended(t *testing.T, f *counterexamples.File) {
	t.Helper()
	if e.claim.IsBeside() {
		return // the algorithm needs no mending: the text, or a reader of it, expects otherwise
	}
	i := f.Instance
	net := e.entry.Network(i.Network.N)
	net.IDs = i.Network.IDs
	if e.claim.IDs != nil { // at its size all wake-ups are too many
		net.Wake = i.Network.Wake
	}
	if e.stands != (model.Faults{}) {
		net.Faults = e.stands
	}
	i.Variant, i.Readings, i.Limits, i.Network = "corrected", "", e.limits, net
	s, err := e.catalogue.System(i)
	if err != nil {
		t.Fatal(err)
	}
	// A bound of the instance (on terms, say) leaves liveness unknown: there is no
	// counterexample then either.
	if v := check(t, s, e.property(t), f.Fairness); v.Result != checker.Holds && v.Result != checker.Unknown {
		t.Errorf("once mended it %v: %q", v.Result, v.Note())
	}
}

func check(t *testing.T, s *model.System, p properties.Property, f model.Fairness) checker.Verdict {
	t.Helper()
	report, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: f})
	if err != nil {
		t.Fatal(err)
	}
	return report.Verdicts[0]
}

// write writes the file again: the shortest violation on the smallest network that
// has one, minimised. Under crashes it is the shortest in which a process of the
// first kind crashes that has one.
func (e expected) write(t *testing.T) {
	t.Helper()
	i := counterexamples.Instance{Algorithm: e.entry.Name, Variant: e.variant, Readings: e.readings, Limits: e.limits}
	x, p := e.search(t, i)
	l := counterexamples.Minimise(x.Lasso(), counterexamples.Fails(x.System, p, e.claim.Fairness))
	minimal, err := x.System.Replay(l)
	if err != nil {
		t.Fatal(err)
	}
	i.Limits = e.limitsOn(t, *x.System.Network())
	f := counterexamples.Record(i, minimal, p, e.claim.Fairness)
	f.Prose = e.prose(t, minimal)
	if err := os.MkdirAll(filepath.Dir(e.path()), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(e.path(), f.Format(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// search returns the violation to store, and the property that it is the shortest
// violation of.
func (e expected) search(t *testing.T, i counterexamples.Instance) (*model.Execution, properties.Property) {
	t.Helper()
	list := []properties.Property{e.property(t)}
	if e.ofCrash() {
		list = nil
		for _, v := range victims {
			list = append(list, v.after(e.property(t)))
		}
		list = append(list, e.property(t))
	}
	for _, p := range list {
		for n := e.claim.From; n <= e.claim.To; n++ {
			if x := e.shortest(t, i, p, n); x != nil {
				return x, p
			}
		}
	}
	t.Fatalf("no violation with %d to %d processes", e.claim.From, e.claim.To)
	return nil, properties.Property{}
}

// shortest returns the shortest violation of p by n processes, nil if there is none.
func (e expected) shortest(t *testing.T, i counterexamples.Instance, p properties.Property, n int) *model.Execution {
	t.Helper()
	i.Network = e.claim.On(e.entry.Network(n))
	arrangements, err := e.claim.Arrangements(i.Network)
	if err != nil {
		t.Fatal(err)
	}
	var shortest *model.Execution
	for ids := range arrangements {
		i.Network.IDs = ids
		s, err := e.catalogue.System(i)
		if err != nil {
			t.Fatal(err)
		}
		v := check(t, s, p, e.claim.Fairness)
		if v.Result == checker.Violated && (shortest == nil || len(v.Execution.Steps) < len(shortest.Steps)) {
			shortest = v.Execution
		}
	}
	return shortest
}

// wrap breaks prose into lines.
func wrap(text string) []string {
	const most = 100
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len(*last)+1+len(word) > most:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}
