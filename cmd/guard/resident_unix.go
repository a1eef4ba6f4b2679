//go:build unix

package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// resident returns the most megabytes that a process had in memory.
func resident(s *os.ProcessState) (float64, error) {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, fmt.Errorf("no resource usage of the process")
	}
	kilobytes := float64(usage.Maxrss)
	if runtime.GOOS == "darwin" { // counts bytes
		kilobytes /= 1024
	}
	return kilobytes / 1000, nil
}
