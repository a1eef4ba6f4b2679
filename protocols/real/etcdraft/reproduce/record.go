// Package reproduce writes executions of raft for those who keep it: as a Go test
// that needs raft alone, and as an interaction script of raft's package rafttest.
package reproduce

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// A Library is a version of raft that says how its own tests name things.
type Library interface {
	etcdraft.Library
	Import() string                      // the path of package raft
	Generation() int                     // 1: messages are values; 2: they are pointers
	Describe(message string) string      // as raft.DescribeMessage writes it, and the context
	DescribeEntry(etcdraft.Entry) string // as raft.DescribeEntry writes it
}

// An Execution is the run to be reproduced.
type Execution struct {
	Library Library
	Code    func(etcdraft.Library) realcode.Code
	Moments []realcode.Moment
}

// A call is one call of the library or, with no statement, nothing.
type call struct {
	statement string          // in Go, without the server
	command   string          // of rafttest, "%d" for the server; "" if it has none
	refuse    string          // why rafttest does not do it; "" if it does
	batch     *etcdraft.Batch // of Ready
}

// A step is a moment, and the calls of the library in it.
type step struct {
	realcode.Moment
	calls []call
	state etcdraft.State // of the server, after it
	first int            // the index of the first entry of its log that no snapshot holds, after it
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
			r.n = max(r.n, m.Place.N)
			objects[m.Process] = code.New(m.Place, m.Disk)
		case realcode.Takes:
			r.take(objects[m.Process], m.In)
		}
		next := step{Moment: m, calls: r.calls}
		if replica, ok := r.replicas[m.Process+1]; ok {
			next.state, next.first = replica.State(), compacted(replica.Disk())+1
		}
		steps = append(steps, next)
	}
	return r, steps, r.err
}

// A recorder is a library that writes down the calls.
type recorder struct {
	Library
	config   etcdraft.Config
	members  etcdraft.Members // of index 0
	n        int
	replicas map[int]etcdraft.Replica // by identity
	down     map[int]bool
	texts    map[string]string // message by description
	calls    []call
	err      error

	changes, snapshots, uncompacts bool // there are some
}

// take lets the object take an input; the value of a panic has been recorded by
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
	r.config, r.members = c, members
	if before, ok := r.replicas[id]; ok && compacted(before.Disk()) > compacted(disk) {
		r.uncompacts = true
		r.add("uncompact()", "")
	}
	r.add("start()", "")
	r.down[id] = false
	r.replicas[id] = r.Library.New(id, members, disk, c)
	return &replica{Replica: r.replicas[id], r: r}
}

// compacted returns the index of the last entry that a snapshot holds.
func compacted(d etcdraft.Disk) int {
	if d.Snapshot == nil {
		return 0
	}
	return d.Snapshot.Index
}
