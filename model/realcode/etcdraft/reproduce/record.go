// Package reproduce writes executions of raft for those who keep it: as a Go test
// that needs raft alone, and as an interaction script of raft's package rafttest.
package reproduce

import (
	"fmt"
	"strconv"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/model/realcode/etcdraft"
)

// A Library is a version of raft that says how its own tests name things.
type Library interface {
	etcdraft.Library
	Import() string                      // the path of package raft
	Generation() int                     // 1: messages are values; 2: they are pointers
	Describe(message string) string      // as raft.DescribeMessage writes it, and the context
	DescribeEntry(etcdraft.Entry) string // as raft.DescribeEntry writes it
}

// An Execution is what is to be reproduced.
type Execution struct {
	Library Library
	Code    func(etcdraft.Library) realcode.Code
	Moments []realcode.Moment
}

// A call is one call of the library or, with no statement, nothing.
type call struct {
	statement string          // in Go, without the server
	command   string          // of rafttest, "%d" for the server; "" if it has none
	batch     *etcdraft.Batch // of Ready
}

// A step is a moment, and the calls of the library in it.
type step struct {
	realcode.Moment
	calls []call
	state etcdraft.State // of the server, after it
}

// record runs the moments on fresh objects and writes down which calls of the
// library they make.
func (x Execution) record() (r *recorder, steps []step, err error) {
	r = &recorder{Library: x.Library, replicas: map[int]etcdraft.Replica{}, down: map[int]bool{}, texts: map[string]string{}}
	code, objects := x.Code(r), map[int]realcode.Object{}
	for _, m := range x.Moments {
		r.calls = nil
		switch m.Kind {
		case realcode.Happens:
			r.down[m.Process+1] = r.down[m.Process+1] || m.Event.Kind == model.Crash
		case realcode.Constructs:
			objects[m.Process] = code.New(m.Place, m.Disk)
		case realcode.Takes:
			r.take(objects[m.Process], m.In)
		}
		next := step{Moment: m, calls: r.calls}
		if replica, ok := r.replicas[m.Process+1]; ok {
			next.state = replica.State()
		}
		steps = append(steps, next)
	}
	return r, steps, r.err
}

// A recorder is a library that writes down the calls.
type recorder struct {
	Library
	config   etcdraft.Config
	n        int
	replicas map[int]etcdraft.Replica // by identity
	down     map[int]bool
	texts    map[string]string // message by description
	calls    []call
	reads    bool // there are some
	err      error
}

// take lets the object take an input; what it panics with has been recorded by
// then.
func (r *recorder) take(o realcode.Object, in realcode.Input) {
	defer func() { _ = recover() }()
	o.Take(in)
}

func (r *recorder) add(statement, command string) *call {
	r.calls = append(r.calls, call{statement: statement, command: command})
	return &r.calls[len(r.calls)-1]
}

// describe returns the description of a message, which must tell it apart.
func (r *recorder) describe(message string) string {
	text := r.Library.Describe(message)
	if known, ok := r.texts[text]; ok && known != message && r.err == nil {
		r.err = fmt.Errorf("two messages have the description %q", text)
	}
	r.texts[text] = message
	return text
}

// New returns a replica that writes down the calls.
func (r *recorder) New(id int, members etcdraft.Members, disk etcdraft.Disk, c etcdraft.Config) etcdraft.Replica {
	r.config, r.n = c, len(members.Voters)
	if len(members.Learners) > 0 || c.Voters > 0 {
		r.cannot("servers that do not vote from the start")
	}
	if c.LeaseReads {
		r.cannot("LeaseReads")
	}
	r.add("start()", "")
	r.down[id] = false
	r.replicas[id] = r.Library.New(id, members, disk, c)
	return &replica{Replica: r.replicas[id], r: r}
}

// cannot says what has no place in a test or script.
func (r *recorder) cannot(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s cannot be written as a test without the checker, nor as a script", what)
	}
}

type replica struct {
	etcdraft.Replica
	r *recorder
}

func (p *replica) Step(message string) {
	p.r.add(fmt.Sprintf("step(%s)", quote(p.r.describe(message))), "")
	p.Replica.Step(message)
}

func (p *replica) Campaign() {
	p.r.add("Campaign()", "campaign %d")
	p.Replica.Campaign()
}

func (p *replica) Propose(data string) {
	p.r.add(fmt.Sprintf("Propose([]byte(%q))", data), "propose %d "+data)
	p.Replica.Propose(data)
}

func (p *replica) Beat() {
	p.r.add("Tick()", "tick-heartbeat %d")
	p.Replica.Beat()
}

func (p *replica) Transfer(to int) {
	p.r.add(fmt.Sprintf("TransferLeader(%d)", to), fmt.Sprintf("transfer-leadership from=%%d to=%d", to))
	p.Replica.Transfer(to)
}

func (p *replica) Unreachable(id int) {
	p.r.add(fmt.Sprintf("ReportUnreachable(%d)", id), fmt.Sprintf("report-unreachable %%d %d", id))
	p.Replica.Unreachable(id)
}

func (p *replica) Change(change string) {
	p.r.cannot("a change of the configuration")
	p.Replica.Change(change)
}

func (p *replica) Read(context string) {
	p.r.add(fmt.Sprintf("read(%q)", context), "")
	p.r.reads = true
	if p.r.config.Application == etcdraft.ContextsReused {
		p.r.cannot("reads with one context")
	}
	p.Replica.Read(context)
}

func (p *replica) Snapshot(id int, failed bool) {
	p.r.cannot("a report about a snapshot")
	p.Replica.Snapshot(id, failed)
}

func (p *replica) Compact(index int, applied []etcdraft.Entry) {
	p.r.cannot("a snapshot")
	p.Replica.Compact(index, applied)
}

func (p *replica) Ready() (etcdraft.Batch, bool) {
	c := p.r.add("Ready()", "")
	b, ok := p.Replica.Ready()
	if !ok {
		c.statement = "ready()"
		return b, ok
	}
	var asked []string
	if b.Save {
		asked = append(asked, "save")
	}
	for _, m := range b.Messages {
		asked = append(asked, p.r.describe(m.Bytes))
	}
	for _, e := range b.Committed {
		asked = append(asked, "apply "+p.r.DescribeEntry(e))
	}
	for _, a := range b.Answers {
		asked = append(asked, fmt.Sprintf("read %s at %d", a.Context, a.Index))
	}
	c.batch, c.statement = &b, "ready(\n"
	for _, text := range asked {
		c.statement += quote(text) + ",\n"
	}
	c.statement += ")"
	return b, ok
}

func (p *replica) Save() {
	p.r.add("save()", "")
	p.Replica.Save()
}

func (p *replica) Advance() {
	p.r.add("advance()", "")
	p.Replica.Advance()
}

func quote(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
