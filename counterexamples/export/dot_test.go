package export_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/formats/dot"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples/export"
)

func TestDOTGolden(t *testing.T) {
	for name, reason := range map[string]string{
		"lcr/E3-irrevocability": "each configuration is a node",
		"hs/E1-elected":         "a node for each vector of statuses",
	} {
		t.Run(name, func(t *testing.T) {
			text, err := export.DOT(load(t, filepath.Join("..", name+".txt")))
			golden(t, name+".dot", reason, text, err)
		})
	}
}

// TestDOT says that Graphviz can read the graphs, that they have as many configurations as the
// checker finds, and that the nodes and edges that the execution passes are marked.
func TestDOT(t *testing.T) {
	drawn := 0
	paths, err := filepath.Glob(filepath.Join("..", "*", "E*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		x := load(t, path)
		if n := x.System.Network().N; n > 3 || n > 2 && !checkertest.Long() {
			continue
		}
		text, err := export.DOT(x)
		if err != nil {
			if !strings.Contains(err.Error(), fmt.Sprintf("more than %d configurations", export.MaxConfigurations)) {
				t.Fatalf("%s: %v", path, err)
			}
			continue
		}
		drawn++
		file, err := dot.ParseBytes(text)
		if err != nil || len(file.Graphs) != 1 {
			t.Fatalf("%s: %v", path, err)
		}
		count, _ := strconv.Atoi(regexp.MustCompile(`(\d+) configurations`).FindStringSubmatch(string(text))[1])
		r, err := checker.Check(context.Background(), x.System, checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}})
		if err != nil {
			t.Fatal(err)
		}
		if int64(count) != r.Configurations {
			t.Errorf("%s: %d configurations, the checker finds %d", path, count, r.Configurations)
		}
		if !strings.Contains(string(text), "color=red]") {
			t.Errorf("%s: nothing is red", path)
		}
	}
	if drawn < 20 {
		t.Errorf("%d graphs; want some", drawn)
	}
}
