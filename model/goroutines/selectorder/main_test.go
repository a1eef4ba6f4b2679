package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// choices returns the lines of the program in testdata: the choices of 64 selects, in each
// of 20 bubbles.
func choices(t *testing.T, flags ...string) map[string]int {
	t.Helper()
	args := append(append([]string{"run"}, flags...), "testdata/choices.go")
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	lines := map[string]int{}
	for line := range strings.Lines(string(out)) {
		lines[line]++
	}
	return lines
}

// written writes the overlay, or skips the test if this release of Go is another one.
func written(t *testing.T) string {
	t.Helper()
	name, err := overlay(t.TempDir())
	switch {
	case errors.Is(err, errOther):
		t.Skipf("%s: %v", runtime.Version(), err)
	case err != nil:
		t.Fatal(err)
	}
	return name
}

// TestOverlayIsMade says that the changed source stands where the overlay says.
func TestOverlayIsMade(t *testing.T) {
	text, err := os.ReadFile(written(t))
	if err != nil {
		t.Fatal(err)
	}
	var is struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &is); err != nil || len(is.Replace) != 1 {
		t.Fatalf("the overlay is %s: %v", text, err)
	}
	for name, by := range is.Replace {
		original, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		replacement, err := os.ReadFile(by)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(replacement), len(original)+len(chosen); got != want {
			t.Errorf("the changed source has %d bytes, want %d", got, want)
		}
	}
}

// TestOtherReleases refuses a runtime that draws elsewhere.
func TestOtherReleases(t *testing.T) {
	for _, source := range []string{"package runtime\n", draws + draws} {
		if _, err := changed([]byte(source)); !errors.Is(err, errOther) {
			t.Errorf("%q: error %v, want %v", source, err, errOther)
		}
	}
}

// TestChoicesAreRepeated runs a program without the overlay and with it.
func TestChoicesAreRepeated(t *testing.T) {
	if os.Getenv("INTERREX_LONG") == "" {
		t.Skip("compiles the standard library anew: INTERREX_LONG=1")
	}
	if got := len(choices(t)); got < 2 {
		t.Errorf("%d different lines without the overlay, want more", got)
	}
	got := choices(t, "-overlay", written(t))
	if len(got) != 1 {
		t.Errorf("%d different lines with the overlay, want 1", len(got))
	}
	for line := range got {
		if a, b := strings.Count(line, "a"), strings.Count(line, "b"); a < 16 || b < 16 {
			t.Errorf("%d selects take the first case and %d the second, want both often", a, b)
		}
	}
}
