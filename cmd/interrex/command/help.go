package command

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// help adds the examples of the entries to the help text of a command, and prints it. No other
// command line needs them, so a command does not have them from the start.
func (k *collection) help(print func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		if cmd.HasParent() { // the entries have examples of its commands, not of the program itself
			cmd.Example = strings.Trim(cmd.Example+"\n"+k.examples(cmd.Name()), "\n")
		}
		if !cmd.HasParent() {
			print(cmd, args)
			return
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n\n", cmp.Or(cmd.Long, cmd.Short))
		writeUsage(cmd)
	}
}

// describe makes the texts of the command those of a command of one's own, and
// hides the commands and flags that only the catalogue has.
func (k *collection) describe(root *cobra.Command) {
	names := strings.Join(k.names(), ", ")
	root.Use, root.Short = k.program, "Model checker for "+names
	root.Long = k.program + " checks protocols over every interleaving: " + names + ".\n\n" +
		"Exit status: 0 all properties hold, 1 one is refuted, 2 bad usage or input,\n" +
		"3 cut short before it could decide, 4 nothing could have refuted one (vacuous)."
	for _, cmd := range root.Commands() {
		if text, ok := ownTexts[cmd.Name()]; ok {
			cmd.Short, cmd.Long = text.short, text.long
		}
		if cmd.Name() == "measure" && k.parts.Fits != nil {
			cmd.Long += "\n\nIt fits curves to the averages by least squares and, with -o, draws them as SVG and PNG."
		}
		cmd.Long = strings.ReplaceAll(cmd.Long, "on the network of its document with", "on its network with")
		cmd.Example = strings.ReplaceAll(cmd.Example, "interrex ", k.program+" ")
		for _, flag := range []string{"variant", "reading", "limit", "large", "beyond", "report"} {
			if f := cmd.Flags().Lookup(flag); f != nil {
				f.Hidden = true
			}
		}
	}
}

// ownTexts are the help texts that differ from those for the catalogue.
var ownTexts = map[string]struct{ short, long string }{
	"list": {"List the protocols, with the properties that they are to have", ""},
	"check": {"Check the properties over every interleaving", `Check searches every execution of each instance and judges properties.

Without arguments it checks every property of every protocol, for each number of
processes that the protocol names and every arrangement of their identities. The
result is one table, with the shortest counterexample of each violated property.

Flags set another network (order, timing, wake, faults) or fairness.`},
	"measure": {"Measure messages and time: averages against n, or the exact extremes", `Measure simulates each protocol for several numbers of processes (--sizes), several
times each, and averages: messages sent, messages received by the busiest process, and
time. If executions do not end, give --max-events.

With -o FOLDER it writes the result of each simulation to FOLDER/NAME.csv. It does not
repeat simulations in the file: after an interrupt, the same command continues where it
stopped.

With --exact it finds the least and the greatest number of messages, rounds or events
over every interleaving that ends and every arrangement of the identities.`},
}
