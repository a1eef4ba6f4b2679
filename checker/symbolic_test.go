package checker_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestSymbolicCounts holds the symbolic engine against the reference counts,
// those that the explicit engine reaches and those far beyond.
func TestSymbolicCounts(t *testing.T) {
	type row struct {
		model                  string
		n                      int
		configurations, events string
	}
	rows := []row{
		{"LCR", 16, "289064476", "2602200466"},
		{"LCR", 20, "55678270460", ""},
		{"HS", 10, "21376478", "214944414"},
		{"HS", 12, "586031832", "7115015729"},
		{"HS", 16, "440494908694", "7185288547394"},
	}
	if checkertest.Long() { // and in a benchmark
		rows = append(rows, row{"LCR", 30, "34074765802779018", ""}, row{"RAFT1", 5, "4085658097", ""})
	}
	for _, c := range specCounts {
		rows = append(rows, row{c.model, c.n, fmt.Sprint(c.configurations), fmt.Sprint(c.events)})
	}
	for _, want := range rows {
		t.Run(fmt.Sprintf("%s/n=%d", want.model, want.n), func(t *testing.T) {
			r, err := checker.Check(t.Context(), specSystem(t, want.model, want.n),
				checker.Options{Search: checker.Search{Engine: checker.Symbolic}, Properties: []properties.Property{properties.Uniqueness()}})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Exact.Configurations.String(); got != want.configurations {
				t.Errorf("got %s configurations, want %s", got, want.configurations)
			}
			if got := r.Exact.Events.String(); want.events != "" && got != want.events {
				t.Errorf("got %s events, want %s", got, want.events)
			}
			if !r.Complete || r.Verdicts[0].Result != checker.Holds {
				t.Errorf("complete=%t, %v", r.Complete, r.Verdicts[0].Result)
			}
		})
	}
}

// TestSymbolicVerdicts holds the verdicts and counterexamples of the symbolic
// engine against those of the explicit one.
func TestSymbolicVerdicts(t *testing.T) {
	list := append(properties.Standard(properties.Greatest), properties.MessagesAtMost(12), properties.MessagesAtMost(1000))
	for _, name := range []string{"LCR", "HS"} {
		for _, n := range []int{2, 3, 5} {
			s := specSystem(t, name, n)
			want, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Search: checker.Search{Reduce: checker.NoReduction}, Fairness: model.Weak})
			if err != nil {
				t.Fatal(err)
			}
			got, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Weak, Search: checker.Search{Engine: checker.Symbolic}})
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range got.Verdicts {
				if text := verdictText(v); text != verdictText(want.Verdicts[i]) {
					t.Errorf("%s n=%d %s:\nsymbolic %s\nexplicit %s", name, n, v.Property.Name, text, verdictText(want.Verdicts[i]))
				}
			}
		}
	}
}

func verdictText(v checker.Verdict) string {
	text := fmt.Sprint(v.Result, " ", v.Note())
	if v.Execution != nil {
		text += fmt.Sprint(v.Execution.Lasso())
	}
	return text
}
