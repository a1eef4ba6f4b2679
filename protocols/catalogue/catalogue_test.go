package catalogue_test

import (
	"testing"

	"github.com/interrex/interrex/protocols/catalogue"
)

// TestEntriesHaveTheirListedNames says that an entry that is found by a name has that name.
func TestEntriesHaveTheirListedNames(t *testing.T) {
	for _, l := range catalogue.List() {
		if got := l.Entry().Name; got != l.Name {
			t.Errorf("the entry that is listed as %q has the name %q", l.Name, got)
		}
	}
}

// TestEntriesAreMadeQuickly bounds the allocations of making entries, with which almost every
// command begins. Each bound is about twice the number measured.
func TestEntriesAreMadeQuickly(t *testing.T) {
	for _, row := range []struct {
		name   string
		most   float64
		make   func()
		reason string
	}{
		{"one", 250, func() { _, _ = catalogue.ByName("invitation") }, "it is the last but one, and no other is made"},
		{"all", 10_000, func() { catalogue.All() }, "lists of claims are allocated, and no property for each pair of claims"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(3, row.make); got > row.most {
				t.Errorf("%.0f allocations, at most %.0f expected: %s", got, row.most, row.reason)
			}
		})
	}
}

// BenchmarkEntries measures how long it takes to make entries.
func BenchmarkEntries(b *testing.B) {
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if e, err := catalogue.ByName("invitation"); err != nil || e.Name != "invitation" || e.Claims == nil {
				b.Fatalf("ByName: %v with %d claims, %v", e.Name, len(e.Claims), err)
			}
		}
	})
	b.Run("all", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, e := range catalogue.All() {
				if e.Claims == nil {
					b.Fatalf("%s has no claim", e.Name)
				}
			}
		}
	})
}
