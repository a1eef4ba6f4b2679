package command

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version of the code, released or to be released.
const release = "0.1.0"

// versionText returns the version of the command from its build info: the
// module version that `go install` fetched, or the commit.
func versionText(info *debug.BuildInfo, ok bool) string {
	text := "v" + release
	if !ok {
		return text + " " + runtime.Version()
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		text = v
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		text += " " + revision[:min(12, len(revision))]
	}
	if settings["vcs.modified"] == "true" {
		text += " modified"
	}
	return fmt.Sprintf("%s %s %s/%s", text, info.GoVersion, runtime.GOOS, runtime.GOARCH)
}
