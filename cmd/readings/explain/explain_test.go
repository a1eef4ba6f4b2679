package explain_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/cmd/readings/explain"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

func entry(t *testing.T, name string) catalogue.Entry {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

const property = "elected"

// table returns a table with the corrected rows of e for two processes, in which the cells that fail
// violate the property.
func table(e catalogue.Entry, fails func(r product.Row, options errata.Readings) bool) *product.Table {
	t := product.New(e, 1)
	for _, r := range product.Rows(e) {
		if r.N != 2 || r.Variant == "printed" || r.Messages {
			continue
		}
		var outcomes []product.Outcome
		for options := range product.Combinations(e, product.Strongest) {
			o := product.Outcome{Verdicts: map[string]product.Verdict{}}
			if fails(r, options) {
				o.Verdicts[property] = product.Verdict{Result: product.Violated, Events: 3}
			}
			outcomes = append(outcomes, o)
		}
		t.Add(r, outcomes)
	}
	return t
}

// TestCausesAreMinimal draws tables in which any cell may fail, and compares the causes with all subsets.
func TestCausesAreMinimal(t *testing.T) {
	e := entry(t, "awe")
	rapid.Check(t, func(t *rapid.T) {
		failing := map[string]bool{}
		var all [][]string
		drawn := table(e, func(r product.Row, options errata.Readings) bool {
			changes := explain.Changes(e, r.Variant, options, r.Condition, product.Assumed(e))
			fails := len(changes) > 0 && rapid.IntRange(0, 3).Draw(t, "fails") == 0
			if fails {
				failing[key(changes)] = true
				all = append(all, changes)
			}
			return fails
		})
		causes := explain.Of(drawn)
		if causes.Failing != len(all) {
			t.Fatalf("%d failing cells, want %d", causes.Failing, len(all))
		}
		var got, want []string
		for _, c := range causes.List {
			got = append(got, key(c.Changes))
		}
		for _, changes := range all {
			if !slices.ContainsFunc(subsets(changes), func(s []string) bool { return len(s) < len(changes) && failing[key(s)] }) {
				want = append(want, key(changes))
			}
			if !slices.ContainsFunc(causes.List, func(c explain.Cause) bool {
				return slices.ContainsFunc(subsets(changes), func(s []string) bool { return key(s) == key(c.Changes) })
			}) {
				t.Fatalf("no cause of %v", changes)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("causes %q, want %q", got, want)
		}
	})
}

func key(changes []string) string {
	s := ""
	for _, c := range changes {
		s += c + " "
	}
	return s
}

func subsets(list []string) [][]string {
	all := [][]string{nil}
	for _, item := range list {
		for _, s := range slices.Clone(all) {
			all = append(all, append(slices.Clone(s), item))
		}
	}
	return all
}

func TestBaselineIsTheFirstConditionThatHolds(t *testing.T) {
	e := entry(t, "awe")
	causes := explain.Of(table(e, func(r product.Row, options errata.Readings) bool {
		return r.Condition.Timing == model.Async || options[0] == 2
	}))
	if base := causes.Baselines[property]; base.Timing != model.Timely || base.Changes(product.Assumed(e)) != 1 {
		t.Errorf("baseline %v, want the assumed condition in timing timely: it fails in async", base)
	}
	for _, c := range causes.List {
		if len(c.Changes) != 1 || c.Changes[0] != "async" && c.Changes[0] != "R1=c" {
			t.Errorf("cause %v, want async and R1=c alone", c.Changes)
		}
	}
}

// verdicts returns a table of e with all its rows, in which a property has these verdicts.
func verdicts(e catalogue.Entry, property string, of func(r product.Row, options errata.Readings) product.Result) *product.Table {
	t := product.New(e, 1)
	for _, r := range product.Rows(e) {
		if r.Messages {
			continue
		}
		var outcomes []product.Outcome
		for options := range product.Combinations(e, product.Strongest) {
			o := product.Outcome{Verdicts: map[string]product.Verdict{}}
			switch result := of(r, options); result {
			case product.Violated:
				o.Verdicts[property] = product.Verdict{Result: result, Events: 3}
			case product.Unknown:
				o.Verdicts[property], o.Reason = product.Verdict{Result: result}, product.TooLarge
			}
			outcomes = append(outcomes, o)
		}
		t.Add(r, outcomes)
	}
	return t
}

// when returns a result if it is so, and otherwise that the property holds.
func when(so bool, result product.Result) product.Result {
	if so {
		return result
	}
	return product.Holds
}

func TestNeeded(t *testing.T) {
	e := entry(t, "lcr") // R1 to R3 with 3, 2 and 2 options; E1 breaks halted
	for _, row := range []struct {
		of   func(r product.Row, o errata.Readings) product.Result
		says string
		why  string
	}{
		{func(r product.Row, o errata.Readings) product.Result {
			return when(r.Variant == "-E1", product.Violated)
		},
			"in all 12 combinations, n = 2–4", "with every combination"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(r.Variant == "-E1" && o[1] == 0, product.Violated)
		}, "only with R2=a: in 6 of 12 combinations, n = 2–4", "under one option only"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(r.Variant == "-E1" && (o[1] == 0 || o[0] == 2), product.Violated)
		}, "only with R1=c or R2=a: in 8 of 12 combinations, n = 2–4", "under either option"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(r.Variant == "-E1" && o[0] == 1 && o[2] == 1, product.Violated)
		}, "only with R1=b,R3=b: in 2 of 12 combinations, n = 2–4", "under two options together"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(o[2] == 1 || r.Variant == "-E1" && o[1] == 0, product.Violated)
		}, "only with R2=a: in 3 of 6 combinations, n = 2–4", "where the corrected text fails the fix does not count"},
		{func(product.Row, errata.Readings) product.Result { return product.Holds }, "in none of 12 combinations, n = 2–4", "it is no erratum"},
		{func(r product.Row, o errata.Readings) product.Result { return when(r.N == 2, product.Unknown) },
			"unknown in 12 combinations, n = 2–4", "two processes may show it"},
		{func(r product.Row, o errata.Readings) product.Result {
			return max(when(r.N == 4, product.Unknown), when(r.Variant == "-E1" && r.N == 3 && o[1] == 0, product.Violated))
		}, "in all 6 combinations, unknown in 6, n = 2–4", "three processes show it, or four may"},
		{func(r product.Row, o errata.Readings) product.Result {
			return max(when(r.Variant == "corrected", product.Unknown), when(r.Variant == "-E1", product.Violated))
		}, "unknown in 12 combinations, n = 2–4", "the corrected text may fail too"},
	} {
		if need, ok := explain.Needed(verdicts(e, e.Errata[0].Breaks, row.of), 0); !ok || need.String() != row.says {
			t.Errorf("needed %v, want %s: %s", need, row.says, row.why)
		}
	}
	if need, ok := explain.Needed(product.New(e, 1), 0); ok {
		t.Errorf("needed %v, although no row is judged", need)
	}
}

