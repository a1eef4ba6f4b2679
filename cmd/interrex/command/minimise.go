package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

func (k *collection) newMinimise() *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "minimise FILE",
		Short: "Shorten a counterexample file until no event can be dropped",
		Long: `Minimise drops events of a counterexample file as long as the rest still
decides its property, and draws the chart of the result. It does not search for
shorter executions: check finds the shortest.`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := k.readFile(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			short, err := r.minimised(cmd.Context())
			if err != nil {
				return err
			}
			out, err := openOutput(path, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			defer out.discard()
			out.Write(short.Format())
			if err := out.commit(); err != nil {
				return err
			}
			if cmd.Context().Err() != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "interrex: interrupted: %d events, was %d; fewer may be enough\n", short.Schedule.Len(), r.file.Schedule.Len())
				return incomplete
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%d events, was %d\n", short.Schedule.Len(), r.file.Schedule.Len())
			return nil
		},
	}
	cmd.Flags().StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// minimised returns the file shortened, as far as ctx allows.
func (r *recorded) minimised(ctx context.Context) (*counterexamples.File, error) {
	fails := counterexamples.Fails(r.system, r.property, r.file.Fairness)
	if !fails(r.file.Schedule) {
		_, err := r.execution()
		if err == nil {
			err = fmt.Errorf("%s: the schedule does not decide %s", r.path, r.property.Name)
		}
		return nil, err
	}
	x, err := r.system.Replay(counterexamples.Minimise(r.file.Schedule, func(l model.Lasso) bool { return ctx.Err() == nil && fails(l) }))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	short := counterexamples.Record(r.file.Instance, x, r.property, r.file.Fairness)
	short.Prose = r.retold(short.Prose)
	return short, nil
}

// retold returns the prose of the file with another summary, if it ends in a summary of the
// execution that the file records.
func (r *recorded) retold(summary []string) []string {
	prose := r.file.Prose
	x, err := r.execution()
	if err != nil {
		return prose
	}
	old := counterexamples.Record(r.file.Instance, x, r.property, r.file.Fairness).Prose
	if at := len(prose) - len(old); at >= 0 && slices.Equal(prose[at:], old) {
		return slices.Concat(prose[:at], summary)
	}
	return prose
}
