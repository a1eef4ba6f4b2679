package catalogue

import (
	_ "embed" // the table of trials
	"fmt"
	"strings"

	"github.com/interrex/interrex/protocols/claims"
)

// A Trial has the findings of the searches of an algorithm with lines read in another way: each
// verdict, and the least and greatest number of messages, held against those of the algorithm
// as it is read here.
type Trial struct {
	Source, Other string // as [Alternative] has them
	Systems       int    // that were searched, with and without the other way
	Differ        int    // verdicts and extremes that are not the same
	Falls         int    // verdicts among them: claims that hold, and fail when the lines are read that way
	Least         string // the shortest failure among them, or a difference if no claim fails; "": all is the same
}

// Allows reports whether the findings of a trial are those of the outcome that is named for the other way.
func (t Trial) Allows(became string) bool {
	if t.Falls > 0 {
		return strings.HasPrefix(became, "excluded") || strings.HasPrefix(became, "differs")
	}
	return strings.HasPrefix(became, "same")
}

// String tells the findings.
func (t Trial) String() string {
	switch {
	case t.Falls > 0:
		return fmt.Sprintf("run: %d verdicts that hold fall in %d systems, the shortest: %s", t.Falls, t.Systems, t.Least)
	case t.Differ > 0:
		return fmt.Sprintf("run: no claim falls in %d systems; %d verdicts or extremes differ, as %s", t.Systems, t.Differ, t.Least)
	}
	return fmt.Sprintf("run: all verdicts and extremes are the same in %d systems", t.Systems)
}

// Row returns t as a line of the table.
func (t Trial) Row() string {
	return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%s\n", t.Source, t.Other, t.Systems, t.Differ, t.Falls, t.Least)
}

//go:embed trials.txt
var trials string

// TriedBeyond returns the conditions of larger systems in which the alternatives of an algorithm are
// tried as well: with two or three processes Singh's has no subring in which one could capture another
// that has captured a third, and no step that asks more than one process.
func TriedBeyond(name string) []Claim {
	if name != "singh" {
		return nil
	}
	at := func(n int, wake ...int) Claim {
		return Claim{From: n, To: n, Wake: starts(wake...), IDs: claims.DescendingIDs(n)}
	}
	return []Claim{at(4), at(5), at(6, 0, 3), at(8, 0, 3), at(8, 0, 2, 4), at(9, 0, 2), at(10, 0, 5)}
}

// Trials returns the table that TestAlternativesAreTried holds against searches.
func Trials() ([]Trial, error) {
	var list []Trial
	for line := range strings.Lines(trials) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 6 {
			return nil, fmt.Errorf("trials.txt: %q has %d fields, want 6", line, len(fields))
		}
		t := Trial{Source: fields[0], Other: fields[1], Least: fields[5]}
		if _, err := fmt.Sscan(strings.Join(fields[2:5], " "), &t.Systems, &t.Differ, &t.Falls); err != nil {
			return nil, fmt.Errorf("trials.txt: %q: %w", line, err)
		}
		list = append(list, t)
	}
	return list, nil
}
