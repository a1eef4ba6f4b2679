package etcdraft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Seen is an observer's view of a server besides its role, leader and term.
type Seen struct {
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

// proposed reports whether an entry has data.
func (l Log) proposed() bool {
	return slices.ContainsFunc(l.entries(), func(entry string) bool {
		_, content, _ := strings.Cut(strings.TrimSpace(entry), ":")
		return content != "" && content[0] != '='
	})
}

// SeenOf returns an observer's view of a server, nothing if it is down.
func SeenOf(s model.Status) Seen {
	seen, _ := properties.OwnOf[Seen](s)
	return seen
}
