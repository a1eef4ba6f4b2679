package product_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

func entry(t testing.TB, name string) catalogue.Entry {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestCombinationsAreAllDifferent(t *testing.T) {
	for _, e := range catalogue.All() {
		seen := map[errata.Readings]bool{}
		at := 0
		for r := range product.Combinations(e, product.Strongest) {
			if at == 0 && e.ReadingsText(r) != "" {
				t.Errorf("%s: the first combination is %s, not that of all first options", e.Name, e.ReadingsText(r))
			}
			seen[r] = true
			at++
		}
		if len(seen) != at || product.Whole(e) && at != product.Size(e) {
			t.Errorf("%s: %d different combinations among %d of %d", e.Name, len(seen), at, product.Size(e))
		}
	}
}

// TestTriplesAreJudged counts the combinations of singh by the readings in which they differ from the first options.
func TestTriplesAreJudged(t *testing.T) {
	e := entry(t, "singh")
	var got [4]int
	for r := range product.Combinations(e, product.Strongest) {
		differ := 0
		for _, option := range r {
			if option > 0 {
				differ++
			}
		}
		got[differ]++
	}
	want := [4]int{1} // the elementary symmetric sums of the numbers of other options
	for _, reading := range e.Readings {
		for k := 3; k > 0; k-- {
			want[k] += want[k-1] * (len(reading.Options) - 1)
		}
	}
	if got != want {
		t.Errorf("%v combinations differ in 0, 1, 2, 3 readings, want %v", got, want)
	}
}

func TestRowsBeginWithTheAssumedCondition(t *testing.T) {
	for _, e := range catalogue.All() {
		assumed, before := product.Assumed(e), 0
		seen := map[product.Row]bool{}
		for _, r := range product.Rows(e) {
			if seen[r] {
				t.Errorf("%s: row %v occurs twice", e.Name, r)
			}
			seen[r] = true
			changes := r.Condition.Changes(assumed)
			if r.Variant == "corrected" {
				if changes < before {
					t.Errorf("%s: row %v comes after one with more changes", e.Name, r)
				}
				before = changes
			}
			if c, err := product.ParseCondition(r.Condition.String()); err != nil || c != r.Condition {
				t.Errorf("%s: condition %v is read back as %v, error %v", e.Name, r.Condition, c, err)
			}
		}
	}
}

func TestTablesAreReadBack(t *testing.T) {
	e := entry(t, "awe")
	rows, names := product.Rows(e), product.Properties(e)
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 1<<40).Draw(t, "limit")
		table := product.New(e, limit)
		text := table.Header()
		for _, r := range rapid.SliceOfNDistinct(rapid.SampledFrom(rows), 0, 9, rapid.ID).Draw(t, "rows") {
			text += table.Add(r, rapid.SliceOfN(outcomes(names), product.Count(e, product.Strongest), product.Count(e, product.Strongest)).Draw(t, "outcomes"))
		}
		again, err := product.Read(e, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if again.Limit != limit || !slices.Equal(again.Rows(), table.Rows()) {
			t.Fatalf("limit %d and rows %v are read back as %d and %v", limit, table.Rows(), again.Limit, again.Rows())
		}
		for _, r := range table.Rows() {
			for options := range product.Combinations(e, product.Strongest) {
				want, _ := table.At(r, options)
				got, ok := again.At(r, options)
				if !ok || got.String() != want.String() {
					t.Fatalf("%v %v: %v is read back as %v", r, options, want, got)
				}
			}
		}
	})
}

// outcomes draws outcomes for these properties.
func outcomes(names []string) *rapid.Generator[product.Outcome] {
	return rapid.Custom(func(t *rapid.T) product.Outcome {
		o := product.Outcome{Verdicts: map[string]product.Verdict{}}
		for _, name := range names {
			switch v := (product.Verdict{Result: product.Result(rapid.IntRange(0, 3).Draw(t, name))}); v.Result {
			case product.Violated:
				v.Events, v.Longer = rapid.IntRange(0, 99).Draw(t, "events"), rapid.Bool().Draw(t, "longer")
				o.Verdicts[name] = v
			case product.Unknown:
				o.Reason = product.TooLarge
				o.Verdicts[name] = v
			case product.Vacuous:
				o.Verdicts[name] = v
			}
		}
		return o
	})
}

