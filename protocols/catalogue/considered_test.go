package catalogue_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols/catalogue"
)

// TestEveryLineHasBeenReadTwice finds lines of the documents' algorithms that are executed
// and of which neither a reading or an erratum nor an alternative says how else they may be
// read, and alternatives that are about no such line.
func TestEveryLineHasBeenReadTwice(t *testing.T) {
	for _, d := range catalogue.Documents() {
		lines := executed(t, d.Key)
		open := maps.Clone(lines)
		maps.DeleteFunc(open, func(l catalogue.SourceLine, _ string) bool { return begins(entry(t, l.Algorithm), l.Line) })
		for _, a := range catalogue.Alternatives(d.Key) {
			fate := slices.ContainsFunc(catalogue.Outcomes(), func(o string) bool {
				return strings.HasPrefix(a.Became, o+":") || strings.HasPrefix(a.Became, o+" ")
			})
			if a.Other == "" || !fate {
				t.Errorf("%s, %s: %q says none of %q", d.Key, a.Source, a.Became, catalogue.Outcomes())
			}
			list, err := catalogue.ParseSourceLines(a.Source)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range list {
				if _, ok := lines[l]; !ok {
					t.Errorf("%s: line %d of %s is a remark, or of another document", d.Key, l.Line, l.Algorithm)
				}
				delete(open, l)
			}
		}
		for l, text := range open {
			t.Errorf("%s: how else may line %d of %s be read? %s", d.Key, l.Line, l.Algorithm, text)
		}
	}
}

// executed returns the lines of the sources that are of a document and that are no remarks.
func executed(t *testing.T, key string) map[catalogue.SourceLine]string {
	t.Helper()
	lines, sources := map[catalogue.SourceLine]string{}, map[string]map[string]string{}
	for _, p := range catalogue.Passages(key) {
		if p.Source == "" {
			continue
		}
		list, err := catalogue.ParseSourceLines(p.Source)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			e, err := catalogue.ByName(l.Algorithm)
			if err != nil {
				t.Fatal(err)
			}
			if sources[e.Name] == nil {
				sources[e.Name] = source(t, e.Package())
			}
			if text := sources[e.Name][fmt.Sprint(l.Line)]; !remark.MatchString(text) {
				lines[l] = text
			}
		}
	}
	return lines
}

// begins reports whether a reading or an erratum begins at a line.
func begins(e catalogue.Entry, line int) bool {
	for _, r := range e.Readings {
		if r.Line == line {
			return true
		}
	}
	for _, x := range e.Errata {
		if x.Line == line {
			return true
		}
	}
	return false
}
