package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func judged(t *testing.T, args ...string) bool {
	t.Helper()
	same, err := run(context.Background(), args, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return same
}

func TestRunsGoOnWhereOneHasStopped(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "timeslice.txt")
	judged(t, "-dir", dir, "-changes", "0", "timeslice")
	some := read(t, path)
	judged(t, "-dir", dir, "-changes", "0", "timeslice")
	if read(t, path) != some {
		t.Error("a second run changes the file although every row is judged")
	}
	judged(t, "-dir", dir, "timeslice")
	all := read(t, path)
	if !strings.HasPrefix(all, some) || len(all) == len(some) {
		t.Errorf("a run with more changes does not append to\n%s\nbut leaves\n%s", some, all)
	}
	whole := t.TempDir()
	judged(t, "-dir", whole, "timeslice")
	if diff := read(t, filepath.Join(whole, "timeslice.txt")); diff != all {
		t.Errorf("one run writes\n%s\ntwo runs\n%s", diff, all)
	}
}

func TestVerifyFindsAnotherOutcome(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "timeslice.txt")
	judged(t, "-dir", dir, "timeslice")
	if !judged(t, "-dir", dir, "-verify", "timeslice") {
		t.Error("results that were just stored differ")
	}
	text := read(t, path)
	changed := strings.Replace(text, "validity=", "validity=1", 1)
	if changed == text {
		t.Fatalf("no cell of\n%s\nviolates validity", text)
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if judged(t, "-dir", dir, "-verify", "timeslice") {
		t.Error("a changed number of events is not found")
	}
}

func TestSecondsAreStored(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "seconds")
	judged(t, "-dir", dir, "timeslice")
	if err := os.WriteFile(file, []byte("anonymous 9 1.5\ntimeslice 1 7.5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	judged(t, "-dir", dir, "-verify", "-seconds", file, "timeslice")
	text := read(t, file)
	if !strings.HasPrefix(text, "anonymous 9 1.5\ntimeslice ") || strings.Contains(text, "7.5") || strings.Count(text, "\n") != 2 {
		t.Errorf("the line of timeslice is not replaced in\n%s", text)
	}
}

func TestTimeIsOver(t *testing.T) {
	dir := t.TempDir()
	judged(t, "-dir", dir, "timeslice")
	for _, args := range []string{"-verify timeslice", "lcr"} {
		var out strings.Builder
		same, err := run(context.Background(), append([]string{"-dir", dir, "-for", "1ns"}, strings.Fields(args)...), &out, io.Discard)
		if err != nil || !same || !strings.Contains(out.String(), "stopped after 1ns") {
			t.Errorf("%s: %v, %v, %q; want the message that the time is over", args, same, err, out.String())
		}
	}
}

func TestBadArgumentsAreRefused(t *testing.T) {
	empty := t.TempDir()
	for _, row := range []struct{ args, says, reason string }{
		{"nobody", `"nobody"`, "no such algorithm"},
		{"-limit 0 lcr", "-limit 0", "a search needs a configuration"},
		{"-changes 4 lcr", "0 to 3", "a condition has an order, a timing and a fault"},
		{"-strength 4 singh", "1 to 3", "combinations of four readings are not judged"},
		{"-for -1s lcr", "0 and above", "a time is not negative"},
		{"-reduce -verify lcr", "one of them", "two jobs"},
		{"-seconds f lcr", "-verify", "only rows that are judged again are measured"},
		{"-dir " + filepath.Join(empty, "none") + " lcr", "none", "the directory does not exist"},
	} {
		_, err := run(context.Background(), strings.Fields(row.args), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: error %v does not say %s: %s", row.args, err, row.says, row.reason)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
