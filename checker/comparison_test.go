package checker_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// comparisonRow is a row of docs/comparison.md about interrex: the model, the end of the tool's
// name, and the counts.
var comparisonRow = regexp.MustCompile(`(?m)^\| ([\w-]+)\((\d+)(?:,(\d+))?\)(?:/(\w+))? \| interrex(/confluent)? \| (\d+) \| (\d+) \|`)

// TestComparisonCounts says that the page has the counts of the explicit engine, with the reduction and
// without it.
func TestComparisonCounts(t *testing.T) {
	text, err := os.ReadFile("../docs/comparison.md")
	if err != nil {
		t.Fatal(err)
	}
	reduced, most := 0, int64(200_000)
	if testing.Short() {
		most = 10_000
	}
	for _, row := range comparisonRow.FindAllStringSubmatch(string(text), -1) {
		o := checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Properties: []properties.Property{properties.Uniqueness()}, Workers: 2}
		if row[5] != "" {
			o.Search.Reduce = checker.Confluent
			reduced++
		}
		if count(t, row[6]) > most {
			continue // run.sh compares it
		}
		t.Run(strings.Trim(row[0], "| "), func(t *testing.T) {
			r, err := checker.Check(t.Context(), comparedSystem(t, row), o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Configurations != count(t, row[6]) || r.Events != count(t, row[7]) {
				t.Errorf("%d configurations and %d events", r.Configurations, r.Events)
			}
		})
	}
	if reduced < 12 {
		t.Errorf("%d rows of reduced searches, want 12 at least", reduced)
	}
}

// comparedSystem returns the system of a row.
func comparedSystem(t *testing.T, row []string) *model.System {
	n, order := int(count(t, row[2])), row[4]
	if row[1] == "RAFT" {
		return specSystem(t, "RAFT"+row[3]+order, n)
	}
	return catalogued(t, strings.ToLower(row[1]), "corrected", n, func(net *model.Network) (err error) {
		if order != "" && order != "packed" {
			net.Order, err = model.ParseOrder(order)
		}
		return err
	})
}

func count(t *testing.T, s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
