package command

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/interrex/interrex/model"
)

// lengthText says how long an execution is.
func lengthText(x model.Execution) string {
	events := plural(len(x.Steps), "event", "events")
	if x.Loops() {
		return fmt.Sprintf("by %s, the last %d for ever", events, len(x.Steps)-x.Stem)
	}
	return "by " + events
}

// plural writes a number with the word that goes with it.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(strconv.Itoa(n)) + " " + many
}

// grouped writes a number with commas between thousands.
func grouped(s string) string {
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// leftText writes a range of times.
func leftText(low, high time.Duration) string {
	from, to := roughTime(low), roughTime(high)
	if from == to {
		return from
	}
	a, unit, _ := strings.Cut(from, " ")
	b, same, _ := strings.Cut(to, " ")
	if unit == same {
		return a + " to " + b + " " + unit
	}
	return from + " to " + to
}

// roughTime writes a time in seconds, minutes or hours, as whole numbers.
func roughTime(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}
