package checker_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
)

// confluentCounts are the counts of the benchmark models in a search for uniqueness,
// if confluent deliveries and closed processes are taken at once. They are the same
// for any number of workers.
var confluentCounts = []specCount{
	{"RAFT2", 3, 1_503, 7_215, 10},
	{"RAFT2set", 3, 18_861, 104_403, 16},
}

// BenchmarkConfluent searches the benchmark models so, and fails if a count is
// wrong. Run
//
//	go test -run=- -bench=Confluent -benchtime=1x ./checker
func BenchmarkConfluent(b *testing.B) {
	for _, want := range confluentCounts {
		b.Run(fmt.Sprintf("%s/n=%d", want.model, want.n), func(b *testing.B) {
			benchmarkCheck(b, want, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Workers: 1})
		})
	}
}
