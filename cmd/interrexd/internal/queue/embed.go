package queue

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Embed starts a server within the process, with its files in a folder. It listens on an address, or on none if that
// is "". Whoever connects with the option is within the process too.
func Embed(folder, address string) (*server.Server, nats.Option, error) {
	o := &server.Options{ServerName: "interrexd", JetStream: true, StoreDir: folder, NoSigs: true, NoLog: true, DontListen: address == ""}
	if address != "" {
		host, port, err := net.SplitHostPort(address)
		if err == nil {
			o.Host = host
			o.Port, err = strconv.Atoi(port)
		}
		if err != nil || o.Port < 0 || o.Port > 65535 {
			return nil, nil, fmt.Errorf("%q; allowed: HOST:PORT", address)
		}
		if o.Port == 0 {
			o.Port = server.RANDOM_PORT
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, nil, errors.New("the embedded NATS server does not start; allowed: a free address, and a folder that can be written")
	}
	return s, nats.InProcessServer(s), nil
}
