package interrextest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// recorder is what rapid reports to: a violation is told by us, once and with
// its chart.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Failed() bool { return r.failure != "" }

// FailNow does nothing: it is the last that rapid does.
func (r *recorder) FailNow() {}

func (r *recorder) Errorf(format string, args ...any) { r.failure = fmt.Sprintf(format, args...) }

// Logf passes on what rapid says, but for the draws of a schedule that fails.
func (r *recorder) Logf(format string, args ...any) {
	if r.failure == "" {
		r.TB.Helper()
		r.TB.Logf(format, args...)
	}
}

// Log does as Logf.
func (r *recorder) Log(args ...any) {
	r.TB.Helper()
	r.Logf("%s", fmt.Sprint(args...))
}

var rapidFile = regexp.MustCompile(`-rapid\.failfile="([^"]+)"`)

// tidy removes the file that rapid has just written, if it has: the
// counterexample file says the same, and still does when the universe changes.
func (r *recorder) tidy() {
	m := rapidFile.FindStringSubmatch(r.failure)
	if m == nil || !strings.HasSuffix(m[1], fmt.Sprintf("-%d.fail", os.Getpid())) {
		return
	}
	if err := os.Remove(m[1]); err != nil {
		r.TB.Logf("%v", err)
		return
	}
	for dir := filepath.Dir(m[1]); filepath.Base(dir) != "testdata" && os.Remove(dir) == nil; dir = filepath.Dir(dir) {
	}
}

// report reports what went wrong with rapid itself.
func (r *recorder) report() {
	if r.failure != "" {
		r.TB.Helper()
		r.TB.Errorf("%s", r.failure)
	}
}
