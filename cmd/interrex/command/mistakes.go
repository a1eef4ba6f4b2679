package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError returns the error for flags that cannot be read: one line that names the
// flag and the allowed values.
func flagError(cmd *cobra.Command, err error) error {
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) {
		name, known := unknown.GetSpecifiedName(), []string{}
		if unknown.GetSpecifiedShortnames() == "" {
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden {
					known = append(known, f.Name)
				}
			})
		}
		return fmt.Errorf("%w; allowed: see %s --help%s", err, cmd.CommandPath(), didYouMean(name, known, "--"))
	}
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		f := invalid.GetFlag()
		if f.Value.Type() == "bool" {
			return fmt.Errorf("--%s: %q; allowed: --%[1]s, or --%[1]s=false", f.Name, invalid.GetValue())
		}
		return fmt.Errorf("--%s: %w", f.Name, invalid.Unwrap())
	}
	if missing := (*pflag.ValueRequiredError)(nil); errors.As(err, &missing) {
		f := missing.GetFlag()
		kind, usage := pflag.UnquoteUsage(f)
		return fmt.Errorf("--%s needs its %s; allowed: %s", f.Name, kind, usage)
	}
	return err
}

// unknownCommand rejects the name of an unknown command.
func (k *collection) unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if args[0] == "explore" {
		return errors.New("explore: this program has no page; allowed: command.With(explorer.Part()).Main in place of command.Main (docs/explorer.md)")
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	slices.Sort(names)
	hint := didYouMean(args[0], names, "")
	if hint == "" && slices.Contains(k.names(), args[0]) {
		hint = fmt.Sprintf("; did you mean %s check %s?", cmd.Name(), args[0])
	}
	return fmt.Errorf("unknown command %q; allowed: %s%s", args[0], strings.Join(names, ", "), hint)
}

// didYouMean asks whether one of the known words was meant, each written behind prefix;
// "" if none is like word.
func didYouMean(word string, known []string, prefix string) string {
	var like cobra.Command // measures how far words are from each other
	like.SuggestionsMinimumDistance = 2
	for _, name := range known {
		like.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if meant := like.SuggestionsFor(word); len(meant) > 0 && word != "" {
		return fmt.Sprintf("; did you mean %s%s?", prefix, strings.Join(meant, " or "+prefix))
	}
	return ""
}
