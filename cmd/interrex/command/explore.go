package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/cmd/interrex/internal/explore"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/page"
	"github.com/interrex/interrex/cmd/interrex/internal/explore/site"
)

func (k *collection) newExplore() *cobra.Command {
	var listen, folder string
	cmd := &cobra.Command{
		Use:   "explore [ALGORITHM | FILE]",
		Short: "Open a page to explore in: be the network, event by event",
		Long: `Explore serves a page in which you choose the next event, see why another one is not
enabled, and let the checker find what breaks a property. It begins with a level; with an
algorithm or a counterexample file it begins there. It listens on the loopback interface,
so that only this machine can see the page; an interrupt ends it.`,
		Args:              atMostOne,
		ValidArgsFunction: k.completeName,
		RunE: func(cmd *cobra.Command, args []string) error {
			if folder != "" {
				return site.Write(cmd.Context(), folder, explore.New(k.list))
			}
			fragment, err := k.fragment(cmd.Context(), args)
			if err != nil {
				return err
			}
			listener, err := net.Listen("tcp", listen)
			if err != nil {
				return fmt.Errorf("explore: %w; allowed: --listen HOST:PORT of this machine, port 0 for any", err)
			}
			host, _, _ := net.SplitHostPort(listen)
			fmt.Fprintf(cmd.OutOrStdout(), "http://%v/%s\n", listener.Addr(), fragment)
			return serve(cmd.Context(), listener, page.Handler(explore.New(k.list), host))
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:7878", "`HOST:PORT` to listen on; another host than loopback shows the page to others")
	if !k.own { // a site has the algorithms that it was built with
		cmd.Long += `

With --site it writes the page as files that any web server can host, with the catalogue and
the checker as WebAssembly. That needs the Go command, within a clone of interrex.`
		cmd.Flags().StringVar(&folder, "site", "", "write the page into folder `DIR` instead of serving it")
	}
	return cmd
}

func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s: %d arguments; allowed: an algorithm, a counterexample file, or none", cmd.Name(), len(args))
	}
	return nil
}

// fragment returns the fragment of the address with which the page begins at an algorithm or
// a counterexample file.
func (k *collection) fragment(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	if _, err := k.byName(args[0]); err == nil {
		return "#1&algorithm=" + url.QueryEscape(args[0]), nil
	} else if _, missing := os.Stat(args[0]); missing != nil {
		return "", fmt.Errorf("%w; or a counterexample file", err)
	}
	r, err := k.readFile(nil, args[0])
	if err != nil {
		return "", err
	}
	return r.link(ctx, k)
}

// link returns the fragment of the execution of the file.
func (r *recorded) link(ctx context.Context, k *collection) (string, error) {
	question, err := json.Marshal(explore.Question{Ask: "open", Text: string(r.file.Format())})
	if err != nil {
		return "", err
	}
	var answer struct{ Error, Link string }
	if err := json.Unmarshal(explore.New(k.list).Answer(ctx, question, func([]byte) {}), &answer); err != nil {
		return "", err
	}
	if answer.Error != "" {
		return "", fmt.Errorf("%s: %s", r.path, answer.Error)
	}
	return answer.Link, nil
}

// serve serves until ctx ends.
func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
