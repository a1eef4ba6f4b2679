//go:build !unix

package main

// cpuSeconds returns 0: processor time is measured on Unix only.
func cpuSeconds() float64 { return 0 }
