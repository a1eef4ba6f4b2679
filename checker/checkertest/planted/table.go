package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// row is a line of the table.
type row struct {
	faults, short, nightly, ended int
	survivors                     []string
}

func (r *row) add(name string, o outcome) {
	r.faults++
	switch {
	case !o.killed:
		r.survivors = append(r.survivors, name)
	case o.nightly:
		r.nightly++
	default:
		r.short++
	}
	if o.ended {
		r.ended++
	}
}

// printTable prints how many faults of each package were killed.
func printTable(out io.Writer, suites []*suite, outcomes map[*fault]outcome) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tfaults\tkilled by its short tests\tonly by others\tby not ending\tsurvivors")
	var all row
	for _, s := range suites {
		var r row
		for _, f := range s.faults {
			if o, ok := outcomes[f]; ok {
				r.add(f.name, o)
				all.add(f.name, o)
			}
		}
		if r.faults > 0 {
			r.print(w, s.pkg)
		}
	}
	all.survivors = nil
	all.print(w, "all")
	w.Flush()
}

func (r *row) print(w io.Writer, pkg string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", pkg, r.faults, r.short, r.nightly, r.ended, strings.Join(r.survivors, " "))
}
