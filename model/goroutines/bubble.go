package goroutines

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// grace is the virtual time that goroutines have to end after a process is stopped.
const grace = time.Minute

// inBubble calls f in a new bubble of testing/synctest. If goroutines of the bubble have
// not ended a while of virtual time later, leak names where one of them waits; the bubble
// stands still then, and its goroutines do nothing any more. f does not panic.
func inBubble(f func()) (leak string) {
	done := make(chan string, 1)
	go func() {
		bubble := ""
		defer func() {
			if r := recover(); r != nil { // synctest found goroutines that wait for ever
				done <- waiting(bubble, fmt.Sprint(r))
			}
		}()
		synctest.Test(&testing.T{}, func(*testing.T) {
			bubble = ownBubble()
			f()
			time.Sleep(grace)
			synctest.Wait()
		})
		done <- ""
	}()
	return <-done
}

// ownBubble returns the number of the bubble of the calling goroutine.
func ownBubble() string {
	var buf [128]byte
	_, bubble, _ := strings.Cut(firstLine(buf[:runtime.Stack(buf[:], false)]), "synctest bubble ")
	return bubble
}

// waiting returns where a goroutine of a bubble waits, other than those of the bubble
// itself, or else the text of synctest.
func waiting(bubble, otherwise string) string {
	for _, stack := range stacks(bubble) {
		return place(stack)
	}
	return otherwise
}

// stacks returns the stacks of the goroutines of a bubble, but for the caller and those
// of the bubble itself.
func stacks(bubble string) (list []string) {
	buf := make([]byte, 1<<15)
	n := runtime.Stack(buf, true)
	for ; n == len(buf) && n < 1<<22; n = runtime.Stack(buf, true) {
		buf = make([]byte, 2*len(buf))
	}
	_, others, _ := bytes.Cut(buf[:n], []byte("\n\n")) // the caller comes first
	for stack := range bytes.SplitSeq(others, []byte("\n\n")) {
		if strings.HasSuffix(firstLine(stack), "synctest bubble "+bubble) && !bytes.Contains(stack, []byte("\ntesting/synctest.")) {
			list = append(list, string(stack))
		}
	}
	return list
}

func firstLine(stack []byte) string {
	line, _, _ := bytes.Cut(stack, []byte("\n"))
	return string(line)
}

// place returns the state of a goroutine, and the function and line in which it is,
// from its stack.
func place(stack string) string {
	lines := strings.Split(stack, "\n")
	_, state, _ := strings.Cut(lines[0], "[")
	state, _, _ = strings.Cut(strings.Replace(state, " (durable)", "", 1), ",")
	for n := 1; n+1 < len(lines); n += 2 {
		if ofRuntime(lines[n]) {
			continue
		}
		function := lines[n][:max(0, strings.LastIndex(lines[n], "("))] // without arguments
		at, _, _ := strings.Cut(strings.TrimSpace(lines[n+1]), " ")
		return fmt.Sprintf("%s in %s (%s)", state, function[strings.LastIndex(function, "/")+1:], at[strings.LastIndex(at, "/")+1:])
	}
	return state
}

// ofRuntime reports whether a function belongs to a package of the standard library in
// which goroutines wait or panic, or to this one. Paths of files do not tell: go build -trimpath
// shortens them.
func ofRuntime(function string) bool {
	for _, of := range []string{"runtime.", "time.", "sync.", "internal/sync.", "internal/runtime/", "internal/poll.", "internal/syscall/", "syscall.", "os.", "net.", "io.", "bufio.",
		"github.com/interrex/interrex/model/goroutines.(*"} {
		if strings.HasPrefix(function, of) {
			return true
		}
	}
	return false
}
