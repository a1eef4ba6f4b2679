package command

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// diskLock is the file in a folder of --disk that says that a run uses it.
const diskLock = "interrex.lock"

// addDisk declares the flag for the folder in which searches go on.
func (q *request) addDisk(cmd *cobra.Command) {
	cmd.Flags().StringVar(&q.disk, "disk", "", "go on with files in the folder `DIR` where memory is too small for a search of the explicit engine (default: memory only)")
}

// useDisk makes the folder of --disk, if it is not there. It removes the files of a run that was killed, and says so. It fails if
// another run uses the folder. No other does until release is called.
func (q *request) useDisk(stderr io.Writer) (release func(), err error) {
	if q.disk == "" {
		return func() {}, nil
	}
	if err := os.MkdirAll(q.disk, 0o777); err != nil {
		return nil, fmt.Errorf("--disk %s: %w; allowed: a folder", q.disk, cause(err))
	}
	lock, err := lock(filepath.Join(q.disk, diskLock))
	if err != nil {
		return nil, fmt.Errorf("--disk %s: %w", q.disk, cause(err))
	}
	defer func() {
		if err != nil {
			lock.Close()
		}
	}()
	if err := clearDisk(q.disk, stderr); err != nil {
		return nil, fmt.Errorf("--disk %s: %w", q.disk, cause(err))
	}
	q.options.Disk = q.disk
	return func() { lock.Close() }, nil
}

// clearDisk removes what runs that were killed have left in a folder.
func clearDisk(folder string, stderr io.Writer) error {
	dir, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return err
	}
	files, bytes := 0, int64(0)
	for _, name := range names {
		if !strings.HasPrefix(name, checker.DiskPrefix) {
			continue
		}
		path := filepath.Join(folder, name)
		if about, err := os.Lstat(path); err == nil {
			bytes += about.Size()
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		files++
	}
	if files > 0 {
		fmt.Fprintf(stderr, "interrex: --disk %s: %d files (%sB) of a run that was killed are removed\n", folder, files, parts.Short(float64(bytes)))
	}
	return nil
}
