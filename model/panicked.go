package model

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// PanicLine returns, in a deferred function, the line that panicked as "file.go:12": the first
// one below the frames of the runtime, of this package and of the functions that skip names. It
// returns "" if there is none.
func PanicLine(skip func(runtime.Frame) bool) string {
	var list [64]uintptr
	frames := runtime.CallersFrames(list[:runtime.Callers(0, list[:])])
	under := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			under = true
		case under && !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "github.com/interrex/interrex/model.") && !skip(f):
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// panicText returns, in a deferred function, the value and the place of a panic of a method
// of an algorithm.
func panicText(r any) string {
	where := PanicLine(func(runtime.Frame) bool { return false })
	if where != "" {
		where += ": "
	}
	return fmt.Sprintf("panics: %s%v", where, r)
}
