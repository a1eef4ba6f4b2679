package goroutines

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// crash describes why a child has ended, from its standard error and its state. It is
// the fault of the code unless somebody else has ended the child.
func crash(text string, end *os.ProcessState) (fault string, ofCode bool) {
	switch kind, what, stack := lastWords(text); {
	case kind == "panic: ":
		return "panics in a goroutine: " + what + at(stack), true
	case kind != "":
		return "ends with a " + kind + what + at(stack), true
	case strings.Contains(text, raceText):
		_, stack, _ := strings.Cut(text, raceText)
		return "has a data race" + at(raceStack(stack)), true
	case end.Exited():
		return fmt.Sprintf("calls os.Exit(%d)", end.ExitCode()), true
	}
	return end.String(), false
}

const raceText = "WARNING: DATA RACE\n"

// raceStack makes the first stack of a report of the race detector look like one of a
// goroutine.
func raceStack(text string) string {
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\n\n")
	return "goroutine [race]:\n" + strings.ReplaceAll(strings.ReplaceAll(text, "\n  ", "\n"), "    ", "\t")
}

// lastWords finds the last line in which the runtime says why it ends the process, and
// the stack of the goroutine that ended it.
func lastWords(text string) (kind, what, stack string) {
	after := ""
	for line := range strings.Lines(text) {
		for _, k := range []string{"panic: ", "fatal error: "} {
			if rest, ok := strings.CutPrefix(line, k); ok {
				kind, what, after = k, strings.TrimSpace(rest), ""
			}
		}
		after += line
	}
	if _, rest, ok := strings.Cut(after, "\ngoroutine "); ok {
		stack, _, _ = strings.Cut("goroutine "+rest, "\n\n")
	}
	return kind, what, stack
}

// at returns the place of a stack in brackets, "" if it has none.
func at(stack string) string {
	if _, function, ok := strings.Cut(place(stack), " in "); ok {
		return " in " + function
	}
	return ""
}

// stackOf returns the lines of a crash, but for those far down.
func stackOf(text string) []string {
	const most = 40
	kind, what, stack := lastWords(text)
	if kind == "" {
		return nil
	}
	lines := append([]string{kind + what}, strings.Split(strings.ReplaceAll(stack, "\t", "  "), "\n")...)
	return lines[:min(len(lines), most)]
}

// running returns where a goroutine of a bubble runs, or waits for something that
// synctest does not know.
func running() string {
	buf := make([]byte, 1<<20)
	otherwise := "no goroutine runs"
	for stack := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		first, _, _ := strings.Cut(stack, "\n")
		if !strings.Contains(first, "synctest bubble ") || strings.Contains(first, "(durable)") || strings.Contains(first, "[synctest.") {
			continue
		}
		if strings.Contains(stack, "\ntesting/synctest.") {
			otherwise = place(stack)
			continue
		}
		return place(stack)
	}
	return otherwise
}
