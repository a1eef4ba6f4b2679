package v35_test

import (
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGenerated holds the files of this package to what they are made of: those
// of v3.6, with another import path and without a field that v3.5 does not have.
func TestGenerated(t *testing.T) {
	for _, name := range []string{"replica.go", "convert.go"} {
		source, err := os.ReadFile(filepath.Join("../v36", name))
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(source), "//go:build !raft37\n\n")
		text = strings.NewReplacer(
			"package v36", "package v35",
			"go.etcd.io/raft/v3", "go.etcd.io/etcd/raft/v3",
			`, "raft.MemoryStorage.callStats"`, "",
			"*m.Snapshot", "m.Snapshot").Replace(text)
		want, err := format.Source([]byte("// Code generated from v36/" + name + " by go test -update; DO NOT EDIT.\n\n" + text))
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(name, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
