package catalogue

import (
	"fmt"
	"strconv"
	"strings"
)

// A Passage is a part of a document with its fate. The passages of a document
// cover all lines of its copy, in order.
type Passage struct {
	First, Last int    // lines of the copy
	What        string // the section, figure, table, listing, theorem or number
	// Became is its fate; its first words are one of [Fates]. "": the lines
	// of Source say it.
	Became string
	Source string // the lines of source.txt that have it: "hs 1-15, 17; lcr 14"; "": none
}

// Fates returns the first words of the possible fates of a passage.
func Fates() []string {
	return []string{
		"implemented",  // the code does it
		"erratum",      // the text violates its claims there
		"reading",      // the text can be read in several ways
		"confirmed",    // a claim, judged and true
		"refuted",      // a claim, judged and false
		"quantity",     // a number, held against what is counted or measured
		"out of scope", // with the reason
	}
}

// Passages returns the passages of the document with that key, nil if there is none.
func Passages(key string) []Passage {
	return map[string][]Passage{
		"Liu et al.":                 liuPassages(),
		"Misra":                      misraPassages(),
		"Shirali et al. 2008":        shiraliPassages(),
		"Troják":                     trojakPassages(),
		"Thomsen and Rasmussen 2023": thomsenPassages(),
	}[key]
}

// A SourceLine is a numbered line of the source of an algorithm.
type SourceLine struct {
	Algorithm string // of the catalogue
	Line      int
}

// ParseSourceLines reads lines as [Passage] has them.
func ParseSourceLines(s string) ([]SourceLine, error) {
	var list []SourceLine
	for part := range strings.SplitSeq(s, "; ") {
		name, ranges, ok := strings.Cut(part, " ")
		if !ok {
			return nil, fmt.Errorf("%q does not name an algorithm and lines, as in \"hs 1-15, 17\"", part)
		}
		for r := range strings.SplitSeq(ranges, ", ") {
			first, last, isRange := strings.Cut(r, "-")
			if !isRange {
				last = first
			}
			from, err := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			if err != nil || err2 != nil || to < from {
				return nil, fmt.Errorf("%q is not a line or a range of lines, as in 17 or 1-15", r)
			}
			for n := from; n <= to; n++ {
				list = append(list, SourceLine{name, n})
			}
		}
	}
	return list, nil
}
