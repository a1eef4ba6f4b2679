package command

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
)

// TestResidentMemoryIsNearTheBound says that a process has at most a tenth more than --max-memory in memory, whether its search goes on on disk or ends
// for lack of memory, and that the line that says so names the largest part.
func TestResidentMemoryIsNearTheBound(t *testing.T) {
	if !checkertest.Long() {
		t.Skip("takes half a minute of a processor: INTERREX_LONG=1")
	}
	interrex, err := exec.LookPath("interrex") // of TestMain
	if err != nil {
		t.Fatal(err)
	}
	const common = " --ids worst --variant corrected --engine explicit --reduce none --property uniqueness --workers 1 --max-memory "
	for _, row := range []struct {
		line   string
		most   int64 // MB
		status int
		says   string
	}{
		{"check bully -n 6" + common + "200MB --disk " + t.TempDir(), 220, 0, ""},
		{"check lcr -n 14" + common + "150MB --disk " + t.TempDir(), 165, 0, ""},
		{"check bully -n 6" + common + "200MB", 220, 3, "max-memory 200000000 bytes (largest part: tables of steps)"},
	} {
		cmd := exec.Command(interrex, strings.Fields(row.line)...)
		said, _ := cmd.CombinedOutput()
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			t.Fatal("no resource usage of the process")
		}
		resident := int64(usage.Maxrss) * 1024 / 1e6 // 32 bits on 386
		if status := cmd.ProcessState.ExitCode(); status != row.status || resident > row.most || !strings.Contains(string(said), row.says) {
			t.Errorf("%s: exit status %d, %d MB resident, want at most %d\n%s", row.line, status, resident, row.most, said)
		}
		t.Logf("%d MB resident: %s", resident, row.line)
	}
}
