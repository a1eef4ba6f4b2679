package command

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// found returns the text that the group of a pattern matches.
func found(t *testing.T, pattern, text string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("docs/large.md has nothing like %s", pattern)
	}
	return m[1]
}

// TestExamplesOfShards runs the command lines of the Kubernetes job and of the CI matrix in docs/large.md, one after the other, as a
// cluster would at the same time, and merges the files that they write.
func TestExamplesOfShards(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("pods and runners have a shell")
	}
	page, err := os.ReadFile("../../../docs/large.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## A Kubernetes job")
	job, matrix, _ := strings.Cut(text, "## A CI matrix")
	interrex, err := exec.LookPath("interrex") // of TestMain
	if err != nil {
		t.Fatal(err)
	}
	want, report := answer(t, ours(), "check "+found(t, `interrex check (.*) --shard`, job))

	number, err := strconv.Atoi(found(t, `completions: (\d+)`, job))
	if err != nil {
		t.Fatal(err)
	}
	var pods []string
	for i := range number {
		pods = append(pods, "JOB_COMPLETION_INDEX="+strconv.Itoa(i)+"; "+found(t, `args: \["(.*)"\]`, job))
	}
	pods = append(pods, found(t, `(?m)^(interrex merge .*)$`, job))

	var runners []string
	for _, value := range strings.Split(found(t, `shard: \[(.*)\]`, matrix), ", ") {
		runners = append(runners, strings.ReplaceAll(found(t, `run: (./interrex check .*)`, matrix), "${{ matrix.shard }}", value))
	}
	runners = append(runners, found(t, `run: (./interrex merge .*)`, matrix))

	for name, lines := range map[string][]string{"job": pods, "matrix": runners} {
		dir := t.TempDir()
		if err := os.Symlink(interrex, dir+"/interrex"); err != nil {
			t.Fatal(err)
		}
		for i, line := range lines {
			cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "/results", dir))
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			last := i == len(lines)-1
			if !last && (err != nil || len(out) > 0) || last && (cmd.ProcessState.ExitCode() != want || steadied(string(out)) != report) {
				t.Errorf("%s: %s: %v\n%s", name, line, err, out)
			}
		}
	}
}
