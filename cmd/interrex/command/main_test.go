package command

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/interrex/interrex/cmd/interrex/internal/whole"
)

var update = flag.Bool("update", false, "write what the command prints into testdata")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"interrex": func() { Interrex(whole.Parts()) }})
}

// ours returns the collection of the command interrex.
func ours() *collection { return interrex(whole.Parts()) }

// TestScripts runs the command lines of testdata/*.txtar. Beyond the usual
// commands scripts have
//
//	status N ARGS...   interrex ARGS... exits with status N
//	oneline            standard error is one line
//	steady FILE        writes to FILE the standard output, with times and bytes as 0
func TestScripts(t *testing.T) {
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("if the new output is right: go test ./cmd/interrex/command -run TestScripts -update (commit only if you know why it changed)")
		}
	})
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": runsWithStatus, "oneline": isOneLine, "steady": writesSteady,
		},
	})
}

func runsWithStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: status N ARGS...")
	}
	got := "0"
	if err := ts.Exec("interrex", args[1:]...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("interrex %s: exit status %s, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

func isOneLine(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile("stderr")
	if neg || len(args) != 0 || strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "interrex: ") {
		ts.Fatalf("standard error is not one line of interrex: %q", text)
	}
}

// unsteady matches the texts that differ from run to run.
var unsteady = regexp.MustCompile(`\d+\.\d\ds|"seconds":[0-9.e+-]+|"bytes":\d+`)

func writesSteady(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: steady FILE")
	}
	text := unsteady.ReplaceAllStringFunc(ts.ReadFile("stdout"), func(s string) string {
		if name, _, isField := strings.Cut(s, ":"); isField {
			return name + ":0"
		}
		return "0.00s"
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
