package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/checker/validate"
)

// addObject adds the flag that judges logs of calls.
func (c *validateCommand) addObject(cmd *cobra.Command) {
	cmd.Long += `

With --object the logs say what clients have called and what has been returned, from
when to when. They are valid if the calls are linearizable: if some order of them gives
the results, in which a call that has returned before another was made comes first.`
	cmd.Example += "\n  interrex validate --object register calls.log"
	c.changes.add(cmd, "object", "the logs are those of the calls of this object ("+strings.Join(c.known.parts.Objects, ", ")+"), and no algorithm is named", "OBJECT", func(s string) error {
		c.object = s
		return nil
	})
}

// runCalls judges logs of calls.
func (c *validateCommand) runCalls(cmd *cobra.Command, paths []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "object" && f.Name != "output" && f.Name != "max-time" {
			err = fmt.Errorf("--object and --%s: calls need no algorithm and no network; allowed: --output, --max-time", f.Name)
		}
	})
	if err != nil {
		return err
	}
	ctx, stop := cmd.Context(), context.CancelFunc(func() {})
	if c.options.MaxTime > 0 {
		ctx, stop = context.WithTimeout(ctx, c.options.MaxTime)
	}
	defer stop()
	verdict, lines, text, err := c.known.parts.JudgeCalls(ctx, c.object, func(each func(string, io.Reader) error) error {
		return eachLog(cmd.InOrStdin(), paths, each)
	})
	if err != nil {
		return err
	}
	out, err := openOutput(c.out, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.discard()
	if _, err := fmt.Fprintf(out, "%v: %s of calls of a %s\n%s", verdict, plural(lines, "line", "lines"), c.object, lined(text)); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	switch verdict {
	case validate.Invalid:
		return refuted
	case validate.Unknown:
		fmt.Fprintln(cmd.ErrOrStderr(), "interrex: cut short; whether the log is valid is not known")
		return incomplete
	}
	return nil
}

// lined returns lines of text.
func lined(text []string) string {
	if text == nil {
		return ""
	}
	return strings.Join(text, "\n") + "\n"
}
