//go:build raft37

package v37

import (
	"fmt"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"

	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// Import returns the path of package raft.
func (Library) Import() string { return "go.etcd.io/raft/v3" }

// Generation is explained at reproduce.Library.
func (Library) Generation() int { return 2 }

// Describe returns the text of the library for a message, and its context.
func (Library) Describe(message string) string {
	m := new(raftpb.Message)
	must(proto.Unmarshal([]byte(message), m))
	return raft.DescribeMessage(m, nil) + fmt.Sprintf(" Context:%q", m.GetContext())
}

// DescribeEntry returns the text of the library for an entry.
func (Library) DescribeEntry(e etcdraft.Entry) string {
	return raft.DescribeEntry(entries([]etcdraft.Entry{e})[0], nil)
}
