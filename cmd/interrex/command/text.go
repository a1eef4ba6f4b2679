package command

import (
	"fmt"
	"strconv"
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
