package main

import (
	"fmt"
	"os"

	"github.com/interrex/interrex/cmd/interrexd/internal/replay"
	"github.com/interrex/interrex/counterexamples"
	"github.com/spf13/cobra"
)

func replayCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "replay FILE",
		Short:   "Let processes on loopback do what a stored counterexample says",
		Long:    "Replay starts all processes of a stored counterexample on loopback. A proxy holds their\nmessages and delivers them in the order of the file. At the end it compares their statuses\nwith those of the model; status 1 says that they differ.",
		Example: "  interrexd replay counterexamples/afa/E1-elected.txt",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			data, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			file, err := counterexamples.Parse(data)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			logs, err := os.MkdirTemp("", "interrexd") // a process restarts from its log
			if err != nil {
				return err
			}
			defer os.RemoveAll(logs)
			result, err := replay.File(c.Context(), file, replay.Options{Logs: logs})
			if err != nil {
				return err
			}
			return showReplay(c, file, result)
		},
	}
}

// showReplay writes how the processes have ended.
func showReplay(c *cobra.Command, f *counterexamples.File, r replay.Result) error {
	fmt.Fprintf(c.OutOrStdout(), "%s: %d events over gRPC\n", f.Title(), r.Events)
	for p, status := range r.Got {
		if status == "" {
			status = "down"
		}
		fmt.Fprintf(c.OutOrStdout(), "p%d %s\n", p, status)
	}
	if list := replay.Differences(r.Got, r.Want); list != nil {
		for _, line := range list {
			fmt.Fprintln(c.ErrOrStderr(), line)
		}
		return fmt.Errorf("the statuses are not those of the model: %w", errNot)
	}
	fmt.Fprintln(c.OutOrStdout(), "the statuses are those of the model")
	return nil
}
