package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
)

// tasksOf returns the request of a line, divided anew, as a process of its own would.
func tasksOf(t *testing.T, line string) *Tasks {
	t.Helper()
	const least = 0.001 // less than in a run, so that cheap requests have several tasks
	d, err := ours().divide(t.Context(), strings.Fields(line), least, io.Discard)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return d
}

// results returns the results of all tasks of a request, done by another process, the last task first, and each in so many runs.
func results(t *testing.T, d *Tasks, runs int) [][]byte {
	t.Helper()
	other := tasksOf(t, strings.Join(d.Line(), " "))
	if other.Len() != d.Len() {
		t.Fatalf("%v: %d tasks, and again %d", d.Line(), d.Len(), other.Len())
	}
	list := make([][]byte, d.Len())
	for i := len(list) - 1; i >= 0; i-- {
		for range runs {
			var b bytes.Buffer
			if err := other.Run(t.Context(), i, &b); err != nil {
				t.Fatalf("%v: %s: %v", d.Line(), d.Title(i), err)
			}
			list[i] = b.Bytes()
		}
	}
	return list
}

// TestTasksGiveTheReport says that the report of all tasks is that of one run to the letter, but for times, however often a process
// has done a task. With INTERREX_LONG the whole catalogue is among the requests.
func TestTasksGiveTheReport(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := []struct {
		line   string
		tasks  int
		reason string
	}{
		{"check lcr --variant printed -n 2..4 --workers 1", 1, "small sets are one task"},
		{"check lcr dkr -n 2..3 --json --audit --workers 1", 8, "a line for each instance"},
		{"check dkr --beyond 1 --max-configurations 300 --workers 1 --property uniqueness", 8, "what is skipped after one gave up stays together"},
	}
	if checkertest.Long() {
		rows = append(rows, []struct {
			line   string
			tasks  int
			reason string
		}{
			{"check -n 2..3 --workers 1 --long", 0, "the catalogue"},
			{"check -n 2 --workers 1", 0, "its overview"},
		}...)
	}
	for _, row := range rows {
		d := tasksOf(t, row.line)
		if row.tasks != 0 && d.Len() != row.tasks {
			t.Errorf("%s: %s: %d tasks, want %d", row.line, row.reason, d.Len(), row.tasks)
		}
		want, text := answer(t, ours(), row.line)
		var b strings.Builder
		if got := d.Report(t.Context(), results(t, d, 2), &b, &b); got != want || steadied(b.String()) != text {
			t.Errorf("%s: %s: exit status %d, not %d:\n%s", row.line, row.reason, got, want, firstDifference(text, steadied(b.String())))
		}
	}
}

// TestReportsOfTasksHaveFiles says that the flags for files are about the report, and not about the tasks.
func TestReportsOfTasksHaveFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "check lcr --variant printed -n 3"
	d := tasksOf(t, line+" -o out --counterexamples found --max-time 1h")
	if got := strings.Join(d.Line(), " "); got != "check --processes=3 --variant=printed lcr" || d.MaxTime() == 0 {
		t.Errorf("the request is %q, within %v", got, d.MaxTime())
	}
	want, text := answer(t, ours(), line)
	var b strings.Builder
	got := d.Report(t.Context(), results(t, d, 1), &b, &b)
	file, err := os.ReadFile("out")
	if err != nil || got != want || b.String() != "" || steadied(string(file)) != text {
		t.Errorf("exit status %d, not %d, error %v, %q on the terminal:\n%s", got, want, err, b.String(), firstDifference(text, steadied(string(file))))
	}
	if files, err := os.ReadDir("found"); err != nil || len(files) == 0 {
		t.Errorf("%d counterexamples, error %v", len(files), err)
	}
}

// TestTasksThatDoNotFit says which results are refused, and that a task that is cut short has none.
func TestTasksThatDoNotFit(t *testing.T) {
	d := tasksOf(t, "check dkr lcr -n 2 --workers 1")
	list := results(t, d, 1)
	foreign := results(t, tasksOf(t, "check lcr -n 2"), 1)[0]
	flipped := bytes.Clone(list[1])
	flipped[len(flipped)/2] ^= 4
	for _, row := range []struct {
		results [][]byte
		want    string
	}{
		{[][]byte{list[0], list[0]}, "are both shard 1 of 2"},
		{[][]byte{list[0]}, "shard 2 of 2 missing"},
		{[][]byte{list[0], flipped}, "task 2, "},
		{[][]byte{list[0], foreign}, "it is of another request"},
		{[][]byte{list[0], list[1][:len(list[1])-3]}, "shard 2 of 2 is not finished"},
	} {
		var b strings.Builder
		if got := d.Report(t.Context(), row.results, io.Discard, &b); got != int(usage) || !strings.Contains(b.String(), row.want) {
			t.Errorf("exit status %d, %q, want %q", got, b.String(), row.want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var b bytes.Buffer
	if err := d.Run(ctx, 0, &b); !errors.Is(err, context.Canceled) || bytes.Contains(b.Bytes(), []byte(`{"end":`)) {
		t.Errorf("a task that was interrupted: error %v, %s", err, b.Bytes())
	}
	for line, want := range map[string]string{
		"":                             `begins with [] has no tasks`,
		"measure lcr -n 2":             `begins with ["measure"] has no tasks`,
		"check lcr --shard 1/2":        "--shard and --resume: the queue",
		"check lcr --disk here":        "--disk and --every: a task",
		"check lcr -n":                 "needs its N",
		"check lcrr":                   `unknown algorithm "lcrr"`,
		"check lcr --json --explain":   "--explain writes",
		"check lcr --property uniquen": "uniquen",
	} {
		if _, err := ours().divide(t.Context(), strings.Fields(line), leastTask, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", line, err, want)
		}
	}
}
