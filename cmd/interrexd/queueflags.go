package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/queue"
	"github.com/nats-io/nats.go"
	"github.com/spf13/pflag"
)

// queueFlags say where the queue is.
type queueFlags struct {
	url           string
	creds         string
	cert, key, ca string
	atOnce        int
	silence       time.Duration
	err           io.Writer
}

func (q *queueFlags) add(f *pflag.FlagSet) {
	f.StringVar(&q.url, "nats", "", "`URL` of the NATS server, as nats://user:password@host:4222 or tls://host:4222; several with commas")
	f.StringVar(&q.creds, "creds", "", "`FILE` with the credentials of a NATS user")
	f.StringVar(&q.cert, "cert", "", "certificate for the NATS server, in PEM; needs --key")
	f.StringVar(&q.key, "key", "", "private key of the certificate, in PEM")
	f.StringVar(&q.ca, "ca", "", "certificates of who signs that of the NATS server, in PEM (default: those of the system)")
	f.DurationVar(&q.silence, "silence", queue.UsualSilence, "a worker that is silent for so long loses its tasks to others")
	f.IntVar(&q.atOnce, "at-once", runtime.GOMAXPROCS(0), "`K` tasks that this process does at the same time")
}

// open connects to the server.
func (q *queueFlags) open(options ...nats.Option) (*queue.Queue, error) {
	if q.atOnce < 1 {
		return nil, fmt.Errorf("--at-once %d; allowed: 1 or more", q.atOnce)
	}
	if q.silence < time.Second {
		return nil, fmt.Errorf("--silence %v; allowed: 1s or more", q.silence)
	}
	if (q.cert == "") != (q.key == "") {
		return nil, errors.New("--cert and --key go together; allowed: both, or none")
	}
	if q.creds != "" {
		options = append(options, nats.UserCredentials(q.creds))
	}
	if q.cert != "" {
		options = append(options, nats.ClientCert(q.cert, q.key))
	}
	if q.ca != "" {
		options = append(options, nats.RootCAs(q.ca))
	}
	server, err := queue.Open(q.url, q.log, options...)
	if err == nil {
		server.Silence = q.silence
	}
	return server, err
}

// log writes a line for people.
func (q *queueFlags) log(format string, args ...any) {
	fmt.Fprintf(q.err, "interrexd: "+format+"\n", args...)
}

// split takes the flags of f out of a command line, and returns the rest: the flags of another command, among which they stand.
func split(f *pflag.FlagSet, args []string) (own, rest []string) {
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		switch flag := f.Lookup(name); {
		case args[i] == "--":
			return own, append(rest, args[i:]...)
		case flag == nil || !strings.HasPrefix(args[i], "--"):
			rest = append(rest, args[i])
		case hasValue || flag.NoOptDefVal != "" || i+1 == len(args):
			own = append(own, args[i])
		default:
			own = append(own, args[i], args[i+1])
			i++
		}
	}
	return own, rest
}

// within returns an error unless a time is not negative.
func within(flag string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("--%s %v; allowed: a time like 90s or 5m", flag, d)
	}
	return nil
}

// asksForHelp reports whether a command line asks for help.
func asksForHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}
