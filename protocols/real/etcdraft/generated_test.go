//go:build !raft37

package etcdraft_test

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGenerated holds the files of v34 and v35 to what they are made of: those of
// v3.6, with another import path and without what those releases do not have.
func TestGenerated(t *testing.T) {
	for _, version := range []struct{ name, path, tag string }{
		{"v34", "go.etcd.io/etcd/raft", "//go:build raft34\n\n"},
		{"v35", "go.etcd.io/etcd/raft/v3", ""},
	} {
		for _, name := range []string{"replica.go", "convert.go"} {
			source, err := os.ReadFile(filepath.Join("v36", name))
			if err != nil {
				t.Fatal(err)
			}
			_, text, _ := strings.Cut(string(source), "//go:build !raft37\n\n")
			text = strings.NewReplacer(
				"package v36", "package "+version.name,
				"go.etcd.io/raft/v3", version.path,
				`, "raft.MemoryStorage.callStats"`, "",
				"*m.Snapshot", "m.Snapshot").Replace(text)
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