func TestMalformedTablesAreRefused(t *testing.T) {
	e := entry(t, "awe")
	header := product.New(e, 10).Header()
	for _, row := range []struct{ text, says, reason string }{
		{strings.Replace(header, "R1:3", "R1:2", 1), "another product", "the numbers of cells have another meaning"},
		{header + "= elected=3 known=?\n", "without a reason", "an unknown verdict says why"},
		{header + "= elected=x\n", `"elected=x"`, "a number of events"},
		{header + "= elected=-3\n", `"elected=-3"`, "no negative number of events"},
		{header + "corrected fifo async none n=2: 0*6\n", `"0"`, "an outcome comes before the row that uses it"},
		{header + "= holds\ncorrected fifo async none n=2: 0*5\n", "5 cells", "a cell is missing"},
		{header + "= holds\ncorrected fifo async none n=2: 0*7\n", `"0*7"`, "a cell too many"},
		{header + "= holds\ncorrected fifo async none n=2: 0*0 0*6\n", `"0*0"`, "no cells"},
		{header + "= holds\ncorrected fifo async none n=2: 0*6\ncorrected fifo async none n=2: 0*6\n", "twice", "which of them counts?"},
		{header + "= holds\ncorrected fifo never none n=2: 0*6\n", `"never"`, "no such timing"},
		{header + "= holds\ncorrected fifo async none: 0*6\n", "n=NUMBER", "the number of processes"},
		{header + "something\n", `"something"`, "neither an outcome nor a row"},
	} {
		_, err := product.Read(e, strings.NewReader(row.text))
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("error %v does not say %s: %s", err, row.says, row.reason)
		}
	}
}

func FuzzRead(f *testing.F) {
	e := entry(f, "awe")
	f.Add(product.New(e, 10).Header() + "= elected=3 known=5~ validity=- halted=? # reason\ncorrected fifo async none n=2: 0*6\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := product.Read(e, strings.NewReader(text))
		if err != nil {
			return
		}
		for _, r := range table.Rows() {
			for options := range product.Combinations(e, product.Strongest) {
				if _, ok := table.At(r, options); !ok {
					t.Errorf("row %v has no cell %v", r, options)
				}
			}
		}
	})
}

// TestRowsGrow replaces a row by one with combinations of more strength, and not by another one.
func TestRowsGrow(t *testing.T) {
	e := entry(t, "singh")
	r := product.Rows(e)[0]
	table := product.New(e, 10)
	text := table.Header()
	for strength := 2; strength <= 3; strength++ {
		text += table.Add(r, make([]product.Outcome, product.Count(e, strength)))
		again, err := product.Read(e, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if again.Strength(r) != strength || len(again.Rows()) != 1 {
			t.Errorf("row %v has strength %d, want %d", again.Rows(), again.Strength(r), strength)
		}
		for options := range product.Combinations(e, product.Strongest) {
			differ := 0
			for _, option := range options {
				differ += min(1, int(option))
			}
			if _, ok := again.At(r, options); ok != (differ <= strength) {
				t.Errorf("strength %d, %s: judged is %v", strength, e.ReadingsText(options), ok)
			}
		}
	}
	text += table.Add(r, make([]product.Outcome, product.Count(e, 2)))
	if _, err := product.Read(e, strings.NewReader(text)); err == nil {
		t.Error("a row with fewer cells than before is accepted")
	}
}

func TestStoredTablesAreRead(t *testing.T) {
	for _, e := range catalogue.All() {
		table, err := product.Stored(e)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, r := range table.Rows() {
			if systems, err := product.Systems(e, r, errata.Readings{}); err != nil || len(systems) == 0 {
				t.Errorf("%s: row %v has %d systems, error %v", e.Name, r, len(systems), err)
			}
		}
	}
}
