package checker_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// BenchmarkFamily checks all arrangements of the identities of a network, each by itself and as a
// family.
func BenchmarkFamily(b *testing.B) {
	for _, row := range []struct {
		algorithm string
		n         int
		searched  int   // as a family
		sum       int64 // of the configurations of all arrangements
	}{
		{"lcr", 6, 42, 62_403},
		{"hs", 5, 10, 191_992},
		{"tokenring", 5, 24, 357_865},
		{"divided", 4, 3, 147_096},
	} {
		var systems []*model.System
		base := catalogued(b, row.algorithm, "corrected", row.n, func(*model.Network) error { return nil })
		arrangements, err := model.Arrangements(*base.Network())
		if err != nil {
			b.Fatal(err)
		}
		for ids := range arrangements {
			systems = append(systems, catalogued(b, row.algorithm, "corrected", row.n, func(net *model.Network) error { net.IDs = slices.Clone(ids); return nil }))
		}
		o := checker.Options{Properties: properties.Standard(properties.Greatest)}
		for _, name := range []string{"each", "family"} {
			b.Run(row.algorithm+"/"+name, func(b *testing.B) {
				before := cpu(b)
				var sum int64
				searched := 0
				for b.Loop() {
					sum, searched = 0, 0
					var f checker.Family
					check := f.Check
					if name == "each" {
						check = checker.Check
					}
					for _, s := range systems {
						r, err := check(b.Context(), s, o)
						if err != nil {
							b.Fatal(err)
						}
						if sum += r.Configurations; !r.Copied {
							searched++
						}
					}
				}
				if sum != row.sum || name == "family" && searched != row.searched {
					b.Errorf("%d configurations, %d systems searched; want %d and %d", sum, searched, row.sum, row.searched)
				}
				b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s")
				b.ReportMetric(float64(searched), "searched")
			})
		}
	}
}
