package etcdraft

import "fmt"

// A Library is one version of raft. New returns a replica with identity id,
// which starts from a disk; members are those of index 0.
type Library interface {
	New(id int, members Members, disk Disk, c Config) Replica
	// LeaveOut lists the fields that are no part of the state: loggers,
	// functions that the role decides, the random length of the election
	// timeout, which has no effect without ticks, and counters of calls.
	LeaveOut() []string
}

// A Replica is a RawNode and its storage. Requests that the library refuses
// change nothing.
type Replica interface {
	Step(message string)
	Campaign()
	Propose(data string)
	Change(change string) // as Config.Changes has them
	Read(context string)
	Beat() // the heartbeat of a leader, by a tick
	Transfer(to int)
	Unreachable(id int)
	Snapshot(id int, failed bool) // how sending a snapshot to id has ended
	// Ready returns the next batch of the library, false if there is nothing.
	Ready() (Batch, bool)
	// Save writes the contents that the last batch asks for to the storage.
	Save()
	// Apply tells the library of an entry that changes the configuration.
	Apply(e Entry)
	// Compact makes a snapshot of the entries applied up to an index, and
	// drops the log up to there.
	Compact(index int, applied []Entry)
	// Advance tells the library that the last batch has been handled.
	Advance()
	// Disk returns the contents of the storage.
	Disk() Disk
	// State returns the state as seen from outside.
	State() State
}

// A Batch is a Ready of raft.
type Batch struct {
	Save      bool // there is something to write
	Disk      Disk // the contents of the storage after that
	Restored  bool // a snapshot is to be applied: that of Disk
	Messages  []Message
	Committed []Entry
	Answers   []Answer
}

// An Answer tells a read how much must have been applied before it is served.
type Answer struct {
	Context string
	Index   int
}

// Role is the role of a replica.
type Role int

// The roles.
const (
	Follower Role = iota
	Candidate
	Leader
)

// A State is the state of a replica as seen from outside.
type State struct {
	Role       Role
	Term, Lead int
	Log        []Entry // from index 1 on, the entries in a snapshot included
	Members    string
	Behind     bool  // for some follower, Next <= Match
	Restoring  []int // the followers that are sent a snapshot
}

// A Message is a message of raft: its fields for people, and the bytes that travel.
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
	Snapshot                     *Snapshot
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
		text += "," + printable(f.Context)
	}
	for _, e := range f.Entries {
		text += fmt.Sprintf(",[%d/%d:%s]", e.Index, e.Term, e.content())
	}
	if s := f.Snapshot; s != nil {
		text += fmt.Sprintf(",snapshot%d/%d:%v", s.Index, s.Term, s.Members)
		for _, e := range s.Applied {
			text += fmt.Sprintf(",%d:%s", e.Term, e.content())
		}
	}
	return text + ")"
}

// printable writes other bytes than letters, digits and dots in hexadecimal.
func printable(s string) string {
	for _, b := range []byte(s) {
		if b != '.' && (b < '0' || b > '9') && (b < 'A' || b > 'Z') && (b < 'a' || b > 'z') {
			return fmt.Sprintf("0x%x", s)
		}
	}
	return s
}
