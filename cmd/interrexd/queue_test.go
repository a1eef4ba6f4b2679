package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/queue"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/spf13/pflag"
)

// TestFlagsOfTheQueue says which flags of check are about the queue.
func TestFlagsOfTheQueue(t *testing.T) {
	f := pflag.NewFlagSet("check", pflag.ContinueOnError)
	(&queueFlags{}).add(f)
	for _, row := range []struct{ line, own, rest, reason string }{
		{"lcr --nats a -n 2", "--nats a", "lcr -n 2", "its value is a word of its own"},
		{"--nats=a lcr --key=b", "--nats=a --key=b", "lcr", "or not"},
		{"lcr -- --nats a", "", "lcr -- --nats a", "no flags follow"},
		{"lcr --natsy a", "", "lcr --natsy a", "another flag"},
		{"lcr --nats", "--nats", "lcr", "its value is missing"},
	} {
		own, rest := split(f, strings.Fields(row.line))
		if !slices.Equal(own, strings.Fields(row.own)) || !slices.Equal(rest, strings.Fields(row.rest)) {
			t.Errorf("%s: %s: %q and %q", row.line, row.reason, own, rest)
		}
	}
}

// TestLinesThatAreRefused says which command lines are errors, each in one line.
func TestLinesThatAreRefused(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"worker", "worker: no server; allowed: --nats URL"},
		{"worker --nats nats://127.0.0.1:1", "cannot connect to NATS at nats://127.0.0.1:1"},
		{"worker --nats x --at-once 0", "--at-once 0; allowed: 1 or more"},
		{"worker --nats x --silence 1ms", "--silence 1ms; allowed: 1s or more"},
		{"worker --nats x --max-idle -1s", "--max-idle -1s; allowed: a time"},
		{"worker --nats x --cert c", "--cert and --key go together"},
		{"check lcr --nats x --store y", "--store and --listen are about the embedded server"},
		{"check lcr --listen nowhere", `"nowhere"; allowed: HOST:PORT`},
		{"check lcr --shard 1/2", "--shard and --resume"},
		{"check nobody -n 2", `unknown algorithm "nobody"`},
		{"check lcr --nats", "flag needs an argument: --nats"},
		{"check lcr -n 3 --parts 2", "--parts 2: the request has "},
		{"check lcr -n 3 --ids worst --variant corrected --parts 2", "allowed: --engine explicit --reduce none"},
		{"check lcr -n 3 --ids worst --variant corrected --engine explicit --reduce none --parts -1", "-1 parts of a search; allowed: 1 to 1000"},
		{"worker --nats x --disk nowhere/at/all", "--disk nowhere/at/all; allowed: a folder that exists"},
		{"measure lcr --shard 1/2", "--shard and --resume: the queue keeps"},
		{"measure lcr --shards 0", "0 shards; allowed: 1 to 10000"},
		{"measure nobody", `unknown algorithm "nobody"`},
		{"measure lcr --nats x --store y", "--store and --listen are about the embedded server"},
	} {
		status, said := ran(t, row.line)
		if status != 2 || !strings.HasPrefix(said, "interrexd: ") || !strings.Contains(said, row.want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: exit status %d, %q, want %q", row.line, status, said, row.want)
		}
	}
}

// ran runs a command line and returns its exit status and its standard error.
func ran(t *testing.T, line string) (int, string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = w
	status := execute(t.Context(), strings.Fields(line))
	os.Stderr = before
	w.Close()
	said, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return status, string(said)
}

// TestCertificates says that a worker shows a server its certificate, and takes none of the server that another authority has signed.
func TestCertificates(t *testing.T) {
	cert, key := certify(t, t.TempDir())
	otherCert, otherKey := certify(t, t.TempDir())
	config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: cert, KeyFile: key, CaFile: cert, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, TLSConfig: config, TLSVerify: true, TLSTimeout: 5})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	for _, row := range []struct {
		cert, key, ca string
		isTaken       bool
		reason        string
	}{
		{cert, key, cert, true, "both know each other"},
		{otherCert, otherKey, cert, false, "the server does not know who signed"},
		{cert, key, otherCert, false, "the worker does not know who signed"},
		{"", "", cert, false, "no certificate"},
	} {
		q := &queueFlags{url: s.ClientURL(), atOnce: 1, silence: queue.UsualSilence, err: io.Discard, cert: row.cert, key: row.key, ca: row.ca}
		c, err := q.open()
		if (err == nil) != row.isTaken {
			t.Errorf("%s: error %v", row.reason, err)
		}
		if err == nil {
			c.Close()
		}
	}
}
