package parts

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A SizeRow has the results for the claims about one variant under one condition with n processes.
type SizeRow struct {
	Algorithm, Variant, Condition string
	Claimed                       string // the n of the catalogue
	N                             int
	Limits                        string // of the instance, "" if it has none
	Decided, Claims               int
	Count                         string        // of configurations, with the marks of the table; "" if nothing was searched
	Nodes                         string        // of the diagram, "" if the explicit engine searched
	Time                          time.Duration // of processors, 0 if it was not kept
	Why                           string        // the search was cut short, "" if it was not
	Remark                        string        // on claims that are not confirmed, or ""
}

// IsDecided reports whether all claims are decided.
func (r SizeRow) IsDecided() bool { return r.Decided == r.Claims && r.Count != "" }

// IsAboutSame reports whether r and s differ in nothing but n.
func (r SizeRow) IsAboutSame(s SizeRow) bool {
	return r.Algorithm == s.Algorithm && r.Variant == s.Variant && r.Condition == s.Condition
}

// none stands for a column that is empty.
const none = "-"

// String returns a line that [ParseSizes] reads.
func (r SizeRow) String() string {
	columns := []string{r.Algorithm, r.Variant, r.Condition, r.Claimed, strconv.Itoa(r.N), r.Limits, fmt.Sprintf("%d/%d", r.Decided, r.Claims),
		r.Count, r.Nodes, r.Time.Round(time.Millisecond).String(), r.Why, r.Remark}
	for i, c := range columns {
		columns[i] = cmp.Or(c, none)
	}
	return strings.Join(columns, " | ")
}

// ParseSizes reads the lines of rows. The error names the line.
func ParseSizes(text string) ([]SizeRow, error) {
	var rows []SizeRow
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		r, err := parseSizes(line)
		if err == nil && r.String() != line {
			err = fmt.Errorf("%q is not written like that", line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func parseSizes(line string) (SizeRow, error) {
	const columns = 12
	c := strings.Split(line, " | ")
	if len(c) != columns {
		return SizeRow{}, fmt.Errorf("got %d columns, want %d", len(c), columns)
	}
	for i := range c {
		if c[i] == none {
			c[i] = ""
		}
	}
	r := SizeRow{Algorithm: c[0], Variant: c[1], Condition: c[2], Claimed: c[3], Limits: c[5], Count: c[7], Nodes: c[8], Why: c[10], Remark: c[11]}
	decided, claims, _ := strings.Cut(c[6], "/")
	var errs [4]error
	r.N, errs[0] = strconv.Atoi(c[4])
	r.Decided, errs[1] = strconv.Atoi(decided)
	r.Claims, errs[2] = strconv.Atoi(claims)
	r.Time, errs[3] = time.ParseDuration(c[9])
	return r, cmp.Or(errs[:]...)
}
