package command

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterruptsSayWhatIsKept says that an interrupted command shows how far it
// came, and exits with 3.
func TestInterruptsSayWhatIsKept(t *testing.T) {
	folder := t.TempDir()
	var out, errs strings.Builder
	if got := ours().run(t.Context(), []string{"check", "lcr", "-n", "3", "--variant", "printed", "--property", "halted", "--counterexamples", folder}, &out, &errs); got != int(refuted) {
		t.Fatalf("exit status %d: %s", got, errs.String())
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, error %v; want one", files, err)
	}
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	for _, test := range []struct {
		args           []string
		stdout, stderr string
	}{
		{[]string{"minimise", files[0]}, "interrex counterexample v1\n", "interrex: interrupted: 6 events, was 6; fewer may be enough\n"},
		{[]string{"simulate", "lcr", "-n", "3"}, "events    0\n", "interrex: interrupted after 0 events\n"},
	} {
		t.Run(test.args[0], func(t *testing.T) {
			var out, errs strings.Builder
			if got := ours().run(interrupted, test.args, &out, &errs); got != int(incomplete) || errs.String() != test.stderr || !strings.Contains(out.String(), test.stdout) {
				t.Errorf("exit status %d, %q, %q; want %d, %q, %q", got, out.String(), errs.String(), incomplete, test.stdout, test.stderr)
			}
		})
	}
}
