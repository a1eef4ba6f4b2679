//go:build !raft37

package etcdraft_test

import (
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A change of text is a pattern and its replacement.
type change struct {
	from *regexp.Regexp
	to   string
}

func changes(pairs ...string) (list []change) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, change{regexp.MustCompile(pairs[i]), pairs[i+1]})
	}
	return list
}

// gogo are the changes for releases in which a message points to no other.
var gogo = changes(`\*pb\.Snapshot`, `pb.Snapshot`)

// pointers are the changes for releases whose messages are pointers, with optional fields that are pointers too.
// In the source a message that is read is called pb. One that is made has another name.
var pointers = changes(
	`raftpb\.(Entry|Message|HardState|ConfState|ConfChange|ConfChangeV2|ConfChangeSingle|Snapshot|SnapshotMetadata)\b`, `*raftpb.$1`,
	`\*raftpb\.(\w+)\{`, `&raftpb.$1{`,
	`var (\w+) \*raftpb\.(\w+)\n`, "$1 := new(raftpb.$2)\n",
	`(Term|Index|Vote|Commit|NodeID): (uint64\([^()]*\))`, `$1: new($2)`,
	`AutoLeave: m\.`, `AutoLeave: &m.`,
	`(Type:|Type =|Type, entry\.Data =) kind`, `$1 &kind`,
	`\.Transition = t`, `.Transition = &t`,
	`&r\.members`, `r.members`,
	`\*r\.raw\.`, `r.raw.`,
	`pb\.Unmarshal\((.*)\)\)\n`, "proto.Unmarshal($1, pb))\n",
	`pb\.Marshal\(\)`, `proto.MarshalOptions{Deterministic: true}.Marshal(pb)`,
	`\*?\bpb\.([A-Z]\w*)([^(\w])`, `pb.Get$1()$2`,
	`NodeID`, `NodeId`,
	"(\t\"go.etcd.io/raft/v3/raftpb\"\n)", "$1\t\"google.golang.org/protobuf/proto\"\n",
)

// TestGenerated holds files of the other releases to their sources: those of v3.6, with another
// import path, and with the messages of the release.
func TestGenerated(t *testing.T) {
	for _, version := range []struct {
		name, path, tag string
		changes         []change
	}{
		{"v34", "go.etcd.io/etcd/raft", "//go:build raft34\n\n", gogo},
		{"v35", "go.etcd.io/etcd/raft/v3", "", gogo},
		{"v37", "go.etcd.io/raft/v3", "//go:build raft37\n\n", pointers},
	} {
		for _, name := range []string{"replica.go", "convert.go"} {
			source, err := os.ReadFile(filepath.Join("v36", name))
			if err != nil {
				t.Fatal(err)
			}
			text := string(source)
			for _, c := range append(version.changes, changes(`//go:build !raft37\n\n`, "", `package v36`, "package "+version.name, `go\.etcd\.io/raft/v3`, version.path)...) {
				text = c.from.ReplaceAllString(text, c.to)
			}
			want, err := format.Source([]byte("// Code generated from v36/" + name + " by go test -update; DO NOT EDIT.\n\n" + version.tag + text))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(version.name, name)
			if *update {
				write(t, path, want)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
	}
}
