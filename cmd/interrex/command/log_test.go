package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestSimulatedTimes: the log of a simulation in timing bounded is valid, with the times that it has
// written.
func TestSimulatedTimes(t *testing.T) {
	t.Chdir(t.TempDir())
	seeds := 1
	if checkertest.Long() {
		seeds = 20
	}
	logs := 0
	for _, e := range catalogue.All() {
		for _, row := range []struct{ network, course, reason string }{
			{"", "", "a message takes one tick"},
			{"--max-delay 2", "--delay uniform", "a message takes any time up to two ticks"},
			{"--crash 1 --restart 1 --loss 1", "--scheduler pct --fault-rate 0.5", "faults without a line"},
		} {
			for seed := range seeds {
				shows, ok := validatesSimulation(t, e.Name+" --timing bounded "+row.network, fmt.Sprintf("%s --seed %d --max-events 40", row.course, seed))
				if !ok {
					continue // the algorithm is not for this network
				}
				if logs++; !strings.HasPrefix(shows, "valid: ") {
					t.Errorf("%s (%s), seed %d:\n%s", e.Name, row.reason, seed, shows)
				}
			}
		}
	}
	if logs < 40*seeds {
		t.Errorf("only %d logs", logs)
	}
}

// validatesSimulation returns the output of validate for a log that simulate has written. It reports
// false if the algorithm is not for this network.
func validatesSimulation(t *testing.T, system, course string) (string, bool) {
	t.Helper()
	run := func(args string) (string, status) {
		var out, errs bytes.Buffer
		got := ours().run(t.Context(), strings.Fields(args), &out, &errs)
		return cmp.Or(out.String(), errs.String()), status(got)
	}
	text, got := run(fmt.Sprintf("simulate %s -n 3 %s --json --log bounded.log", system, course))
	if got == usage {
		return text, false
	}
	var simulated struct{ IDs []int }
	if err := json.Unmarshal([]byte(text), &simulated); err != nil {
		t.Fatalf("%s: %v\n%s", system, err, text)
	}
	ids := ""
	if simulated.IDs != nil {
		ids = "--ids " + strings.Trim(strings.ReplaceAll(fmt.Sprint(simulated.IDs), " ", ","), "[]")
	}
	text, _ = run(fmt.Sprintf("validate %s -n 3 %s --max-configurations 100000 bounded.log", system, ids))
	return text, true
}
