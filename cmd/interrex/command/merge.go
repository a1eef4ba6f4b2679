package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/cmd/interrex/internal/journal"
)

// A mergeCommand is one call of merge.
type mergeCommand struct {
	known *collection
	out   string // as that of the command that is merged
	files string // directory for counterexamples, "" for none
}

func (k *collection) newMerge() *cobra.Command {
	c := &mergeCommand{known: k}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Make one report of the files of all shards",
		Long: `Merge writes the report that the command without --shard writes, from the files that
it has written with --shard 1/N to N/N, or of one that it has written with --resume.
It searches nothing, and replays each counterexample.

Times are those that the shards have measured: processor seconds are summed up.

The exit status is that of the command.`,
		Example: "  " + k.program + " merge part-1 part-2 part-3",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("merge: no file; allowed: the files of all shards")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.run(cmd.Context(), args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&c.out, "output", "o", "", "write the result to `PATH`, as the command does")
	flags.StringVar(&c.files, "counterexamples", "", "write the shortest counterexample of each violated property to a file in `DIR`")
	return cmd
}

// A part is a file of results that are to be merged.
type part struct {
	path string
	*journal.File
}

func (c *mergeCommand) run(ctx context.Context, paths []string, stdout, stderr io.Writer) error {
	var parts []part
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", path, cause(err))
		}
		f, err := journal.Parse(text)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		parts = append(parts, part{path, f})
	}
	if err := areWhole(parts); err != nil {
		return err
	}
	return c.merge(ctx, parts, stdout, stderr)
}

// merge runs the command of all parts with their results.
func (c *mergeCommand) merge(ctx context.Context, parts []part, stdout, stderr io.Writer) error {
	kept := newKeeper()
	kept.merges = true
	for _, p := range parts {
		if err := kept.load(p.File); err != nil {
			return fmt.Errorf("%s: %w", p.path, err)
		}
	}
	return c.report(ctx, parts[0].Command, kept, stdout, stderr)
}

// areWhole returns an error unless the files are all shards of one request to this program.
func areWhole(parts []part) error {
	var this journal.Head
	if err := identify(&this); err != nil {
		return err
	}
	first := parts[0]
	this.Command, this.Of = first.Command, first.Of
	if err := first.SameRequest(this); err != nil {
		return fmt.Errorf("%s: %w; allowed: the program that has written it", first.path, err)
	}
	byNumber := map[int]part{}
	for _, p := range parts {
		if err := p.SameRequest(first.Head); err != nil {
			return fmt.Errorf("%s: %w as %s; allowed: files of one request", p.path, err, first.path)
		}
		if other, twice := byNumber[p.Shard]; twice {
			return fmt.Errorf("%s and %s are both shard %d of %d; allowed: one file of each", other.path, p.path, p.Shard, p.Of)
		}
		byNumber[p.Shard] = p
	}
	var missing []string
	for i := 1; i <= first.Of; i++ {
		if _, there := byNumber[i]; !there {
			missing = append(missing, fmt.Sprint(i))
		}
	}
	if missing != nil {
		word := "shard"
		if len(missing) > 1 {
			word = "shards"
		}
		return fmt.Errorf("%s %s of %d missing; allowed: the files of all", word, strings.Join(missing, ", "), first.Of)
	}
	at := slices.IndexFunc(parts, func(p part) bool { return !p.Ended })
	if at >= 0 {
		p := parts[at]
		return fmt.Errorf("%s: shard %d of %d is not finished: it has %s; allowed: the command that has written it goes on there",
			p.path, p.Shard, p.Of, plural(len(p.Results), "result", "results"))
	}
	return nil
}

// report runs the command of the files with their results.
func (c *mergeCommand) report(ctx context.Context, line []string, kept *keeper, stdout, stderr io.Writer) error {
	switch name := line[0]; name {
	case "measure":
		measure, cmd := c.known.measureCommand()
		if err := cmd.ParseFlags(line[1:]); err != nil {
			return flagError(cmd, err)
		}
		if c.files != "" {
			return errors.New("--counterexamples: the files are of measure, which finds none; allowed: -o PATH")
		}
		measure.algorithms, measure.kept, measure.out = cmd.Flags().Args(), kept, c.out
		if err := measure.valid(cmd.Flags()); err != nil {
			return err
		}
		return measure.run(ctx, stdout, stderr)
	case "check":
		check, cmd := c.known.checkCommand()
		if err := cmd.ParseFlags(line[1:]); err != nil {
			return flagError(cmd, err)
		}
		check.algorithms, check.kept = cmd.Flags().Args(), kept
		check.out, check.files = c.out, c.files
		return check.run(ctx, stdout, stderr)
	default:
		return fmt.Errorf("the files are of the command %q; allowed: check, measure", name)
	}
}
