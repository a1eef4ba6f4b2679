package executed_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/explore/executed"
)

// Each function is called once, and calls to Call in "// known" lines are seen. Lines with "// ran" are then
// certain to have been executed; the others may not have been.
const program = `package p

func (a T) Step(x int) int { // ran
	x++ // ran
	if x > 3 { // ran
		x = 1 // ran
		if x > 5 {
			return 3
		}
		Call() // known ran
		x = 2 // ran
		if x == 7 {
			return 0
		}
		x = 4
	} else {
		x = 9
	}
	return x
}

func choose(x int) (y int) { // ran
	switch x { // ran
	case 1:
		y = 1
	case 2: // ran
		y = 2 // ran
		Call() // known ran
		y = 3 // ran
	default:
		y = 4
	}
	return y // ran
}

func otherwise(x int) { // ran
	if x == 1 {
		x = 3
	} else if x == 2 { // ran
		Call() // known ran
	} else {
		x = 4
	}
	x = 5 // ran
}

func repeat(list []int) { // ran
	for _, x := range list { // ran
		if x == 1 {
			continue
		}
		Call( // known ran
			x) // ran
	}
	done() // a continue may have left the block
}

func literal(list []int) { // ran
	each(list, func(x int) { // ran
		x++ // ran
		Call() // known ran
	})
	if !empty(list) {
		x = 6
	}
	last() // ran
}

func never() {
	Call()
}
`

func TestLines(t *testing.T) {
	s, err := executed.Parse(program)
	if err != nil {
		t.Fatal(err)
	}
	var known, want []int
	for i, line := range strings.Split(program, "\n") {
		if strings.Contains(line, "known") {
			known = append(known, i+1)
		}
		if regexp.MustCompile(`\bran\b`).MatchString(line) && strings.Contains(line, "//") {
			want = append(want, i+1)
		}
	}
	// The heads of the branches of which the first was not taken, and lines that close a statement.
	got := slices.DeleteFunc(s.Lines(known), func(i int) bool {
		line := strings.TrimSpace(strings.Split(program, "\n")[i-1])
		return line == "}" || line == "})"
	})
	if diff := cmp.Diff(numbered(want), numbered(got)); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

// numbered returns lines of the program with their numbers.
func numbered(list []int) []string {
	var out []string
	for _, i := range list {
		out = append(out, strconv.Itoa(i)+" "+strings.Split(program, "\n")[i-1])
	}
	return out
}

// TestIn says that a line is found in another version of its function only if there is no doubt.
func TestIn(t *testing.T) {
	before, err := executed.Parse("package p\n\nfunc f() {\n\ta() // 1\n\tb()\n\tb()\n\tif x {\n\t\tc()\n\t}\n\treturn\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	after, err := executed.Parse("package p\n\nfunc g() {\n\ta() // 1\n}\n\nfunc f() {\n\ta()   // 1\n\tb()\n\tc()\n\treturn\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason     string
		line, want int
	}{
		{"the same, aligned otherwise", 4, 8},
		{"there were two", 5, 0},
		{"its condition is resolved", 8, 10},
		{"it is gone", 7, 0},
		{"outside of functions", 1, 0},
	} {
		if got := after.In(before, row.line); got != row.want {
			t.Errorf("%s: line %d is line %d, want %d", row.reason, row.line, got, row.want)
		}
	}
}
