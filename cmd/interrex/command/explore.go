package command

import (
	"context"
	"fmt"
	"net/url"
	"os"

	"github.com/spf13/cobra"
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
		ValidArgsFunction: k.completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			if folder != "" {
				return k.parts.WriteSite(cmd.Context(), k.list, k.parts.Listing, folder)
			}
			fragment, err := k.fragment(cmd.Context(), args)
			if err != nil {
				return err
			}
			return k.parts.Serve(cmd.Context(), k.list, k.parts.Listing, listen, func(address string) {
				fmt.Fprintf(cmd.OutOrStdout(), "http://%s/%s\n", address, fragment)
			})
		},
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:7878", "`HOST:PORT` to listen on; another host than loopback shows the page to others")
	if k.parts.WriteSite != nil {
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
	fragment, err := k.parts.Link(ctx, k.list, r.file.Format())
	if err != nil {
		return "", fmt.Errorf("%s: %w", r.path, err)
	}
	return fragment, nil
}
