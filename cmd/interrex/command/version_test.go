package command

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionText(t *testing.T) {
	place := " " + runtime.GOOS + "/" + runtime.GOARCH
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		reason string
		info   *debug.BuildInfo
		ok     bool
		want   string
	}{
		{"built without module support", nil, false, "v0.1.0 " + runtime.Version()},
		{"go install at a version", &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v0.2.3"}}, true, "v0.2.3 go1.26" + place},
		{"go run in a clone", &debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"}}, true, "v0.1.0 go1.26" + place},
		{"go build in a clone with changes", &debug.BuildInfo{GoVersion: "go1.26", Settings: commit}, true, "v0.1.0 0123456789ab modified go1.26" + place},
	} {
		if got := versionText(c.info, c.ok); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}

// TestChangelogNamesTheRelease says that a release cannot be forgotten in the
// changelog.
func TestChangelogNamesTheRelease(t *testing.T) {
	log, err := os.ReadFile(filepath.Join("..", "..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(log), "\n## "+release+" ") {
		t.Errorf("CHANGELOG.md has no section for %s", release)
	}
}
