package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/interrex/interrex/checker/runner"
	"github.com/interrex/interrex/cmd/interrexd/internal/host"
	"github.com/interrex/interrex/cmd/interrexd/internal/link"
	"github.com/interrex/interrex/model"
	"github.com/spf13/pflag"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// oneFlags are the flags of a single process.
type oneFlags struct {
	id            int
	listen, peers string
	manual        bool
	cert, key, ca string
}

func (o *oneFlags) add(f *pflag.FlagSet) {
	f.IntVar(&o.id, "id", 0, "run the process with this identity only")
	f.StringVar(&o.listen, "listen", "", "with --id: where it listens (default: its address in --peers)")
	f.StringVar(&o.peers, "peers", "", "with --id: all processes in the order of the network, itself included, as 3=host:port,1=host:port")
	f.BoolVar(&o.manual, "manual", false, "with --id: take inputs only from the network and the service Control, which a test uses")
	f.StringVar(&o.cert, "cert", "", "with --id: certificate of the process, in PEM; needs --key and --ca")
	f.StringVar(&o.key, "key", "", "with --id: private key of the certificate, in PEM")
	f.StringVar(&o.ca, "ca", "", "with --id: certificates of who signs those of the processes, in PEM; both sides must have one")
}

// processes reads --peers.
func (o *oneFlags) processes() (ids []model.ID, addresses []string, err error) {
	known := false
	for _, one := range strings.Split(o.peers, ",") {
		id, address, ok := strings.Cut(one, "=")
		number, err := strconv.Atoi(id)
		if !ok || err != nil || number < 1 {
			return nil, nil, fmt.Errorf("--peers: %q; allowed: identity=host:port for each process, separated by commas", one)
		}
		known = known || number == o.id
		ids, addresses = append(ids, model.ID(number)), append(addresses, address)
	}
	if !known {
		return nil, nil, fmt.Errorf("--peers has no identity %d, which is --id; allowed: all processes, itself included", o.id)
	}
	return ids, addresses, nil
}

// credentials returns the options for mutual TLS, nil if there are no certificates.
func (o *oneFlags) credentials() (dial []grpc.DialOption, server []grpc.ServerOption, err error) {
	if o.cert == "" && o.key == "" && o.ca == "" {
		return nil, nil, nil
	}
	if o.cert == "" || o.key == "" || o.ca == "" {
		return nil, nil, errors.New("--cert, --key and --ca go together; allowed: all three, or none")
	}
	pair, err := tls.LoadX509KeyPair(o.cert, o.key)
	if err != nil {
		return nil, nil, fmt.Errorf("--cert, --key: %w", err)
	}
	pem, err := os.ReadFile(o.ca)
	if err != nil {
		return nil, nil, fmt.Errorf("--ca: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, nil, fmt.Errorf("--ca: %s has no certificate in PEM", o.ca)
	}
	config := &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: pool, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS13}
	creds := credentials.NewTLS(config)
	return []grpc.DialOption{grpc.WithTransportCredentials(creds)}, []grpc.ServerOption{grpc.Creds(creds)}, nil
}

// runOne runs one process until it has terminated or is interrupted.
func (j *job) runOne(ctx context.Context, p int, addresses []string) error {
	dial, server, err := j.one.credentials()
	if err != nil {
		return err
	}
	wakes, err := j.wakes()
	if err != nil {
		return err
	}
	listen := j.one.listen
	if listen == "" {
		listen = addresses[p]
	}
	on, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	o := host.Options{
		Link:     link.Options{System: j.system, Process: p, Addresses: addresses, Wire: j.speaks, Name: j.choice.String(), Dial: dial, Server: server, Logger: j.logger()},
		Runner:   runner.Options{Seed: j.seed, Tick: j.tick, Manual: j.one.manual, Logger: j.logger()},
		Listener: on,
	}
	if j.logs != "" {
		if err := os.MkdirAll(j.logs, 0o755); err != nil {
			return err
		}
		o.Log = filepath.Join(j.logs, fmt.Sprintf("p%d.log", p))
	}
	h, err := host.Start(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(j.out, "p%d listens at %s\n", p, on.Addr())
	return errors.Join(j.follow(ctx, h, p, wakes), stopped(h))
}

// follow lets the process wake, and shows its statuses until it has terminated.
func (j *job) follow(ctx context.Context, h *host.Host, p int, wakes []int) error {
	if !j.one.manual {
		if err := greet(ctx, h); err != nil || ctx.Err() != nil {
			return err
		}
		for _, w := range wakes {
			if w == p {
				h.Process.Take(ctx, runner.Input{Kind: model.Wake}) // unless it has come back, or a message has woken it
			}
		}
	}
	shown := ""
	for {
		changed := h.Process.Changed()
		st := h.Process.Status()
		if text := st.String(); text != shown {
			fmt.Fprintf(j.out, "p%d %s\n", p, text)
			shown = text
		}
		if st.Halted && !j.one.manual {
			return nil
		}
		select {
		case <-changed:
		case <-h.Ended():
			return fmt.Errorf("%w: %w", h.Err(), errNot)
		case <-ctx.Done():
			return nil
		}
	}
}

// greet waits until the neighbours answer, ctx ends or the process has terminated: the others may have
// elected, and ended, before its Ping has come back.
func greet(ctx context.Context, h *host.Host) error {
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for waiting.Err() == nil {
			changed := h.Process.Changed()
			if h.Process.Status().Halted {
				cancel()
			}
			select {
			case <-changed:
			case <-waiting.Done():
			}
		}
	}()
	err := h.Link.Greet(waiting)
	if steps, _ := h.Process.Counts(); steps > 0 || ctx.Err() != nil {
		return nil // a message has come: the election is under way
	}
	return err
}

// stopped stops a process that has time to deliver the messages that it has sent.
func stopped(h *host.Host) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return h.Stop(ctx)
}
