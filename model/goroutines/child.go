package goroutines

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
)

// A child is a process that runs bubbles.
type child struct {
	process  *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	errors   *tail
	states   map[int32]bool  // that it has
	contents map[string]bool // that it has
}

// startChild starts a child.
func (a *Algorithm) startChild() (*child, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{process: exec.Command(path, "-test.run=^$"), errors: &tail{}, states: map[int32]bool{}, contents: map[string]bool{}}
	c.process.Env = append(os.Environ(), childVariable+"=:"+a.code.Child, "GOTRACEBACK=single", "GORACE="+os.Getenv("GORACE")+" halt_on_error=1")
	c.process.Stderr = c.errors
	c.process.WaitDelay = time.Second
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	if c.in, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := c.process.Start(); err != nil {
		return nil, err
	}
	var hello greeting
	if err := c.read(&hello, time.Minute); err != nil {
		end := c.end(time.Second)
		return nil, fmt.Errorf("it ends before it serves (%v); allowed: the call of ChildMain comes first in main or TestMain", end)
	}
	switch {
	case hello.failed != "":
		c.end(0)
		return nil, fmt.Errorf("%q: %s", a.code.Child, hello.failed)
	case hello.program != thisProgram():
		c.end(0)
		return nil, fmt.Errorf("%s is another program now", path)
	case hello.settings != a.code.settings():
		c.end(0)
		return nil, fmt.Errorf("%q is other code there: %s; here: %s", a.code.Child, hello.settings, a.code.settings())
	}
	runtime.AddCleanup(a, func(c *child) { c.end(0) }, c)
	return c, nil
}

// read reads what the child writes next. It kills a child that writes nothing for so long.
func (c *child) read(v any, limit time.Duration) error {
	defer time.AfterFunc(limit, func() { _ = c.process.Process.Kill() }).Stop()
	return read(c.out, v)
}

// end ends the child, which has so long to end by itself, and returns its state then.
func (c *child) end(itself time.Duration) *os.ProcessState {
	_ = c.in.Close()
	defer time.AfterFunc(itself, func() { _ = c.process.Process.Kill() }).Stop()
	_ = c.process.Wait()
	return c.process.ProcessState
}

// Close ends the child process of a, if there is one. A step that is asked for later
// starts another.
func (a *Algorithm) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.endChild()
}

func (a *Algorithm) endChild() {
	if a.child != nil {
		a.child.end(0)
		a.child = nil
	}
}

// inChild runs a step in a child. A child that ends during the step is a fault of the
// code.
func (a *Algorithm) inChild(x request, choose func(k int) int) stepped {
	for {
		t := a.ask(x)
		if x.made = decided(x.made, t.made, choose); x.made == nil {
			return t
		}
	}
}

// decided asks choose for the choices beyond those that have been made. The child has
// taken 0 for each: the result is nil if choose agrees, else the choices to begin with.
func decided(made, all []choice, choose func(k int) int) []choice {
	for n := len(made); n < len(all); n++ {
		if taken := choose(all[n].of); taken != 0 {
			return append(all[:n:n], choice{taken, all[n].of})
		}
	}
	return nil
}

// ask runs a step in the child, which takes 0 for each choice that has not been made.
func (a *Algorithm) ask(x request) stepped {
	if a.child == nil {
		var err error
		if a.child, err = a.startChild(); err != nil {
			a.fail("cannot start a child process: %v", err)
		}
	}
	c := a.child
	sent := write(c.in, a.task(x))
	made, log := x.made, []string(nil)
	var stopping *report
	for sent == nil {
		var r report
		if err := c.read(&r, a.code.Patience+2*time.Second); err != nil {
			break
		}
		switch {
		case r.hung != "":
			a.endChild()
			a.fail("after %s: does not wait within %v: %s; allowed: to wait for channels, timers, contexts and groups made in the process", x.text(), a.code.Patience, r.hung)
		case r.failed != "":
			panic(model.NewValueError(r.failed))
		case r.done:
			c.errors.clear()
			a.receive(r)
			return r.result
		case r.stopping:
			a.receive(r)
			stopping = &r
		case r.begins:
			stopping, log = nil, nil
		case r.line != "":
			log = append(log, r.line)
		case r.chose > 0:
			made = append(made[:len(made):len(made)], choice{0, r.chose})
		}
	}
	return a.crashed(x, made, log, stopping)
}

// receive keeps the contents that come with a report.
func (a *Algorithm) receive(r report) {
	if err := a.values.learn(r.contents); err != nil {
		a.fail("%v", err)
	}
	for _, c := range r.contents {
		a.child.contents[c.print] = true
	}
}

// task returns the task of a step, with all that the child lacks for it.
func (a *Algorithm) task(x request) task {
	o := task{at: x.at.handle.number, in: x.in, made: x.made, repeat: x.repeat}
	var prints []string
	lacks := func(m Message) {
		if m.print != "" && !a.child.contents[m.print] {
			a.child.contents[m.print] = true
			prints = append(prints, m.print)
		}
	}
	for _, s := range append([]*state{x.at.start()}, x.at.history()...) {
		number := s.handle.number
		if a.child.states[number] {
			continue
		}
		a.child.states[number] = true
		k := kept{number: number, before: -1, life: s.life, place: s.place, in: s.in, choices: s.choices, out: s.outcome}
		if s.before != nil {
			k.before = s.before.handle.number
		}
		o.states = append(o.states, k)
		lacks(s.in.Msg)
	}
	lacks(x.in.Msg)
	o.contents = a.values.carry(prints)
	return o
}

// crashed is the result of a step during which the child has ended. What the process
// had sent is not known, and no execution goes on from there.
func (a *Algorithm) crashed(x request, made []choice, log []string, stopping *report) stepped {
	errors := a.child.errors
	end := a.child.end(time.Second)
	a.child = nil
	fault, of := crash(errors.String(), end)
	if !of {
		a.fail("after %s: the child process ends: %s", x.text(), fault)
	}
	if stopping != nil && a.code.Ends > 0 {
		stopping.result.ending.Panics = fault
		return stopping.result
	}
	if stopping != nil {
		a.fail("after %s: stopped then, the process %s", x.text(), fault)
	}
	o := outcome{fault: fault, disk: x.at.disk, status: x.at.status, log: append(log, stackOf(errors.String())...)}
	return stepped{out: o, made: made, ticks: x.at.ticks, counts: Counts{Bubbles: 1, Inputs: x.at.length + 1}}
}

// A tail keeps the last lines that are written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailBytes are kept at least.
const tailBytes = 1 << 18

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*tailBytes {
		t.text = bytes.Clone(t.text[len(t.text)-tailBytes:])
	}
	return len(p), nil
}

func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
