package pages

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// expected returns how many configurations are to be expected with n processes, 0 if the line does not tell: it needs the
// numbers of the three sizes before, counted in the same way. Their logarithms grow by amounts that grow evenly.
func (l *sizeLine) expected(n int) float64 {
	var logs [3]float64 // of n-1, n-2 and n-3
	marks := ""
	for i := range logs {
		r, ok := l.largest(n - 1 - i)
		if !ok || i > 0 && marksOf(r) != marks {
			return 0
		}
		logs[i], marks = math.Log(configurations(r)), marksOf(r)
	}
	return math.Exp(3*logs[0] - 3*logs[1] + logs[2])
}

// largest returns the row with n processes that has met most, if all claims are decided there.
func (l *sizeLine) largest(n int) (largest parts.SizeRow, ok bool) {
	if n < leastSize || n > greatestSize {
		return largest, false
	}
	for _, r := range l.cells[n] {
		if !r.IsDecided() {
			return largest, false
		}
		if configurations(r.SizeRow) > configurations(largest) {
			largest, ok = r.SizeRow, true
		}
	}
	return largest, ok
}

// configurations returns the number of configurations of a row, 0 if it has none.
func configurations(r parts.SizeRow) float64 {
	digits := strings.Trim(strings.ReplaceAll(r.Count, ",", ""), "<=*+")
	k, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0
	}
	return k
}

// marksOf returns how the configurations of a row were counted.
func marksOf(r parts.SizeRow) string { return strings.TrimLeft(r.Count, "<=0123456789,") }

// writeExpectations says how far off expected numbers are in cells that are decided.
func writeExpectations(b *strings.Builder, lines []*sizeLine) {
	known, near := 0, 0
	for _, l := range lines {
		for n := leastSize; n <= greatestSize; n++ {
			r, ok := l.largest(n)
			expected := l.expected(n)
			if !ok || expected == 0 {
				continue
			}
			if before, _ := l.largest(n - 1); marksOf(r) != marksOf(before) {
				continue
			}
			known++
			if off := expected / configurations(r); off > 0.1 && off < 10 {
				near++
			}
		}
	}
	fmt.Fprintf(b, "The expected number assumes that the growth from size to size itself grows evenly. In %d decided cells it can be compared with the real one, and in\n%d of these it is less than ten times too large or too small.\n", known, near)
}
