//go:build unix

package main

import (
	"bytes"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/queue"
)

// times are those of a report.
var times = regexp.MustCompile(`[0-9.]+(m|µ)?s\b *`)

// A process is a command of this program, with its output.
type process struct {
	*exec.Cmd
	out, err bytes.Buffer
	ended    chan struct{}
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], args...), ended: make(chan struct{})}
	p.Env, p.Stdout, p.Stderr = append(os.Environ(), "INTERREXD_PROCESS=1"), &p.out, &p.err
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		p.Wait()
	}()
	t.Cleanup(p.kill)
	return p
}

// kill ends the process by a signal that it cannot catch.
func (p *process) kill() {
	p.Process.Kill()
	<-p.ended
}

// ran waits for the end of the process and returns its exit status and its output, without times.
func (p *process) ran() (status int, out string) {
	<-p.ended
	return p.ProcessState.ExitCode(), times.ReplaceAllString(p.out.String(), "")
}

// TestTheReportIsTheSameAfterKills kills, pauses and starts again two workers, the server and the coordinator, as processes of the operating
// system, at random moments: the report is that of one process. With INTERREX_LONG it does so many times on a larger request.
func TestTheReportIsTheSameAfterKills(t *testing.T) {
	line, runs := "check lcr dkr -n 2..4 --workers 1", 1
	if os.Getenv("INTERREX_LONG") != "" {
		line, runs = "check lcr dkr hs franklin bully-original -n 2..4 --workers 1", 4
	}
	sameAfterKills(t, line, line, runs)
}

// TestASharedSearchIsTheSameAfterKills does so with a search that the two workers share.
func TestASharedSearchIsTheSameAfterKills(t *testing.T) {
	line, runs := "check lcr -n 12 --ids worst --variant corrected --engine explicit --reduce none --property uniqueness,agreement", 1
	if os.Getenv("INTERREX_LONG") != "" {
		line, runs = "check bully-original -n 4 --crash 1 --loss 1 --ids worst --variant corrected --engine explicit --reduce none --property uniqueness,agreement,elected", 10
	}
	sameAfterKills(t, line, line+" --parts 2", runs)
}

// TestMeasurementsAreTheSameAfterKills does so with measurements.
func TestMeasurementsAreTheSameAfterKills(t *testing.T) {
	lines, runs := []string{"measure lcr hs dkr --exact -n 2..6"}, 1
	if os.Getenv("INTERREX_LONG") != "" {
		lines, runs = append(lines, "measure lcr hs dkr --sizes 4..32 --repeats 10"), 4
	}
	for _, line := range lines {
		sameAfterKills(t, line+" --shards 1", line+" --shards 8", runs)
	}
}

// sameAfterKills says that the report of a request is the same as that of a line, whatever fails meanwhile.
func sameAfterKills(t *testing.T, line, request string, runs int) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	want, text := start(t, strings.Fields(line)...).ran()
	if want > 1 || text == "" {
		t.Fatalf("exit status %d\n%s", want, text)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for run := range runs {
		began := time.Now()
		c := startChaos(t, strings.Fields(request))
		for !c.isOver() {
			c.step(random)
		}
		if got, out := c.coordinator.ran(); got != want || out != text {
			t.Errorf("run %d: exit status %d, not %d:\n%s\n%s\nnot\n%s", run, got, want, c.coordinator.err.String(), out, text)
		}
		t.Logf("run %d: %v faults within %v", run, c.faults, time.Since(began))
		c.end()
	}
}

// A chaos has a server in this process, and workers and a coordinator in others.
type chaos struct {
	t           *testing.T
	args        []string
	folder      string
	address     string
	stopServer  func()
	workers     [2]*process
	coordinator *process
	faults      [4]int // workers killed, workers paused, servers started again, coordinators killed
}

func startChaos(t *testing.T, args []string) *chaos {
	c := &chaos{t: t, folder: t.TempDir(), address: "127.0.0.1:0"}
	c.startServer()
	c.args = append(args, "--nats", "nats://"+c.address)
	for i := range c.workers {
		c.workers[i] = c.worker()
	}
	c.coordinator = start(t, c.args...)
	return c
}

