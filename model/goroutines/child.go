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

// Close ends the child processes of a, if there are any: one for steps and one for walks.
// A step or a walk that is asked for later starts another.
func (a *Algorithm) Close() {
	a.mu.Lock()
	a.endChild()
	apart := a.apart
	a.mu.Unlock()
	if apart != nil {
		apart.Close()
	}
	a.walks.Lock()
	defer a.walks.Unlock()
	if a.walkChild != nil {
		a.walkChild.end(0)
		a.walkChild = nil
	}
}

func (a *Algorithm) endChild() {
	if a.child != nil {
		a.child.end(0)
		a.child = nil
	}
}

// inChild runs a step in a child. A child that ends during the step is a fault of the
// code. One that ends while the history is replayed has done otherwise than before: with
// [Code].Repeats the step runs again.
func (a *Algorithm) inChild(x request) stepped {
	for again := a.code.Repeats; ; again-- {
		t, replayed := a.ask(x)
		switch {
		case replayed:
			return t
		case again == 0:
			a.diverges(x, "the process "+orNothing(t.out.fault)+" before the last input in one run and not in another")
		}
		a.counts.differed(x.ps)
		x.ps = a.code.other(x.ps)
		a.counts.Bubbles += t.counts.Bubbles
		a.counts.Inputs += t.counts.Inputs
	}
}

// heard has the reports of a child about a bubble, in case that the bubble ends the child.
type heard struct {
	replayed bool // the history has been replayed
	chosen   int  // choices of the code after that
	made     []choice
	log      []string
	stopping *report
}

// ask runs a step in the child. If the child ends, replayed says whether it had taken the
// history and the choices that were to be made.
func (a *Algorithm) ask(x request) (t stepped, replayed bool) {
	if a.child == nil {
		var err error
		if a.child, err = a.startChild(); err != nil {
			a.fail("cannot start a child process: %v", err)
		}
	}
	c := a.child
	order := a.task(x)
	sent := write(c.in, errand{step: &order})
	h := heard{made: x.made}
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
			return r.result, true
		case r.stopping:
			a.receive(r)
			h.stopping = &r
		case r.begins:
			h = heard{made: x.made}
		case r.replayed:
			h.replayed = true
		case r.line != "":
			h.log = append(h.log, r.line)
		case r.chose > 0:
			h.chose(r.chose)
		}
	}
	return a.crashed(x, h)
}

// chose notes a choice of the code: one that is to be made, or another one, of which the
// child takes the first outcome.
func (h *heard) chose(k int) {
	if h.chosen++; h.chosen > len(h.made) {
		h.made = append(h.made[:len(h.made):len(h.made)], choice{0, k})
	}
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
	o := task{at: x.at.handle.number, in: x.in, made: x.made, repeat: x.repeat, ps: x.ps, probe: x.probe}
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
func (a *Algorithm) crashed(x request, h heard) (t stepped, replayed bool) {
	errors := a.child.errors
	end := a.child.end(time.Second)
	a.child = nil
	fault, of := crash(errors.String(), end)
	switch {
	case !of:
		a.fail("after %s: the child process ends: %s", x.text(), fault)
	case h.stopping != nil && a.code.Ends > 0:
		h.stopping.result.ending.Panics = fault
		return h.stopping.result, true
	case h.stopping != nil:
		a.fail("after %s: stopped then, the process %s", x.text(), fault)
	}
	o := outcome{fault: fault, disk: x.at.disk, status: x.at.status, log: append(h.log, stackOf(errors.String())...)}
	t = stepped{out: o, made: h.made, ticks: x.at.ticks, counts: Counts{Bubbles: 1, Inputs: x.at.length + 1}}
	return t, h.replayed && h.chosen >= len(x.made)
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
