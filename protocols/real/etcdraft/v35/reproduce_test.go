package v35_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v35"
)

// reproduced are the known faults, and the output of the test without the checker:
// in this version, and in the one that is mended.
var reproduced = map[string]struct{ test, faulty, mended, script string }{
	"etcd-14370": {"TestEtcd14370",
		"--- FAIL\ntimeout p0:7: server 1 applies 2/2 EntryNormal \"\" where 1/2 EntryNormal \"a\" has been applied",
		"--- SKIP\ntimeout p0:0: the schedule does not apply: server 1 asks for",
		"rafttest handles a Ready in an order of its own; allowed: application Proper"},
	"raft-148": {"TestRaft148",
		"--- FAIL\nreceive p0:1 AppResp(2>1,t2,at1/0,reject0): for server 2, leader 1 has Next 1 and Match 1",
		"--- PASS",
		"rafttest does not bound the size of messages, as OneEntry does"},
}

// TestReproduce writes the known faults as tests that import raft alone, and runs
// them on this version and on v3.6. As scripts of rafttest they cannot be written.
func TestReproduce(t *testing.T) {
	for _, k := range etcdrafttest.Releases() {
		t.Run(k.Name, func(t *testing.T) {
			c, ok := reproduced[k.Name]
			if !ok {
				t.Skip("v3.5 does not have it, or it takes long to find")
			}
			x, p := k.Reproduce(t, v35.Library{}, etcdrafttest.Named(t, k.Property))
			source, err := x.GoTest(c.test, p)
			if err != nil {
				t.Fatal(err)
			}
			etcdrafttest.Stored(t, k.Name+"_test.go.txt", string(source), *update)
			if _, err := x.Script(); err == nil || err.Error() != c.script {
				t.Errorf("as a script: %v, want %s", err, c.script)
			}
			if testing.Short() {
				return // go builds a test program for each version
			}
			for version, want := range map[string]string{"go.etcd.io/etcd/raft/v3": c.faulty, "go.etcd.io/raft/v3": c.mended} {
				output := etcdrafttest.RunAlone(t, "../go.mod", map[string]string{k.Name: strings.ReplaceAll(string(source), "go.etcd.io/etcd/raft/v3", version)})
				for text := range strings.Lines(want) {
					if !strings.Contains(output, strings.TrimSpace(text)) {
						t.Errorf("on %s: want %q in\n%s", version, text, output)
					}
				}
			}
		})
	}
}
