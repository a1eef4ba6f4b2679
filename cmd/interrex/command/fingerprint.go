package command

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"github.com/interrex/interrex/cmd/interrex/internal/journal"
)

// identify writes which program this is.
func identify(h *journal.Head) (err error) {
	h.Program = versionText(debug.ReadBuildInfo())
	h.Build, err = fingerprint()
	return err
}

// fingerprint returns a sum that two programs share only if they have the same code: over the build info, if that
// names the commit and nothing was modified, else over the bytes of the program.
var fingerprint = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok && isCommitted(info) {
		sum := fnv.New64a()
		io.WriteString(sum, info.String())
		return fmt.Sprintf("%016x", sum.Sum64()), nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cannot find the program itself: %w", cause(err))
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("cannot read the program itself: %w", cause(err))
	}
	defer file.Close()
	sum := fnv.New64a()
	if _, err := io.Copy(sum, bufio.NewReader(file)); err != nil {
		return "", fmt.Errorf("cannot read the program itself: %w", cause(err))
	}
	return fmt.Sprintf("%016x", sum.Sum64()), nil
})

// isCommitted reports whether the build info names all code: a commit that nothing was changed in, and modules with
// their sums.
func isCommitted(info *debug.BuildInfo) bool {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	for _, d := range info.Deps {
		for d.Replace != nil {
			d = d.Replace
		}
		if d.Sum == "" {
			return false
		}
	}
	return settings["vcs.revision"] != "" && settings["vcs.modified"] == "false" || info.Main.Sum != ""
}
