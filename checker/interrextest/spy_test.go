package interrextest

import (
	"flag"
	"fmt"
	"strings"
	"testing"
)

// spy is a test that may fail without failing the test that it is part of.
type spy struct {
	testing.TB
	name         string
	errors, logs []string
}

func (s *spy) Helper()      {}
func (s *spy) Name() string { return s.name }
func (s *spy) Errorf(format string, args ...any) {
	s.errors = append(s.errors, fmt.Sprintf(format, args...))
}
func (s *spy) Logf(format string, args ...any) { s.logs = append(s.logs, fmt.Sprintf(format, args...)) }

// logged reports whether some line of the log has that text.
func (s *spy) logged(text string) bool { return strings.Contains(strings.Join(s.logs, "\n"), text) }

// setFlag sets a flag of rapid's until the test ends, unless the command line
// does.
func setFlag(t *testing.T, name string, value any) {
	t.Helper()
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	if set {
		return
	}
	f := flag.Lookup(name)
	before := f.Value.String()
	if err := f.Value.Set(fmt.Sprint(value)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Value.Set(before); err != nil {
			t.Fatal(err)
		}
	})
}
