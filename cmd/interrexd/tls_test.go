package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/linkpb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// certify writes a certificate for 127.0.0.1 that signs itself, and its key.
func certify(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", secret)
}

// TestMutualTLS lets two processes elect with certificates. Somebody without one is not answered.
func TestMutualTLS(t *testing.T) {
	cert, key := certify(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var addresses [2]string
	for p := range addresses {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		addresses[p] = l.Addr().String()
		l.Close()
	}
	status := make(chan int, 2)
	start := func(id int) {
		status <- execute(ctx, []string{"run", "afa", "--id", fmt.Sprint(id), "--cert", cert, "--key", key, "--ca", cert,
			"--peers", fmt.Sprintf("1=%s,2=%s", addresses[0], addresses[1])})
	}
	go start(1)
	conn, err := grpc.NewClient(addresses[0], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	short, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	if _, err := linkpb.NewControlClient(conn).Report(short, &linkpb.ReportRequest{}, grpc.WaitForReady(true)); err == nil {
		t.Error("a process with certificates has answered somebody without one")
	}
	go start(2)
	for range 2 {
		if got := <-status; got != 0 || ctx.Err() != nil {
			t.Errorf("status %d, %v", got, ctx.Err())
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		args   []string
		reason string
	}{
		{[]string{"run", "afa"}, "neither --local nor --id"},
		{[]string{"run", "nobody", "--local", "3"}, "no such algorithm"},
		{[]string{"run", "afa", "--local", "3", "--ids", "1,2"}, "too few identities"},
		{[]string{"run", "afa", "--local", "3", "--ids", "1,2,x"}, "no number"},
		{[]string{"run", "raft", "--local", "3", "--wire", "document"}, "a wire of afa"},
		{[]string{"run", "afa", "--id", "4", "--peers", "1=127.0.0.1:1"}, "an identity that is nobody's"},
		{[]string{"run", "afa", "--id", "1", "--peers", "1=127.0.0.1:0", "--cert", "x"}, "a certificate without key"},
		{[]string{"replay", "missing.txt"}, "no such file"},
	} {
		if got := execute(t.Context(), c.args); got != 2 {
			t.Errorf("%s: status %d, want 2", c.reason, got)
		}
	}
}
