package etcdraft

import (
	"fmt"
	"strconv"
	"strings"
)

// A Library is one version of raft. New returns a replica with identity id of
// the voters 1..n, which starts from a disk.
type Library interface {
	New(id, n int, disk Disk, o Options) Replica
	// LeaveOut lists the fields that are no part of the state: loggers,
	// functions that the role decides, the random length of the election
	// timeout, which has no effect without ticks, and counters of calls.
	LeaveOut() []string
}

// A Replica is a RawNode and its storage.
type Replica interface {
	Step(message string)
	Campaign()
	Propose(data string)
	Beat() // the heartbeat of a leader, by a tick
	Transfer(to int)
	Unreachable(id int)
	// Ready returns what the library hands out, false if there is nothing.
	Ready() (Batch, bool)
	// Save writes what the last batch asks for to the storage.
	Save()
	// Advance tells the library that the last batch has been handled.
	Advance()
	// State returns what can be seen from outside.
	State() State
}

// A Batch is what raft calls Ready.
type Batch struct {
	Save      bool // there is something to write
	Disk      Disk // what the storage holds after that
	Messages  []Message
	Committed []Entry
}

// Role is the role of a replica.
type Role int

// The roles.
const (
	Follower Role = iota
	Candidate
	Leader
)

// A State is what can be seen of a replica from outside.
type State struct {
	Role       Role
	Term, Lead int
	Log        []Entry
	Behind     bool // for some follower, Next <= Match
}

// An Entry is an entry of a log, at the index that is its place.
type Entry struct {
	Term, Index int
	Data        string
}

// A Disk is what survives a crash.
type Disk struct {
	Term, Vote, Commit int
	Entries            []Entry
}

func (d Disk) String() string {
	text := fmt.Sprintf("%d %d %d", d.Term, d.Vote, d.Commit)
	for _, e := range d.Entries {
		text += fmt.Sprintf(" %d:%s", e.Term, e.Data)
	}
	return text
}

// ParseDisk is the inverse of String; "" is an empty disk.
func ParseDisk(text string) (d Disk, err error) {
	words := strings.Fields(text)
	for i, word := range words {
		number, data, _ := strings.Cut(word, ":")
		value, err := strconv.Atoi(number)
		if err != nil {
			return d, fmt.Errorf("etcdraft: disk %q: %w", text, err)
		}
		switch i {
		case 0:
			d.Term = value
		case 1:
			d.Vote = value
		case 2:
			d.Commit = value
		default:
			d.Entries = append(d.Entries, Entry{Term: value, Index: i - 2, Data: data})
		}
	}
	return d, nil
}

// After returns the disk to which entries have been appended, over those of the
// same index and later.
func (d Disk) After(entries []Entry) Disk {
	for _, e := range entries {
		d.Entries = append(d.Entries[:e.Index-1:e.Index-1], e)
	}
	return d
}

// A Message is a message of raft: its fields for people, and what travels.
type Message struct {
	To    int
	Bytes string
	Text  string
}

// Fields are the fields of a message that a text shows.
type Fields struct {
	Type                         string
	From, To                     int
	Term, LogTerm, Index, Commit uint64
	Reject                       bool
	RejectHint                   uint64
	Context                      string
	Entries                      []Entry
}

func (f Fields) String() string {
	text := fmt.Sprintf("%s(%d>%d,t%d", f.Type, f.From, f.To, f.Term)
	if f.Index != 0 || f.LogTerm != 0 {
		text += fmt.Sprintf(",at%d/%d", f.Index, f.LogTerm)
	}
	if f.Commit != 0 {
		text += fmt.Sprintf(",commit%d", f.Commit)
	}
	if f.Reject {
		text += fmt.Sprintf(",reject%d", f.RejectHint)
	}
	if f.Context != "" {
		text += "," + f.Context
	}
	for _, e := range f.Entries {
		text += fmt.Sprintf(",[%d/%d:%s]", e.Index, e.Term, e.Data)
	}
	return text + ")"
}
