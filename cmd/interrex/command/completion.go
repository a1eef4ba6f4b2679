package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/interrex/interrex/protocols/claims"
)

// words are the allowed values of flags that allow only a few.
var words = map[string][]string{
	"ids": {"all", "worst"}, "wake": {"any", "all"},
	"order": {"fifo", "bag", "set", "inbox"}, "timing": {"async", "timely", "lockstep", "bounded"},
	"fairness": {"default", "none", "weak", "strong"}, "engine": {"auto", "explicit", "symbolic", "sorted"}, "reduce": {"auto", "none", "confluent"},
	"scheduler": {"timed", "uniform", "fifo", "lifo", "slow", "pct", "swarm", "pos", "balanced"},
	"delay":     {"unit", "uniform", "exponential", "heavy-tailed"},
	"quantity":  {"messages", "rounds", "events"}, "format": formatNames(formatsOf(formats, chart)),
}

// completeFlags declares the words that the shell offers for each flag of cmd. It offers files
// only for flags that name one.
func (k *collection) completeFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		offer := cobra.FixedCompletions(words[f.Name], cobra.ShellCompDirectiveNoFileComp)
		if f.Name == "ids" && (cmd.Name() == "validate" || cmd.Name() == "export") { // it is about one system
			offer = cobra.FixedCompletions([]string{"worst"}, cobra.ShellCompDirectiveNoFileComp)
		}
		switch f.Name {
		case "output", "log", "profile":
			return // a file
		case "as":
			offer = cobra.FixedCompletions(formatNames(k.formats()), cobra.ShellCompDirectiveNoFileComp)
		case "counterexamples":
			offer = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
		case "property":
			offer = listed(func([]string) []string { return k.propertyNames() })
		case "variant":
			offer = listed(k.variantNames)
		case "reading":
			offer = listed(k.readingNames)
		case "limit":
			offer = listed(k.limitNames)
		}
		if err := cmd.RegisterFlagCompletionFunc(f.Name, offer); err != nil {
			panic(err) // it has been registered
		}
	})
}

// completeNames completes the names of algorithms.
func (k *collection) completeNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, e := range k.entries() {
		if !slices.Contains(args, e.Name) {
			names = append(names, e.Name+"\t"+e.Title)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeName completes the name of one algorithm.
func (k *collection) completeName(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return k.completeNames(cmd, args, begun)
}

// completeSubject completes the name of one algorithm, or of a file.
func (k *collection) completeSubject(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	names, directive := k.completeName(cmd, args, begun)
	if len(args) == 0 {
		directive = cobra.ShellCompDirectiveDefault
	}
	return names, directive
}

// completeLog completes the name of one algorithm, then names of files.
func (k *collection) completeLog(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return k.completeNames(cmd, args, begun)
}

// listed completes the last part of a list separated by commas. names returns
// the allowed names for some algorithms.
func listed(names func(algorithms []string) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		before := begun[:strings.LastIndexByte(begun, ',')+1]
		var offers []string
		for _, name := range names(args) {
			if offer := before + name; strings.HasPrefix(offer, begun) && !slices.Contains(strings.Split(before, ","), name) {
				offers = append(offers, offer)
			}
		}
		return offers, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// variantNames returns the variants of the algorithms that are one fix away
// from printed or corrected.
func (k *collection) variantNames(algorithms []string) []string {
	names := []string{"printed", "corrected"}
	for _, name := range algorithms {
		e, err := k.byName(name)
		if err != nil {
			continue
		}
		for _, erratum := range e.Errata {
			names = append(names, "+"+erratum.ID, "-"+erratum.ID)
		}
	}
	return names
}

// readingNames returns the readings of the algorithms.
func (k *collection) readingNames(algorithms []string) []string {
	var names []string
	for _, name := range algorithms {
		e, err := k.byName(name)
		if err != nil {
			continue
		}
		for _, r := range e.Readings {
			for i := range r.Options {
				names = append(names, r.ID+"="+claims.OptionName(i))
			}
		}
	}
	return names
}

// limitNames returns the limits of the algorithms, each with its least and greatest number.
func (k *collection) limitNames(algorithms []string) []string {
	var names []string
	for _, name := range algorithms {
		e, err := k.byName(name)
		if err != nil {
			continue
		}
		for _, l := range e.Limits {
			names = append(names, fmt.Sprintf("%s=1\t%s, 1 to %d", l.Name, l.Meaning, l.Greatest))
		}
	}
	return names
}
