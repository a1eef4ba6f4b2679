package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// An outcome is how the tests took a fault. Its zero value says that the fault survived.
type outcome struct {
	killed  bool
	nightly bool   // not by the short tests of its own package
	ended   bool   // the tests ran out of time
	by      string // the test, or the package
}

func (o outcome) String() string {
	s := "survives"
	if o.killed {
		s = "killed by " + o.by
	}
	if o.ended {
		s += ", which did not end"
	}
	return s
}

// A runner runs the tests of packages of a module.
type runner struct {
	root    string        // of the module
	limit   time.Duration // for the tests of a package
	tests   string        // the pattern of their names; "": all
	nightly bool
}

// stage is a run of the tests of a package.
type stage struct {
	pkg   string
	short bool
}

// try applies a fault and runs tests until one fails. An error says that the fault cannot
// be applied, or that ctx has ended.
func (r *runner) try(ctx context.Context, f *fault) (outcome, error) {
	folder, err := os.MkdirTemp("", "planted")
	if err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(folder)
	overlay, err := f.overlay(r.root, folder)
	if err != nil {
		return outcome{}, err
	}
	stages := []stage{{f.suite.pkg, true}}
	if r.nightly {
		stages = append(stages, stage{f.suite.pkg, false})
		for _, pkg := range f.suite.then {
			stages = append(stages, stage{pkg, true})
		}
	}
	for i, at := range stages {
		o, err := r.test(ctx, at, overlay, folder)
		if err != nil {
			return outcome{}, fmt.Errorf("%v: %w", f, err)
		}
		if o.killed {
			o.nightly = i > 0
			return o, nil
		}
	}
	return outcome{}, nil
}

// test builds and runs the tests of a package.
func (r *runner) test(ctx context.Context, at stage, overlay, folder string) (outcome, error) {
	binary := filepath.Join(folder, strings.ReplaceAll(at.pkg, "/", "-")+".exe")
	if _, err := os.Stat(binary); err != nil {
		build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, "./"+at.pkg)
		build.Dir = r.root
		if text, err := build.CombinedOutput(); err != nil {
			return outcome{}, fmt.Errorf("%w\n%s", err, text)
		}
		if _, err := os.Stat(binary); err != nil { // the package has no tests
			return outcome{}, nil
		}
	}
	limited, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	args := []string{"-test.failfast", "-test.timeout=0", "-test.run=" + r.tests}
	if at.short {
		args = append(args, "-test.short")
	}
	run := exec.CommandContext(limited, binary, args...)
	run.Dir = filepath.Join(r.root, filepath.FromSlash(at.pkg))
	run.WaitDelay = time.Second
	var out bytes.Buffer
	run.Stdout, run.Stderr = &out, &out
	err := run.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return outcome{}, ctx.Err()
	case err == nil:
		return outcome{}, nil
	case limited.Err() != nil:
		return outcome{killed: true, ended: true, by: at.pkg}, nil
	case errors.As(err, &exit):
		return outcome{killed: true, by: at.pkg + " " + firstFailed(out.String())}, nil
	}
	return outcome{}, err
}

var (
	failedTest  = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)
	runningTest = regexp.MustCompile(`(?m)^\S+\.(Test\w+|Fuzz\w+|Example\w*)\(`)
)

// firstFailed returns the name of the test that failed or panicked, as far as the output of
// the tests says.
func firstFailed(out string) string {
	for _, pattern := range []*regexp.Regexp{failedTest, runningTest} {
		if m := pattern.FindStringSubmatch(out); m != nil {
			return m[1]
		}
	}
	return "(a panic)"
}
