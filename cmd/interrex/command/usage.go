package command

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/model"
)

// A flagGroup is the flags below one heading of a help text, in that order.
type flagGroup struct {
	heading string
	names   []string
}

// flagGroups returns the groups of the flags of all commands.
func flagGroups() []flagGroup {
	faults := []string{"down", "fault-rate"}
	for _, b := range new(model.Faults).Budgets() {
		faults = append(faults, b.Name, b.Name+"-of")
	}
	return []flagGroup{
		{"What", []string{"processes", "sizes", "ids", "variant", "reading", "limit", "set", "property", "fairness", "large", "beyond", "shard",
			"exact", "quantity", "repeats", "synchronous", "in-order", "object", "tick", "unlogged"}},
		{"Network", []string{"order", "timing", "max-delay", "timers-in-turn", "capacity", "wake", "wake-rate", "delay"}},
		{"Faults", faults},
		{"Limits", []string{"max-time", "max-instance-time", "max-memory", "disk", "every", "max-configurations", "max-depth", "max-events"}},
		{"Engine", []string{"engine", "reduce", "symmetry", "audit", "explain", "workers", "scheduler", "seed"}},
		{"Output", []string{"output", "listen", "site", "json", "long", "chart", "picture", "profile", "locals", "format", "as", "counterexamples", "executions", "resume", "events", "log", "name", "report", "help"}},
	}
}

// writeUsage writes how to call a command, and its flags in groups.
func writeUsage(cmd *cobra.Command) {
	w := cmd.OutOrStderr()
	fmt.Fprintf(w, "Usage:\n  %s\n", cmd.UseLine())
	if cmd.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	}
	width := min(columns(terminalWidth(w)), pageWidth)
	for _, g := range flagGroups() {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.SortFlags = false
		for _, name := range g.names {
			if f := cmd.Flags().Lookup(name); f != nil && !f.Hidden {
				flags.AddFlag(f)
			}
		}
		if flags.HasFlags() {
			fmt.Fprintf(w, "\n%s:\n%s", g.heading, flags.FlagUsagesWrapped(width))
		}
	}
}
