//go:build !unix && !windows

package cputime

import "time"

// started stands for the start of the process.
var started = time.Now()

// Used returns the time since the start of the process: where no system call tells processor
// time, one thread does all the work.
func Used() time.Duration { return time.Since(started) }
