package interrextest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// spy is a test whose failures do not fail the test that contains it.
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
func (s *spy) Fatalf(format string, args ...any) {
	s.Errorf(format, args...)
	runtime.Goexit()
}
func (s *spy) Logf(format string, args ...any) { s.logs = append(s.logs, fmt.Sprintf(format, args...)) }

// logged reports whether some line of the log contains a text.
func (s *spy) logged(text string) bool { return strings.Contains(strings.Join(s.logs, "\n"), text) }

// spyOn calls f with a spy, which f may end early, and returns it.
func spyOn(t *testing.T, f func(testing.TB)) *spy {
	spied, done := &spy{TB: t, name: t.Name()}, make(chan struct{})
	go func() {
		defer close(done)
		f(spied)
	}()
	<-done
	return spied
}
