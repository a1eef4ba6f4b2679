package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/journal"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// diskLock is the file in a folder of --disk that says that a run uses it.
const diskLock = "interrex.lock"

// addDisk declares the flag for the folder in which searches go on.
func (q *request) addDisk(cmd *cobra.Command) {
	cmd.Flags().StringVar(&q.disk, "disk", "", "go on with files in the folder `DIR` where memory is too small for a search of the explicit engine (default: memory only)")
	q.addTime(cmd, "every", "with --disk, save a search on disk so often, at the ends of levels: --resume goes on with one that was killed or interrupted (default: 1m)", &q.every)
}

// useDisk makes the folder of --disk, if it is not there. It removes the files of runs that were killed and saved nothing, and says so. A search that
// was saved goes on if the results are kept; otherwise, and if it is of another request or program, useDisk fails. It fails too if
// another run uses the folder. No other does until release is called, which says what is saved then.
func (q *request) useDisk(k *keeping, stderr io.Writer) (release func(), err error) {
	if q.disk == "" {
		if q.every != 0 {
			return nil, errors.New("--every is about searches on disk; allowed: --disk DIR with it")
		}
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
			err = fmt.Errorf("--disk %s: %w", q.disk, err)
		}
	}()
	h, err := k.headOnDisk()
	if err != nil {
		return nil, err
	}
	resume := k.resume != "" || k.isShard()
	list, err := q.findSaved(h, resume, stderr)
	if err != nil {
		return nil, err
	}
	if err := clearDisk(q.disk, list, stderr); err != nil {
		return nil, cause(err)
	}
	q.options.Disk = q.disk
	q.options.Checkpoint = &checker.Checkpoint{Request: append([]string{h.Program, h.Build}, h.Command...), Every: q.every, Resume: resume}
	return func() {
		q.saySaved(stderr)
		lock.Close()
	}, nil
}

// headOnDisk returns the head of a file of results of this request, wherever its files are.
func (k *keeping) headOnDisk() (journal.Head, error) {
	h, err := k.head()
	h.Command = slices.DeleteFunc(slices.Clone(h.Command), func(word string) bool { return strings.HasPrefix(word, "--disk=") })
	h.Shard, h.Of = 1, 1
	return h, err
}

// findSaved returns the searches that earlier runs of a request have saved in the folder, and says that they go on.
func (q *request) findSaved(h journal.Head, resume bool, stderr io.Writer) ([]checker.SavedSearch, error) {
	list, err := checker.SavedSearches(q.disk)
	if err != nil {
		return nil, fmt.Errorf("%w; allowed: another folder, or to remove the files %s* there", err, checker.DiskPrefix)
	}
	for _, x := range list {
		saved := journal.Head{Shard: 1, Of: 1}
		if len(x.Request) > 1 {
			saved.Program, saved.Build, saved.Command = x.Request[0], x.Request[1], x.Request[2:]
		}
		if err := saved.SameRequest(h); err != nil {
			return nil, fmt.Errorf("a search of %s was saved up to level %d: %w; allowed: the same command, another folder, or to remove the files %s* there", x.Name, x.Depth, err, checker.DiskPrefix)
		}
		if !resume {
			return nil, fmt.Errorf("a search of %s was saved up to level %d; allowed: --resume FILE to go on, another folder, or to remove the files %s* there", x.Name, x.Depth, checker.DiskPrefix)
		}
		fmt.Fprintf(stderr, "interrex: --disk %s: the search of %s goes on from level %d\n", q.disk, x.Name, x.Depth)
	}
	return list, nil
}

// saySaved says which searches are saved when the run ends.
func (q *request) saySaved(stderr io.Writer) {
	list, err := checker.SavedSearches(q.disk)
	if err != nil {
		return // the next run says so
	}
	for _, x := range list {
		fmt.Fprintf(stderr, "interrex: --disk %s: the search of %s is saved up to level %d; the same command with --resume FILE goes on\n", q.disk, x.Name, x.Depth)
	}
}

// clearDisk removes what runs that were killed have left in a folder, apart from searches that were saved.
func clearDisk(folder string, saved []checker.SavedSearch, stderr io.Writer) error {
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
		isSaved := func(x checker.SavedSearch) bool { return strings.HasPrefix(name, x.Prefix) }
		if !strings.HasPrefix(name, checker.DiskPrefix) || slices.ContainsFunc(saved, isSaved) {
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
