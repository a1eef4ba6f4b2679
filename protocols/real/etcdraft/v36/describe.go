//go:build !raft37

package v36

import (
	"fmt"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"

	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// Import returns the path of package raft.
func (Library) Import() string { return "go.etcd.io/raft/v3" }

// Generation is explained at reproduce.Library.
func (Library) Generation() int { return 1 }

// Describe returns the text of the library for a message, and its context.
func (Library) Describe(message string) string {
	var m raftpb.Message
	must(m.Unmarshal([]byte(message)))
	return raft.DescribeMessage(m, nil) + fmt.Sprintf(" Context:%q", m.Context)
}

// DescribeEntry returns the text of the library for an entry.
func (Library) DescribeEntry(e etcdraft.Entry) string {
	return raft.DescribeEntry(entries([]etcdraft.Entry{e})[0], nil)
}
