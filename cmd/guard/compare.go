package main

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// errMissing is the error of a figure that a command does not tell.
var errMissing = errors.New("not told by this command")

// A row is a figure of both commands.
type row struct {
	figure
	base, head float64 // NaN: not told
}

// ratio returns how many times as much the head needs, NaN if one is not told.
func (r row) ratio() float64 { return r.head / r.base }

// isWorse reports whether the ratio is above the limit.
func (r row) isWorse() bool { return r.ratio() > r.limit }

// retries is how many times as often a figure above its limit is measured.
const retries = 4

// compare measures a figure of both commands, in turns. A figure above its limit is
// measured again: on a machine with other work a few runs may all be slow.
func compare(f figure, base, head string) (row, error) {
	r := row{f, math.Inf(1), math.Inf(1)}
	for range retries {
		for range f.runs {
			if err := r.measureBoth(base, head); err != nil {
				return r, fmt.Errorf("%s: %w", f.name, err)
			}
		}
		if !r.isWorse() {
			break
		}
	}
	return r, nil
}

// measureBoth measures both commands once more, and keeps the least of each.
func (r *row) measureBoth(base, head string) error {
	for _, side := range []struct {
		command string
		least   *float64
	}{{base, &r.base}, {head, &r.head}} {
		x, err := r.measure(side.command)
		switch {
		case errors.Is(err, errMissing):
			*side.least = math.NaN()
		case err != nil:
			return err
		default:
			*side.least = min(*side.least, x)
		}
	}
	return nil
}

// write writes a row of the table.
func (r row) write(w io.Writer) {
	verdict := ""
	if r.isWorse() {
		verdict = fmt.Sprintf("  more than %.3g", r.limit)
	}
	fmt.Fprintf(w, "%-28s %14s %14s %7s  %s%s\n", r.name, number(r.base), number(r.head), number(r.ratio()), r.unit, verdict)
}

// number returns x with four digits, "-" if there is none.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case x >= 1000:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.4g", x)
}
