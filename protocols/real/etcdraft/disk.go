package etcdraft

import (
	"encoding/json"
	"fmt"
)

// An Entry is an entry of a log. Entries of raft's own have neither data nor
// change.
type Entry struct {
	Term, Index int
	Data        string `json:",omitempty"`
	Change      string `json:",omitempty"` // of the configuration, as Config.Changes has them
}

func (e Entry) content() string { return e.Data + e.Change }

// A Snapshot is the state of the application at an index: what was applied.
type Snapshot struct {
	Index, Term int
	Members     Members
	Applied     []Entry
}

// A Disk is the state that survives a crash.
type Disk struct {
	Term, Vote, Commit int
	Reads              int       `json:",omitempty"` // that were begun, so that no two have one context
	Snapshot           *Snapshot `json:",omitempty"`
	Entries            []Entry   `json:",omitempty"` // after the snapshot
}

func (d Disk) String() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// ParseDisk is the inverse of String; "" is an empty disk.
func ParseDisk(text string) (d Disk, err error) {
	if text == "" {
		return d, nil
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return d, fmt.Errorf("etcdraft: disk %q: %w", text, err)
	}
	return d, nil
}

// After returns the disk to which entries have been appended, over those of the
// same index and later.
func (d Disk) After(entries []Entry) Disk {
	first := 1
	if d.Snapshot != nil {
		first += d.Snapshot.Index
	}
	for _, e := range entries {
		at := e.Index - first
		d.Entries = append(d.Entries[:at:at], e)
	}
	return d
}

// Log returns the log from index 1 on: the entries in the snapshot, then the others.
func (d Disk) Log() []Entry {
	if d.Snapshot == nil {
		return d.Entries
	}
	return append(d.Snapshot.Applied[:len(d.Snapshot.Applied):len(d.Snapshot.Applied)], d.Entries...)
}
