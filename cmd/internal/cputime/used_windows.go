package cputime

import (
	"syscall"
	"time"
)

// Used returns the processor time that the process has used.
func Used() time.Duration {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &ended, &kernel, &user); err != nil {
		return 0 // never: a process may ask about itself
	}
	return ticks(kernel) + ticks(user)
}

// ticks returns a duration that Windows counts in units of 100 ns. It is not
// Filetime.Nanoseconds, which takes its value for a date.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
