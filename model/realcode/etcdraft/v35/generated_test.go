package v35_test

import (
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGenerated holds replica.go to what it is made of: the file of v3.6, with
// another import path and without a field that v3.5 does not have.
func TestGenerated(t *testing.T) {
	source, err := os.ReadFile("../v36/replica.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source), "//go:build !raft37\n\n")
	text = strings.NewReplacer(
		"package v36", "package v35",
		"go.etcd.io/raft/v3", "go.etcd.io/etcd/raft/v3",
		`, "raft.MemoryStorage.callStats"`, "").Replace(text)
	want, err := format.Source([]byte("// Code generated from v36/replica.go by go test -update; DO NOT EDIT.\n\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("replica.go", want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("replica.go")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("replica.go (-want +got):\n%s", diff)
	}
}
