package interrextest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/protocols/errata"
)

// TestLines says that every message of a test has the line of its call: for a file
// that still shows its violation, a search that is not complete, a property that
// panics. It runs the tests of [TestFailing], which fail.
func TestLines(t *testing.T) {
	if os.Getenv("INTERREXTEST_LINES") != "" {
		t.Skip("it is the one that fails")
	}
	source, err := os.ReadFile("lines_test.go")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFailing$", "-test.v")
	cmd.Env = append(os.Environ(), "INTERREXTEST_LINES="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("nothing fails:\n%s", out)
	}
	told, lines := 0, strings.Split(string(source), "\n")
	for _, m := range regexp.MustCompile(`(?m)^ +(\w+\.go):(\d+): `).FindAllStringSubmatch(string(out), -1) {
		line, err := strconv.Atoi(m[2])
		if told++; err != nil || m[1] != "lines_test.go" || !strings.Contains(lines[line-1], "// told here") {
			t.Errorf("something is told at %s:%s", m[1], m[2])
		}
	}
	for _, text := range []string{"quiet: violated by", "quiet: still violated by", "quiet: violated by 3 events\n", "not decided", "vacuous: nothing in all", "vacuous: none of",
		"well-formed: violated", "not judged", "holds in all", "shows no violation any more", "property faulty panics", "the system is nil", "not witnessed by", "no such file"} {
		if !strings.Contains(string(out), text) {
			t.Errorf("no %q in\n%s", text, out)
		}
	}
	if t.Failed() || told < 14 {
		t.Errorf("%d things are told:\n%s", told, out)
	}
}

// TestFailing fails in every possible way when [TestLines] runs it.
func TestFailing(t *testing.T) {
	dir := os.Getenv("INTERREXTEST_LINES")
	if dir == "" {
		t.Skip("it fails: TestLines runs it")
	}
	g := Config{Dir: dir, Schedules: 20, Configurations: 100, Time: time.Minute}
	random := g
	random.Random = Only
	t.Run("violated", func(t *testing.T) {
		g.Check(t, puppets(t, ""), quiet()) // told here
	})
	t.Run("still violated", func(t *testing.T) {
		g.Check(t, puppets(t, ""), quiet(), easy()) // told here
	})
	t.Run("replayed", func(t *testing.T) {
		Replay(t, puppets(t, ""), filepath.Join(dir, "quiet.txt"), quiet()) // told here
	})
	t.Run("mended", func(t *testing.T) {
		g.Check(t, ring(t, errata.Corrected, 2), quiet()) // told here
	})
	t.Run("missing", func(t *testing.T) {
		Replay(t, puppets(t, ""), filepath.Join(dir, "missing.txt"), quiet()) // told here
	})
	t.Run("not complete", func(t *testing.T) {
		g.Check(t, puppets(t, "counts"), easy(), atRest()) // told here
	})
	t.Run("vacuous", func(t *testing.T) {
		g.Check(t, puppets(t, "spins"), atRest()) // told here
	})
	t.Run("vacuous at random", func(t *testing.T) {
		random.Check(t, puppets(t, "counts"), atRest()) // told here
	})
	t.Run("ill-formed", func(t *testing.T) {
		g.Check(t, puppets(t, "panics at once"), easy()) // told here
	})
	t.Run("not witnessed", func(t *testing.T) {
		random.Check(t, ring(t, 0, 2), never()) // told here
	})
	t.Run("panic", func(t *testing.T) {
		g.Check(t, puppets(t, ""), faulty()) // told here
	})
	t.Run("nil", func(t *testing.T) {
		Check(t, nil, easy()) // told here
	})
}