func (c *chaos) startServer() {
	c.t.Helper()
	server, _, err := queue.Embed(c.folder, c.address)
	if err != nil {
		c.t.Fatal(err)
	}
	at, err := url.Parse(server.ClientURL())
	if err != nil {
		c.t.Fatal(err)
	}
	c.address = at.Host
	c.stopServer = func() {
		server.Shutdown()
		server.WaitForShutdown()
	}
}

func (c *chaos) worker() *process {
	return start(c.t, "worker", "--nats", "nats://"+c.address, "--at-once", "1", "--silence", "1s")
}

// isOver reports whether the coordinator has ended within a moment.
func (c *chaos) isOver() bool {
	select {
	case <-c.coordinator.ended:
		return true
	case <-time.After(20 * time.Millisecond):
		return false
	}
}

// step lets a random time go by and something fail.
func (c *chaos) step(random *rand.Rand) {
	select {
	case <-c.coordinator.ended:
		return
	case <-time.After(time.Duration(random.Int64N(int64(2 * time.Second)))):
	}
	what := random.IntN(len(c.faults))
	c.faults[what]++
	i := random.IntN(len(c.workers))
	switch what {
	case 0:
		c.workers[i].kill()
		c.workers[i] = c.worker()
	case 1:
		c.workers[i].Process.Signal(syscall.SIGSTOP)
		time.Sleep(1500 * time.Millisecond) // longer than it may be silent
		c.workers[i].Process.Signal(syscall.SIGCONT)
	case 2:
		c.stopServer()
		c.startServer()
	case 3:
		c.coordinator.kill()
		if c.coordinator.ProcessState.ExitCode() >= 0 { // it had ended
			return
		}
		c.coordinator = start(c.t, c.args...)
	}
}

// end ends all processes.
func (c *chaos) end() {
	for _, w := range c.workers {
		w.kill()
	}
	c.stopServer()
}

// TestAnInterruptIsSaid says that a request that is interrupted has exit status 3, and that the same command with the same folder needs
// no task again. The whole process with its server is killed once in between.
func TestAnInterruptIsSaid(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	args := []string{"check", "lcr", "dkr", "-n", "2..4", "--workers", "1", "--silence", "1s", "--store", t.TempDir()}
	killed := start(t, args...)
	time.Sleep(300 * time.Millisecond)
	killed.kill()
	over := start(t, append(args, "--max-time", "1ms")...)
	if status, out := over.ran(); status != 3 || out != "" || !strings.Contains(over.err.String(), "cut short: max-time is over; 0 of ") {
		t.Errorf("exit status %d, %q, %q", status, out, over.err.String())
	}
	last := start(t, args...)
	if status, out := last.ran(); status != 0 || !strings.Contains(out, "confirmed") {
		t.Errorf("exit status %d, %q", status, last.err.String())
	}
}

// TestComposeFile runs the commands of the compose file in docs/large.md, with a server of the test.
func TestComposeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	page, err := os.ReadFile("../../docs/large.md")
	if err != nil {
		t.Fatal(err)
	}
	c := &chaos{t: t, folder: t.TempDir(), address: "127.0.0.1:0"}
	c.startServer()
	defer c.stopServer()
	var ended *process
	for _, found := range regexp.MustCompile(`(?m)^    command: \["(worker|check)", (.*)\]$`).FindAllStringSubmatch(string(page), -1) {
		args := []string{found[1]}
		for _, word := range strings.Split(found[2], ", ") {
			args = append(args, strings.Trim(word, `"`))
		}
		for i, word := range args {
			switch word {
			case "nats://nats:4222":
				args[i] = "nats://" + c.address
			case "raft", "2..4": // the same of less
				args[i] = map[string]string{"raft": "lcr", "2..4": "2"}[word]
			}
		}
		ended = start(t, args...)
	}
	if ended == nil {
		t.Fatal("the page has no commands")
	}
	if status, out := ended.ran(); status != 0 || !strings.Contains(out, "lcr") || !strings.Contains(out, "confirmed") {
		t.Errorf("exit status %d, %q", status, ended.err.String())
	}
}
