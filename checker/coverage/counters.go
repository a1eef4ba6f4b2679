package coverage

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/coverage"
	"strings"
)

// Building says how to build a program whose counters [Counters] can read.
const Building = "go build -cover -covermode=atomic -coverpkg=./..."

var errNoCounters = errors.New("the program has no counters that can be read; allowed: one that is built with " + Building + ", where package main is among the packages")

// Counters returns the counters of this program, which is no test. It needs the go command.
func Counters() (*Profile, error) {
	dir, err := os.MkdirTemp("", "interrex-coverage-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if coverage.WriteMetaDir(dir) != nil || coverage.WriteCountersDir(dir) != nil {
		return nil, errNoCounters
	}
	file := filepath.Join(dir, "profile")
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i", dir, "-o", file).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go tool covdata: %v: %s", err, strings.TrimSpace(string(out)))
	}
	return ParseFile(file)
}

// ParseFile reads a cover profile from a file.
func ParseFile(name string) (*Profile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Parse(f)
}

// ErrUnstable says that two replays of the same steps counted differently.
var ErrUnstable = errors.New("two replays of the same steps counted differently; usual causes: other code of the package ran at the same time, or a step ranges over a map")

// Count replays the steps of all systems and returns what this program counts for them.
func Count(all []*Steps) (*Profile, error) {
	var at [3]*Profile
	for i := range at {
		if i > 0 {
			for _, x := range all {
				x.Replay()
			}
		}
		var err error
		if at[i], err = Counters(); err != nil {
			return nil, err
		}
	}
	return Difference(at)
}

var errNothing = errors.New("no counter moves: the package of the algorithm has none; allowed: -coverpkg=./... or with its import path")

// Difference returns what a replay counts, from the counters before, after one, and after two.
func Difference(at [3]*Profile) (*Profile, error) {
	once, twice := at[1].Since(at[0]).ofAlgorithms(), at[2].Since(at[1]).ofAlgorithms()
	if !once.Equal(twice) {
		return nil, ErrUnstable
	}
	if !once.Any() {
		return nil, errNothing
	}
	return once, nil
}
