package realcode

import (
	"bytes"
	"fmt"
	"go/format"
)

// A GoTest writes the moments of an execution as a Go test that replays them on
// the code alone, without the checker: for those who keep the code.
type GoTest struct {
	Header string // the package clause, the imports, and helpers of the statements
	Name   string // of the test: "TestElection"
	Begin  string // the first statements
	// Statement returns the Go statements that repeat a moment on the code and
	// see that it does the same; "" if there is nothing to do.
	Statement func(Moment) (string, error)
	End       string // the last statements
}

// Source returns the test, as gofmt writes it. It fails for a moment that has no
// statement, and for source that is not Go.
func (g GoTest) Source(moments []Moment) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\nfunc %s(t *testing.T) {\n%s\n", g.Header, g.Name, g.Begin)
	for i, m := range moments {
		text, err := g.Statement(m)
		if err != nil {
			return nil, fmt.Errorf("moment %d, %v: %w", i+1, m, err)
		}
		if text != "" {
			fmt.Fprintln(&b, text)
		}
	}
	fmt.Fprintf(&b, "%s\n}\n", g.End)
	source, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("test %s: %w", g.Name, err)
	}
	return source, nil
}
