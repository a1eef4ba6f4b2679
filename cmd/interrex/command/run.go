package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// run runs one command line and returns its exit status.
func (k *collection) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := k.newRoot()
	root.SetArgs(args)
	out := &output{w: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	return out.status(root.ExecuteContext(ctx), stderr)
}

// status returns the exit status of a command that ended with an error, and explains the error unless that was done.
func (o *output) status(err error, stderr io.Writer) int {
	if failure := o.failure(); failure != nil { // some of the output is lost
		err = failure
	}
	var s status
	switch {
	case err == nil:
		return int(ok)
	case errors.As(err, &s):
		return int(s)
	}
	fmt.Fprintf(stderr, "interrex: %v\n", err)
	return int(usage)
}

func (k *collection) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "interrex",
		Short: "Model checker for leader-election protocols",
		Long: "interrex checks leader-election protocols over every interleaving.\n\n" +
			"Exit status: 0 all claims confirmed (with --variant: all properties hold), 1 one is refuted,\n" +
			"2 bad usage or input, 3 cut short before it could decide, 4 nothing could have refuted one (vacuous).",
		Args: k.unknownCommand,
		RunE: k.begin,

		PersistentPreRunE: noneEmpty,
		SilenceErrors:     true,
		SilenceUsage:      true,
	}
	root.SetHelpFunc(k.help(root.HelpFunc()))
	root.Flags().BoolP("version", "v", false, "print the version") // cobra's own links text/template
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(k.newList(), k.newCheck(), k.newReplay(), k.newMinimise(), k.newChart(), k.newExport(), k.newMeasure(), k.newSimulate(), k.newValidate(), k.newMerge())
	if k.parts.Serve != nil {
		root.AddCommand(k.newExplore())
	}
	if add, ok := k.parts.CoverageCommand.(func(*collection) *cobra.Command); ok {
		root.AddCommand(add(k))
	}
	if k.own {
		if k.addFlags != nil {
			k.addFlags(root)
		}
		k.describe(root)
	}
	for _, command := range k.commands {
		root.AddCommand(command(k))
	}
	for _, cmd := range root.Commands() {
		k.completeFlags(cmd)
	}
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Args = func(cmd *cobra.Command, args []string) error {
				if of, _, err := root.Find(args); err != nil || of != root {
					return err
				}
				return k.unknownCommand(root, args)
			}
		}
	}
	return root
}

// begin prints the version, or shows a stranger how to begin. A command of one's own has few
// algorithms, and its help names them.
func (k *collection) begin(cmd *cobra.Command, _ []string) error {
	if asked, err := cmd.Flags().GetBool("version"); err != nil || asked {
		fmt.Fprintf(cmd.OutOrStdout(), "interrex %s\n", versionText(debug.ReadBuildInfo()))
		return err
	}
	if k.own {
		return cmd.Help()
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), beginning, k.list[0].Name)
	return err
}

// beginning is the text of the command without arguments, with an algorithm. The times were measured.
const beginning = `interrex checks leader-election protocols over every interleaving. Try:

  interrex check %[1]s -n 3 --variant printed
      0.1 s: a property that the printed text violates, and a chart of it
  interrex simulate %[1]s -n 100000
      0.1 s: one random execution of many processes
  interrex check
      minutes: every claim about every algorithm, with lines from the first
      second on; an interrupt shows what is confirmed up to which n

interrex --help lists all commands, and the exit statuses.
`

// noneEmpty rejects flags with an empty text, which a script passes if one of its
// variables is not set. To get the default, omit the flag.
func noneEmpty(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.String() == "" {
			err = fmt.Errorf("--%s is empty; allowed: see %s --help, or omit the flag", f.Name, cmd.CommandPath())
		}
	})
	return err
}
