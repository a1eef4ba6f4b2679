package judge_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/cmd/readings/judge"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

var (
	seed  = flag.Uint64("seed", 1, "of the stored cells that are judged again")
	cells = flag.Int("cells", 10, "of each algorithm, that are judged again")
)

// TestFailuresOfCombinations has violations that were found by hand, before there was a table: in the
// table, and judged.
func TestFailuresOfCombinations(t *testing.T) {
	faultless := func(o model.Order, timing model.Timing) product.Condition {
		return product.Condition{Order: o, Timing: timing}
	}
	restart := product.Condition{Timing: model.Timely, Faults: model.Faults{Restart: 1}}
	for _, row := range []struct {
		algorithm, readings string
		condition           product.Condition
		n                   int
		property            string
		events              int
		reason              string
	}{
		{"sun", "R3=b,R4=b", faultless(model.FIFO, model.Async), 3, "validity", 12, "fix E4 stands where an election begins, not where a crash is detected"},
		{"sun", "R3=b,R4=b", faultless(model.FIFO, model.Async), 3, "elected", 11, "the same"},
		{"bully", "R1=b", restart, 3, "known", 7, "a process that comes back"},
		{"bully-original", "R3=b,R4=b", faultless(model.Inbox, model.Timely), 2, "validity", 6, "two options that are harmless alone"},
		{"bully-original", "R4=b", faultless(model.FIFO, model.Timely), 3, "agreement", 10, "an option that is harmless with one queue"},
		{"afa", "R5=b,R7=c", faultless(model.FIFO, model.Async), 2, "uniqueness", 6, "two options"},
		{"afa", "R6=b,R7=c", faultless(model.FIFO, model.Async), 3, "elected", 7, "two options"},
		{"awe", "R1=c,R2=b", faultless(model.FIFO, model.Async), 2, "elected", 3, "two options"},
	} {
		e, r, options := find(t, row.algorithm, row.readings, row.condition, row.n)
		table, err := product.Stored(e)
		if err != nil {
			t.Fatal(err)
		}
		stored, ok := table.At(r, options)
		if v := stored.Of(row.property); !ok || v.Result != product.Violated || v.Events != row.events {
			t.Errorf("%s %v %s: stored %v, want %s violated in %d events: %s", row.algorithm, r, row.readings, stored, row.property, row.events, row.reason)
		}
		if got := again(t, table, r, options); got.String() != stored.String() {
			t.Errorf("%s %v %s: stored %v, judged %v", row.algorithm, r, row.readings, stored, got)
		}
	}
}

func find(t *testing.T, algorithm, readings string, c product.Condition, n int) (catalogue.Entry, product.Row, errata.Readings) {
	t.Helper()
	e, err := catalogue.ByName(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	options, err := e.ParseReadings(readings)
	if err != nil {
		t.Fatal(err)
	}
	return e, product.Row{Variant: "corrected", Condition: c, N: n}, options
}

func again(t *testing.T, table *product.Table, r product.Row, options errata.Readings) product.Outcome {
	t.Helper()
	j, err := judge.New(table.Entry, r, table.Limit)
	if err != nil {
		t.Fatal(err)
	}
	o, err := j.Cell(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestStoredCellsAreJudgedAlike judges a sample of the stored cells again. The command does so with all.
func TestStoredCellsAreJudgedAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(*seed, 0))
	for _, e := range catalogue.All() {
		table, err := product.Stored(e)
		if err != nil {
			t.Fatal(err)
		}
		count := *cells
		if testing.Short() {
			count = min(count, 3)
		}
		if len(table.Rows()) == 0 {
			count = 0
		}
		for range count {
			r := table.Rows()[random.IntN(len(table.Rows()))]
			combinations := slices.Collect(product.Combinations(e, table.Strength(r)))
			options := combinations[random.IntN(len(combinations))]
			stored, _ := table.At(r, options)
			if got := again(t, table, r, options); got.String() != stored.String() {
				t.Errorf("%s %v %s: stored %v, judged %v; if the algorithm has changed, judge it anew: rm cmd/readings/product/results/%s.txt; go run ./cmd/readings %[1]s",
					e.Name, r, e.ReadingsText(options), stored, got, e.Name)
			}
		}
	}
}

func TestInterruptedRowIsAnError(t *testing.T) {
	e, r, _ := find(t, "awe", "", product.Condition{}, 2)
	j, err := judge.New(e, r, 100)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := j.All(ctx, product.Strongest); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestLargeCellsAreUnknown(t *testing.T) {
	e, r, options := find(t, "bully", "", product.Condition{Timing: model.Timely}, 4)
	j, err := judge.New(e, r, 20)
	if err != nil {
		t.Fatal(err)
	}
	o, err := j.Cell(context.Background(), options)
	if v := o.Of("agreement"); err != nil || v.Result != product.Unknown || o.Reason != product.TooLarge {
		t.Errorf("outcome %v, error %v, want agreement unknown, since there are %s", o, err, product.TooLarge)
	}
}
