package command

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
)

// TestKilledSearchesOnDiskGoOn kills processes that search on disk at random moments, again and again, until one ends: its report is that of one that was
// not killed. Without --resume the next process only says what was saved.
func TestKilledSearchesOnDiskGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Chdir(t.TempDir())
	interrex, err := exec.LookPath("interrex") // of TestMain
	if err != nil {
		t.Fatal(err)
	}
	const line = "check lcr --variant corrected -n 12 --ids worst --engine explicit --reduce none --property uniqueness,halted --workers 1 --disk work"
	kills, most := 1, 300*time.Millisecond
	if checkertest.Long() {
		kills = 200
	}
	// run lets a process live for a time after a search has been saved; 0: until it ends.
	run := func(line string, life time.Duration) (out, said string, status int) {
		cmd := exec.Command(interrex, strings.Fields(line)...)
		var both [2]strings.Builder
		cmd.Stdout, cmd.Stderr = &both[0], &both[1]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan bool)
		if life > 0 {
			go killAfter(cmd.Process, life, ended)
		}
		cmd.Wait()
		close(ended)
		return steadied(both[0].String()), both[1].String(), cmd.ProcessState.ExitCode()
	}
	want, _, status := run(line, 0)
	random := rand.New(rand.NewPCG(11, 12))
	killed, wentOn := 0, 0
	for killed < kills {
		os.Remove("kept")
		for ended := false; !ended; {
			life := time.Duration(0)
			if killed < kills {
				life = 1 + time.Duration(random.Int64N(int64(most)))
			}
			out, said, got := run(line+" --every 1ms --resume kept", life)
			if strings.Contains(said, "goes on from level") {
				wentOn++
			}
			if ended = got >= 0; !ended {
				if killed++; killed == 1 {
					if _, said, got := run(line, 0); got != 2 || !strings.Contains(said, "was saved up to level") || strings.Count(said, "\n") != 1 {
						t.Errorf("without --resume exit status %d: %s", got, said)
					}
				}
			} else if got != status || out != want {
				t.Errorf("killed %d times: exit status %d, not %d: %s\n%s", killed, got, status, said, firstDifference(want, out))
			}
		}
	}
	if t.Logf("killed %d times, went on %d times", killed, wentOn); wentOn == 0 {
		t.Error("too few to test anything")
	}
}

// killAfter kills a process so long after a search has been saved, unless it ends before.
func killAfter(p *os.Process, life time.Duration, ended <-chan bool) {
	for saved := []string(nil); len(saved) == 0; saved, _ = filepath.Glob("work/*-checkpoint") {
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
	select {
	case <-ended:
	case <-time.After(life):
		p.Kill()
	}
}
