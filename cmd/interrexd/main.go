// Command interrexd runs processes of the catalogue's algorithms on a network: the same
// Step that is checked. It also checks claims by workers on several machines.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(execute(ctx, os.Args[1:]))
}

// errNot is the error of a run that has ended, but not as it should: status 1.
var errNot = errors.New("not as it should be")

// exitStatus is the error of a run that has explained itself, and ends with another exit status.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// execute runs the command and returns its exit status.
func execute(ctx context.Context, args []string) int {
	root := &cobra.Command{
		Use:           "interrexd",
		Short:         "Runs processes of the catalogue's algorithms on a network, and checks claims by workers",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(runCommand(), replayCommand(), workerCommand(), checkCommand(), measureCommand())
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var status exitStatus
	switch {
	case errors.As(err, &status):
		return int(status)
	case err == nil:
		return 0
	case errors.Is(err, errNot):
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Fprintf(os.Stderr, "interrexd: %v\n", err)
	return 2
}
