package page

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// AddTo gives a command the explorer.
func AddTo(p *parts.Parts) { p.Serve, p.Link = serve, link }

func link(ctx context.Context, list []claims.Listed, file []byte) (string, error) {
	return explore.New(list, nil).Link(ctx, file)
}

// serve serves the page as parts.Explorer says.
func serve(ctx context.Context, list []claims.Listed, listing parts.Listing, address string, ready func(address string)) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("explore: %w; allowed: --listen HOST:PORT of this machine, port 0 for any", err)
	}
	ready(listener.Addr().String())
	host, _, _ := net.SplitHostPort(address)
	server := &http.Server{Handler: Handler(explore.New(list, listing), host), ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
