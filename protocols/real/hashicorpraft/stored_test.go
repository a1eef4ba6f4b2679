package hashicorpraft_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/protocols/real/hashicorpraft"
)

// A stored schedule is a walk with a violation: the seed of its timeouts, and its events
// before the timely phase.
type stored struct {
	seed   uint64
	events []string
}

// replay follows the events of x, as far as they can happen. The lengths of times may
// differ.
func (c *walkRow) replay(x stored) (goroutines.Walked, error) {
	o, at := c.options, 0
	o.Seed = int64(x.seed)
	walked, _, err := hashicorpraft.Walk(o, goroutines.Walk{Network: hashicorpraft.Network(3, c.faults), Events: len(x.events), Pick: func(possible []string) int {
		for at < len(x.events) {
			at++
			if i := slices.Index(possible, x.events[at-1]); i >= 0 || strings.HasPrefix(x.events[at-1], "time ") {
				return i
			}
		}
		return -1
	}})
	return walked, err
}

// shortened leaves out events of x that the violation does not need.
func (c *walkRow) shortened(x stored) stored {
	for size := len(x.events) / 2; size > 0; {
		changed := false
		for at := 0; at+size <= len(x.events); {
			less := stored{x.seed, slices.Delete(slices.Clone(x.events), at, at+size)}
			walked, err := c.replay(less)
			if !errors.Is(err, c.found) {
				at += size
				continue
			}
			x.events, changed = walked.Events[:len(less.events)], true
		}
		if !changed {
			size /= 2
		}
	}
	return x
}

// store writes the schedule of a walk that was found, shortened.
func (c *walkRow) store(t *testing.T, seed uint64, events []string) {
	x := c.shortened(stored{seed, events[:min(len(events), drawnEvents)]})
	text := fmt.Sprintf("# hashicorp/raft %s: %s.\n# %v.\nseed %d\n%s\n", release(t), c.reason, c.found, x.seed, strings.Join(x.events, "\n"))
	if err := os.WriteFile(filepath.Join("testdata", c.name+"-"+release(t)+".txt"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// read reads a stored schedule.
func read(t *testing.T, path string) (x stored) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscanf(line, "seed %d", &x.seed); err != nil {
			x.events = append(x.events, line)
		}
	}
	return x
}

// TestStored replays each stored schedule. In the release that has the violation the same
// events lead to it. A goroutine may run at another moment in one of the replays, which is
// then repeated. In other releases the schedule, as far as it is possible, leads to none.
func TestStored(t *testing.T) {
	const replays = 10
	for _, c := range walkRows {
		for _, of := range c.in {
			x := read(t, filepath.Join("testdata", c.name+"-"+of+".txt"))
			same, violated := 0, 0
			for range replays {
				walked, err := c.replay(x)
				switch {
				case errors.Is(err, c.found):
					violated++
				case err != nil:
					t.Fatal(err)
				}
				if errors.Is(err, c.found) && slices.Equal(walked.Events[:len(x.events)], x.events) {
					same++
				}
			}
			t.Logf("%s in %s: %d of %d replays are violated, %d by the same events", c.name, release(t), violated, replays, same)
			if has := of == release(t); has && same == 0 || !has && violated > 0 {
				t.Errorf("%s of %s: in %s %d of %d replays are violated, %d by the same events", c.name, of, release(t), violated, replays, same)
			}
		}
	}
}
