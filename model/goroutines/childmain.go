package goroutines

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// childVariable is the environment variable that tells a child which code it runs. The
// first byte of its value is no part of that.
const childVariable = "INTERREX_CHILD"

// ChildMain runs bubbles for another process if this process is a child that a search
// has started ([Code].Child), and does not return then. Otherwise it returns at once.
// Call it first in main, or in TestMain:
//
//	func TestMain(m *testing.M) {
//		goroutines.ChildMain(code)
//		os.Exit(m.Run())
//	}
//
// make returns the code for the value of [Code].Child. In a child, lines that the code
// prints go to the standard error, and it finds nothing in the standard input.
func ChildMain(make func(child string) (Code, error)) {
	which := os.Getenv(childVariable)
	if which == "" {
		return
	}
	in, out := os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	if null, err := os.Open(os.DevNull); err == nil {
		os.Stdin = null
	}
	code, err := make(which[1:])
	var a *Algorithm
	if err == nil {
		code.Child = ""
		a, err = New(code)
	}
	hello := greeting{program: thisProgram()}
	if err == nil {
		hello.settings = a.code.settings()
	}
	if err != nil {
		hello.failed = err.Error()
	}
	if write(out, hello) != nil || err != nil {
		os.Exit(1)
	}
	a.values.ofChild = true
	a.host = newHost(a, out)
	a.host.serve(in)
}

// A host runs bubbles in a child.
type host struct {
	a       *Algorithm
	stopped bool        // the last bubble has come to its end
	limit   *time.Timer // of the bubble that runs
	mu      sync.Mutex
	out     io.Writer
	replies chan walkReply
	asks    atomic.Int64 // questions of walks, and answers
}

func newHost(a *Algorithm, out io.Writer) *host {
	return &host{a: a, out: out, replies: make(chan walkReply)}
}

// serve carries out errands, until the other process ends or ends this one.
func (s *host) serve(in io.Reader) {
	errands := make(chan errand)
	go func() {
		from := bufio.NewReader(in)
		for {
			var t errand
			if err := read(from, &t); err != nil {
				if err != io.EOF {
					fmt.Fprintln(os.Stderr, err)
				}
				os.Exit(0)
			}
			if t.reply != nil {
				s.replies <- *t.reply
				continue
			}
			errands <- t
		}
	}()
	for t := range errands {
		if t.walk != nil {
			s.tell(report{walk: s.walk(*t.walk)})
			continue
		}
		s.limit = time.AfterFunc(s.a.code.Patience, s.hangs)
		s.stopped = false
		r := s.answer(*t.step)
		s.limit.Stop()
		r.done = true
		s.tell(r)
	}
}

// begins reports that a bubble begins, if it is not the first one of the task.
func (s *host) begins() {
	if s.stopped {
		s.stopped = false
		s.tell(report{begins: true})
	}
}

// replayed reports that the history has been replayed, and the last input comes.
func (s *host) replayed() { s.tell(report{replayed: true}) }

// chooses reports a choice of the code upon the last input.
func (s *host) chooses(k int) { s.tell(report{chose: k}) }

// stops reports that a process is about to be stopped. If that ends the child, and
// endings are judged, the result is known, unless it is not of the step.
func (s *host) stops(r *run) {
	s.stopped = true
	if r.diverged != "" {
		s.tell(report{begins: true})
		return
	}
	told := report{stopping: true}
	if s.a.code.Ends > 0 {
		told.result = stepped{out: r.out, made: r.made, ticks: r.inst.ticks, timer: r.timer}
		told.contents = s.a.values.takeFresh()
	}
	s.tell(told)
}

// logs reports a line of the log, as the child may end before it reports the rest.
func (s *host) logs(line string) { s.tell(report{line: line}) }

// tell sends a report.
func (s *host) tell(r report) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := write(s.out, r); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// goesOn reports that the bubbles of a step go on, each of which may take its time.
func (s *host) goesOn() {
	s.limit.Reset(s.a.code.Patience)
	s.tell(report{})
}

// hangs reports that the step takes too long.
func (s *host) hangs() { s.tell(report{done: true, hung: running()}) }

// answer carries out a task.
func (s *host) answer(t task) (r report) {
	defer func() {
		if e := recover(); e != nil {
			r = report{failed: fmt.Sprint(e)}
		}
	}()
	if err := s.a.values.learn(t.contents); err != nil {
		panic(err)
	}
	for _, k := range t.states {
		s.a.learn(k)
	}
	x := request{at: s.a.states[t.at], in: t.in, made: t.made, repeat: t.repeat, ps: t.ps}
	if t.probe {
		return report{result: stepped{cause: s.a.cause(x)}}
	}
	known := len(s.a.differences)
	r.result = s.a.stepHere(x)
	r.result.noted = s.a.differences[known:]
	r.contents = s.a.values.takeFresh()
	return r
}

// learn keeps a state of another process, under its number there.
func (a *Algorithm) learn(k kept) {
	for len(a.states) <= int(k.number) {
		a.states = append(a.states, nil)
	}
	s := &state{handle: State{number: k.number}, life: k.life, place: k.place, in: k.in, choices: k.choices, outcome: k.out}
	if k.before >= 0 {
		s.before = a.states[k.before]
		s.length = s.before.length + 1
	}
	a.states[k.number] = s
}
