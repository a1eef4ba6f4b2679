package command

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
)

// writeTurns writes the turns of a check of an instance: each with its bounds, the reason for it, the properties that it decided,
// and its cost.
func writeTurns(w io.Writer, i *instance, r checker.Report) error {
	var b strings.Builder
	copied := ""
	if r.Copied {
		copied = ", copied: the turns are those of an isomorphic instance"
	}
	fmt.Fprintf(&b, "%s%s\n", i.title(), copied)
	for n, t := range r.Turns {
		fmt.Fprintf(&b, "  turn %d  %v\n    reason   %s\n    decided  %s\n    cost     %s configurations expanded, %v\n",
			n+1, t.Turn, t.Reason, decidedText(t, r), grouped(fmt.Sprint(t.Expanded)), t.Elapsed.Round(time.Millisecond))
		if t.Stopped.Cause != reason.None {
			fmt.Fprintf(&b, "    ended    %s\n", t.Stopped)
		}
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// decidedText names the properties that a turn decided.
func decidedText(t checker.TurnReport, r checker.Report) string {
	var names []string
	for _, i := range t.Decided {
		names = append(names, r.Verdicts[i].Property.Name)
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, ", ")
}
