package goroutines_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// talk is the Own of a process that shows how it got on.
type talk string

// A talker is one process of two that talk over a connection.
type talker struct {
	mu   sync.Mutex
	said string
}

func (k *talker) say(format string, args ...any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.said += fmt.Sprintf(format, args...)
}

func (k *talker) status() model.Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	return model.Status{Own: talk(k.said)}
}

// reason returns the last words of an error of a connection.
func reason(err error) string {
	if err == nil {
		return "nil"
	}
	text := err.Error()
	return text[strings.LastIndex(text, ": ")+1:]
}

// talking is code of two processes: that with identity 1 dials, the other one accepts one
// connection after the other.
func talking(name string, dials func(k *talker, e endpoint), accepts func(k *talker, e endpoint, c net.Conn)) goroutines.Code {
	return goroutines.Code{Name: name, Needs: model.Needs{Knowledge: model.KnowID}, Asleep: model.Status{Own: talk("")},
		Start: func(e endpoint) goroutines.Process {
			k := &talker{}
			if e.ID() == 1 {
				go dials(k, e)
				return goroutines.Process{Observe: k.status}
			}
			l := e.Listen()
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					go accepts(k, e, c)
				}
			}()
			return goroutines.Process{Observe: k.status, Stop: func() { _ = l.Close() }}
		}}
}

// echo sends each line back.
func echo(_ *talker, _ endpoint, c net.Conn) {
	defer c.Close()
	for lines := bufio.NewScanner(c); lines.Scan(); {
		fmt.Fprintf(c, "%s\n", lines.Text())
	}
}

// counted says of each connection that it has come about.
func counted(k *talker, e endpoint, c net.Conn) {
	k.say("+")
	echo(k, e, c)
}

// asks dials, writes and reads all until the end.
func asks(lines ...string) func(k *talker, e endpoint) {
	return func(k *talker, e endpoint) {
		c, err := e.Dial(e.Context(), 0)
		if err != nil {
			k.say("%v", reason(err))
			return
		}
		defer c.Close()
		for _, line := range lines {
			fmt.Fprintln(c, line)
		}
		_ = c.(interface{ CloseWrite() error }).CloseWrite()
		all, err := io.ReadAll(c)
		k.say("%s%v", strings.ReplaceAll(string(all), "\n", ";"), reason(err))
	}
}

// patient dials and asks, each for two seconds at most.
func patient(k *talker, e endpoint) {
	ctx, cancel := context.WithTimeout(e.Context(), 2*time.Second)
	defer cancel()
	c, err := e.Dial(ctx, 0)
	if err != nil {
		k.say("%v", reason(err))
		return
	}
	defer c.Close()
	fmt.Fprintln(c, "a")
	_ = c.SetReadDeadline(time.Now().Add(2500 * time.Millisecond))
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		k.say("%v", reason(err))
		return
	}
	k.say("%s;", strings.TrimSpace(line))
}

// again asks twice over one connection.
func again(k *talker, e endpoint) {
	c, err := e.Dial(e.Context(), 0)
	if err != nil {
		k.say("%v", reason(err))
		return
	}
	defer c.Close()
	from := bufio.NewReader(c)
	for _, ask := range []string{"a", "b"} {
		fmt.Fprintln(c, ask)
		line, err := from.ReadString('\n')
		if err != nil {
			k.say("%v", reason(err))
			return
		}
		k.say("%s;", strings.TrimSpace(line))
	}
}

// late reads until the end, and writes twice then.
func late(k *talker, e endpoint) {
	c, err := e.Dial(e.Context(), 0)
	if err != nil {
		return
	}
	defer c.Close()
	_, err = c.Read(make([]byte, 1))
	_, first := fmt.Fprintln(c, "a")
	time.Sleep(4 * time.Second)
	_, second := fmt.Fprintln(c, "b")
	k.say("%v %v%v", reason(err), reason(first), reason(second))
}

// reborn asks twice how often it has been started.
func reborn(k *talker, e endpoint) {
	e.Persist(e.Disk() + "x")
	c, err := e.Dial(e.Context(), 0)
	if err != nil {
		return
	}
	defer c.Close()
	from := bufio.NewReader(c)
	for range 2 {
		fmt.Fprintln(c, len(e.Disk()))
		line, err := from.ReadString('\n')
		if err != nil {
			return
		}
		k.say("%s;", strings.TrimSpace(line))
	}
}

// impatient dials and does not wait for the answer.
func impatient(k *talker, e endpoint) {
	ctx, cancel := context.WithTimeout(e.Context(), time.Millisecond)
	defer cancel()
	_, err := e.Dial(ctx, 0)
	k.say("%v", reason(err))
}

// floods and drowns write four bytes, and then read four.
func floods(k *talker, e endpoint) {
	c, err := e.Dial(e.Context(), 0)
	if err != nil {
		return
	}
	defer c.Close()
	all := make([]byte, 4)
	_, wrote := c.Write([]byte("ping"))
	if _, err := io.ReadFull(c, all); err == nil && wrote == nil {
		k.say("%s", all)
	}
}

func drowns(_ *talker, _ endpoint, c net.Conn) {
	defer c.Close()
	_, _ = c.Write([]byte("pong"))
	_, _ = io.ReadFull(c, make([]byte, 4))
}

// once takes one read for the whole answer.
func once(k *talker, e endpoint) {
	c, err := e.Dial(e.Context(), 0)
	if err != nil {
		return
	}
	defer c.Close()
	fmt.Fprintln(c, "abc")
	all := make([]byte, 99)
	n, _ := c.Read(all)
	k.say("%s", strings.TrimSpace(string(all[:n])))
}
