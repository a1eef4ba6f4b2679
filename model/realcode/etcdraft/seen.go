package etcdraft

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"

	"github.com/interrex/interrex/model"
)

// Seen is what an observer sees of a server besides its role and term.
type Seen struct {
	Lead         int // the leader that it knows, 0 if none
	Log, Applied Log
	Members      string // the configuration that it uses
	Begun        int    // reads, ever
	Answers      string // to its reads since its start, each "number:index "
	Behind       bool   // it leads, and for some follower Next <= Match
}

// A Log is a list of entries from index 1 on, comparable with ==: each is its
// term, a colon, its data or change, and a space.
type Log string

func logOf(entries []Entry) Log {
	var b strings.Builder
	for _, e := range entries {
		mark := ""
		if e.Change != "" {
			mark = "="
		}
		fmt.Fprintf(&b, "%d:%s%s ", e.Term, mark, e.content())
	}
	return Log(b.String())
}

// Starts reports whether the other log starts with this one.
func (l Log) Starts(other Log) bool { return strings.HasPrefix(string(other), string(l)) }

// entries returns the texts of the entries, each with its space.
func (l Log) entries() []string {
	list := strings.SplitAfter(string(l), " ")
	return list[:len(list)-1]
}

// A table holds what the Leader of a status stands for, which is a number: a
// status has no place for more. Equal numbers are equal contents. A server that
// has seen nothing has no number.
type table struct{ known sync.Map } // model.ID to Seen

// number returns the number of s, the same in every table.
func (t *table) number(s Seen) model.ID {
	if s == (Seen{Members: s.Members}) {
		return model.NoID
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%#v", s))
	number := model.ID(binary.BigEndian.Uint64(sum[:])&(1<<44-1)) | 1
	if other, ok := t.known.LoadOrStore(number, s); ok && other.(Seen) != s {
		panic(model.NewValueError(fmt.Sprintf("etcdraft: %v and %v have one number", s, other)))
	}
	return number
}

// Seen returns what a status of the cluster stands for. Of a server that is down
// nothing is seen.
func (c *Cluster) Seen(s model.Status) Seen {
	if s.Leader == model.NoID {
		return Seen{}
	}
	found, ok := c.seen.known.Load(s.Leader)
	if !ok {
		panic(fmt.Sprintf("etcdraft: %v is the status of another cluster", s))
	}
	return found.(Seen)
}
