package product_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

func entry(t testing.TB, name string) catalogue.Entry {
	t.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// others returns all algorithms but singh, which has too many combinations to judge all.
func others() []catalogue.Entry {
	return slices.DeleteFunc(catalogue.All(), func(e catalogue.Entry) bool { return e.Name == "singh" })
}

func TestCombinationsAreAllDifferent(t *testing.T) {
	for _, e := range others() {
		seen := map[model.Readings]bool{}
		at := 0
		for r := range product.Combinations(e) {
			if product.Index(e, r) != at {
				t.Errorf("%s: combination %d has index %d", e.Name, at, product.Index(e, r))
			}
			if at == 0 && e.ReadingsText(r) != "" {
				t.Errorf("%s: the first combination is %s, not that of all first options", e.Name, e.ReadingsText(r))
			}
			seen[r] = true
			at++
		}
		if len(seen) != product.Count(e) {
			t.Errorf("%s: %d different combinations, want %d", e.Name, len(seen), product.Count(e))
		}
	}
}

func TestRowsBeginWithTheAssumedCondition(t *testing.T) {
	for _, e := range others() {
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
			text += table.Add(r, rapid.SliceOfN(outcomes(names), product.Count(e), product.Count(e)).Draw(t, "outcomes"))
		}
		again, err := product.Read(e, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if again.Limit != limit || !slices.Equal(again.Rows(), table.Rows()) {
			t.Fatalf("limit %d and rows %v are read back as %d and %v", limit, table.Rows(), again.Limit, again.Rows())
		}
		for _, r := range table.Rows() {
			for options := range product.Combinations(e) {
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
			for options := range product.Combinations(e) {
				if _, ok := table.At(r, options); !ok {
					t.Errorf("row %v has no cell %v", r, options)
				}
			}
		}
	})
}
