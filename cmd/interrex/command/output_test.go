package command

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A breaking writer writes some bytes, and then fails.
type breaking struct {
	w    io.Writer
	left int
}

var errFull = errors.New("no space left on device")

func (b *breaking) Write(p []byte) (int, error) {
	if len(p) <= b.left {
		b.left -= len(p)
		return b.w.Write(p)
	}
	return 0, errFull
}

// TestFailedWriteLeavesTheFile says that a file of which a part could not be
// written does not appear, and that an old one of that name stays.
func TestFailedWriteLeavesTheFile(t *testing.T) {
	for _, old := range []string{"", "old"} {
		for left := range 3 {
			folder := t.TempDir()
			path := filepath.Join(folder, "x.txt")
			if old != "" {
				if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			out, err := openOutput(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			out.w = &breaking{out.w, left}
			for range 3 {
				io.WriteString(out, "x") // a failure is kept, though later writes may succeed
			}
			out.w = io.Discard
			io.WriteString(out, "x")
			if err := out.commit(); err == nil || err.Error() != "cannot write "+path+": no space left on device" {
				t.Errorf("%d bytes written, then an error: commit says %v", left, err)
			}
			checkOnly(t, folder, old)
		}
	}
}

// TestFailedCommitLeavesNothing says so of a file that cannot be made to appear.
func TestFailedCommitLeavesNothing(t *testing.T) {
	for _, test := range []struct {
		reason string
		spoil  func(o *output) error
	}{
		{"the last bytes are not written", func(o *output) error { return o.temp.Close() }},
		{"a directory has taken its place", func(o *output) error { return os.Mkdir(o.path, 0o755) }},
	} {
		t.Run(test.reason, func(t *testing.T) {
			folder := t.TempDir()
			out, err := openOutput(filepath.Join(folder, "x.txt"), nil)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(out, "x")
			if err := test.spoil(out); err != nil {
				t.Fatal(err)
			}
			if err := out.commit(); err == nil || !strings.HasPrefix(err.Error(), "cannot write "+out.path+": ") {
				t.Errorf("commit says %v", err)
			}
			os.Remove(out.path)
			checkOnly(t, folder, "")
		})
	}
}

// TestOutputKeepsWhatAFileIs says that a file which is replaced keeps its mode,
// and that a link goes on to lead to it.
func TestOutputKeepsWhatAFileIs(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "x.txt"), filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeFile(link, "new"); err != nil {
		t.Fatal(err)
	}
	checkOnly(t, folder, "new")
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is now %v, %v", info, err)
	}
	if info, err = os.Stat(file); err != nil || info.Mode() != before.Mode() {
		t.Errorf("the file is now %v, %v", info, err)
	}
}

// checkOnly fails unless folder holds x.txt with this text only, or nothing
// where the text is empty.
func checkOnly(t *testing.T, folder, text string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, e := range entries {
		got += e.Name() + ": " + readText(t, filepath.Join(folder, e.Name()))
	}
	want := ""
	if text != "" {
		want = "x.txt: " + text
	}
	if got != want {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

// TestOutputOfStandardOutput says that a failed write to standard output fails
// the command.
func TestOutputOfStandardOutput(t *testing.T) {
	out, err := openOutput("", &breaking{io.Discard, 0})
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(out, "x")
	if err := out.commit(); err == nil || err.Error() != "cannot write standard output: no space left on device" {
		t.Errorf("commit says %v", err)
	}
}
