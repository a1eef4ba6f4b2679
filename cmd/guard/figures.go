package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// A figure is one thing that the guard compares.
type figure struct {
	name    string
	unit    string
	limit   float64 // the greatest ratio head/base that is accepted
	runs    int
	large   bool // takes minutes: only with -all
	measure func(command string) (float64, error)
}

// figures are all figures, in the order in which they are shown. The limits leave room
// for noise where time is measured, and little where the figure is exact.
func figures() []figure {
	mainJob := []string{"check", "--json"}
	sample := []string{"check", "--json", "-n", "3", "lcr", "hs", "sun", "bully", "tokenring"}
	alone := func(args []string) []string { return append(slices.Clip(args), "--workers", "1") } // several share results as time has it, and expand up to 4 % more
	return []figure{
		{"size", "MB", 1.3, 1, false, size}, // the base may be days of work old, in which features come: net/http for the server of explore, and its page, are an eighth
		{"start", "CPU s", 1.5, 15, false, cpu("--version")},
		{"event, lcr", "ns", 1.3, 7, false, perEvent("simulate", "lcr", "-n", "100000", "--json")},
		{"event, hs", "ns", 1.3, 7, false, perEvent("simulate", "hs", "-n", "20000", "--delay", "exponential", "--json")},
		{"sample of claims", "CPU s", 1.3, 2, false, cpu(sample...)},
		{"expanded, sample", "configurations", 1.001, 1, false, expanded(alone(sample)...)},
		{"peak, lcr(40) on diagrams", "MB", 1.2, 1, false, peak("check", "lcr", "--ids", "worst", "-n", "40", "--variant", "corrected", "--engine", "symbolic", "--property", "uniqueness")},
		{"main job", "CPU s", 1.15, 1, true, cpu(mainJob...)},
		{"expanded, main job", "configurations", 1.001, 1, true, expanded(alone(mainJob)...)},
		{"peak, raft(4) on diagrams", "MB", 1.2, 1, true, peak("check", "raft", "--ids", "worst", "-n", "4", "--variant", "corrected", "--engine", "symbolic", "--property", "uniqueness")},
	}
}

// size returns the megabytes of the command.
func size(command string) (float64, error) {
	info, err := os.Stat(command)
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / 1e6, nil
}

// run runs the command and returns its standard output. Exit statuses 1 to 4 are
// verdicts, not failures to run.
func run(command string, args ...string) (*exec.Cmd, []byte, error) {
	var out, errs bytes.Buffer
	c := exec.Command(command, args...)
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if exit := c.ProcessState; exit != nil && exit.Exited() && exit.ExitCode() <= 4 && exit.ExitCode() != 2 {
		err = nil
	}
	if err != nil {
		return c, nil, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, lastLine(errs.String()))
	}
	return c, out.Bytes(), nil
}

// lastLine returns the line of an error: lines of progress may come before it.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndex(s, "\n")+1:]
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// seconds returns the processor time of a process that has ended.
func seconds(c *exec.Cmd) float64 {
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

func cpu(args ...string) func(string) (float64, error) {
	return func(command string) (float64, error) {
		c, _, err := run(command, args...)
		if err != nil {
			return 0, err
		}
		return seconds(c), nil
	}
}

// peak returns the megabytes of memory that were resident at most.
func peak(args ...string) func(string) (float64, error) {
	return func(command string) (float64, error) {
		c, _, err := run(command, args...)
		if err != nil {
			return 0, err
		}
		return resident(c.ProcessState)
	}
}

// perEvent returns the nanoseconds of processor time for each event of a simulation,
// with the start of the command.
func perEvent(args ...string) func(string) (float64, error) {
	return func(command string) (float64, error) {
		c, out, err := run(command, args...)
		if err != nil {
			return 0, err
		}
		var result struct{ Events string }
		if err := json.Unmarshal(out, &result); err != nil {
			return 0, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
		events, err := strconv.ParseFloat(result.Events, 64)
		if err != nil || events == 0 {
			return 0, fmt.Errorf("%s: %q events", strings.Join(args, " "), result.Events)
		}
		return seconds(c) * 1e9 / events, nil
	}
}

// expanded returns the number of configurations that all searches expanded, or
// errMissing if the command does not tell it.
func expanded(args ...string) func(string) (float64, error) {
	return func(command string) (float64, error) {
		_, out, err := run(command, args...)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		lines := bufio.NewScanner(bytes.NewReader(out))
		lines.Buffer(nil, 1<<26)
		for lines.Scan() {
			var search struct{ Expanded *string }
			if err := json.Unmarshal(lines.Bytes(), &search); err != nil {
				return 0, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
			}
			if search.Expanded == nil {
				return 0, errMissing
			}
			n, err := strconv.ParseFloat(*search.Expanded, 64)
			if err != nil {
				return 0, fmt.Errorf("%s: expanded %q", strings.Join(args, " "), *search.Expanded)
			}
			sum += n
		}
		return sum, lines.Err()
	}
}
