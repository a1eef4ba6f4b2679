package page_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/readings/page"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write docs/readings.md")

func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("explains all results")
	}
	const name = "../../../docs/readings.md"
	var tables []*product.Table
	for _, e := range catalogue.All() {
		table, err := product.Stored(e)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	var b bytes.Buffer
	if err := page.Write(&b, tables); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(file), b.String()); diff != "" {
		t.Errorf("%s differs from the results (-file +results):\n%s\ngo test ./cmd/readings/page -run TestPage -update\ncommit only if you know why it changed", name, diff)
	}
}