func TestOption(t *testing.T) {
	e := entry(t, "lcr")
	for _, row := range []struct {
		of   func(r product.Row, o errata.Readings) product.Result
		says string
		why  string
	}{
		{func(r product.Row, o errata.Readings) product.Result { return when(o[0] == 2, product.Violated) },
			"adds no failure; 6 combinations, n = 2–4", "another option fails alone"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(o[1] == 1 && r.N > 2, product.Violated)
		}, "violates elected (n = 3, 3 events); 6 combinations, n = 2–4", "it fails alone"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(o[1] == 1 && o[0] > 0, product.Violated)
		}, "adds no failure unless R1=b, which violates elected (n = 2, 3 events), or R1=c, which violates elected (n = 2, 3 events); 6 combinations, n = 2–4", "with either"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(o[1] == 1 && o[2] == 1 && r.Condition != product.Assumed(e), product.Violated)
		}, "adds no failure; 6 combinations, n = 2–4", "it fails under other conditions only"},
		{func(r product.Row, o errata.Readings) product.Result {
			return when(o[0] == 1 && r.N == 4, product.Unknown)
		}, "adds no failure; 6 combinations, n = 2–3; 6 combinations, 2 of them unknown, n = 4", "four processes are too many for some"},
	} {
		table := verdicts(e, property, row.of)
		if says := explain.Option(table, explain.Of(table), 1, 1); says != row.says {
			t.Errorf("R2=b %s, want %s: %s", says, row.says, row.why)
		}
	}
}

// TestNoFixTooMany draws with which fixes missing a property fails, judges the parts of causes until there are none, and puts each
// fix back.
func TestNoFixTooMany(t *testing.T) {
	e := entry(t, "divided-sun") // without readings
	assumed := product.Assumed(e)
	rapid.Check(t, func(t *rapid.T) {
		fails := map[errata.Fixes]bool{}
		failing := func(variant string) bool {
			v, err := e.ParseVariant(variant)
			if err != nil {
				t.Fatal(err)
			}
			if _, drawn := fails[v.Fixes]; !drawn {
				fails[v.Fixes] = variant == "printed" || variant != "corrected" && rapid.Bool().Draw(t, variant)
			}
			return fails[v.Fixes]
		}
		drawn := product.New(e, 1)
		rows := []product.Row{{Variant: "corrected", Condition: assumed, N: 2}, {Variant: "printed", Condition: assumed, N: 2}}
		for len(rows) > 0 {
			for _, r := range rows {
				o := product.Outcome{Verdicts: map[string]product.Verdict{}}
				if failing(r.Variant) {
					o.Verdicts[property] = product.Verdict{Result: product.Violated, Events: 3}
				}
				drawn.Add(r, []product.Outcome{o})
			}
			rows = explain.Parts(drawn, explain.Of(drawn))
			rows = rows[:min(1, len(rows))]
		}
		for _, c := range explain.Of(drawn).List {
			v, err := e.ParseVariant(c.Row.Variant)
			if err != nil {
				t.Fatal(err)
			}
			for i := range e.Errata {
				more := v.Fixes | errata.Fix(i) | e.Errata[i].Needs
				if fails[more] && more != v.Fixes {
					t.Fatalf("cause %v has a fix too many: it fails with fix %d too", c.Changes, i)
				}
			}
		}
	})
}

// TestNeededExcept describes the combinations in which a fix is not needed where that is shorter.
func TestNeededExcept(t *testing.T) {
	e := entry(t, "hs") // R1 to R6 with two options each
	last := errata.Readings{1, 1, 1, 1, 1, 1}
	table := verdicts(e, e.Errata[0].Breaks, func(r product.Row, o errata.Readings) product.Result {
		return when(r.Variant == "-E1" && o != last, product.Violated)
	})
	const says = "except with R1=b,R2=b,R3=b,R4=b,R5=b,R6=b: in 63 of 64 combinations, n = 2–4"
	if need, ok := explain.Needed(table, 0); !ok || need.String() != says {
		t.Errorf("needed %v, want %s", need, says)
	}
}
