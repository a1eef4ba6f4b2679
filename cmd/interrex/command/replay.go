package command

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

func (k *collection) newReplay() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE",
		Short: "Run a counterexample file and check that it shows what it claims",
		Long: `Replay runs the schedule of a counterexample file by the definition of the model,
without the checker. Every event must be enabled, the property must be violated
exactly at the end (or by a loop that closes and is fair), and the chart must be the
stored one. If so the exit status is 0; otherwise it is 2, with the difference.`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := k.readFile(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			x, err := k.resolver().Replay(r.file)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			what := "violated"
			if r.property.Form == properties.Reachable {
				what = "witnessed"
			}
			out, err := openOutput("", cmd.OutOrStdout())
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s: %s %s\n", r.file.Title(), what, lengthText(x))
			return out.commit()
		},
	}
}

// A recorded is a counterexample file with the system and property that it names.
type recorded struct {
	path     string
	file     *counterexamples.File
	system   *model.System
	property properties.Property
	locals   bool // a chart shows the local states
}

// readFile reads a counterexample file, from stdin if path is "-".
func (k *collection) readFile(stdin io.Reader, path string) (*recorded, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", path, cause(err))
		}
		defer f.Close()
		stdin = f
	}
	text, err := io.ReadAll(io.LimitReader(stdin, counterexamples.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, cause(err))
	}
	r := &recorded{path: path}
	if r.file, err = counterexamples.Parse(text); err == nil {
		err = r.resolve(k)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func (r *recorded) resolve(k *collection) (err error) {
	if r.system, err = k.systemOf(r.file.Instance); err != nil {
		return err
	}
	r.property, err = k.propertyOf(r.file.Instance, r.file.Property)
	return err
}

// execution returns the execution that the file records, whatever its chart.
func (r *recorded) execution() (model.Execution, error) {
	x, err := r.file.Run(r.system)
	if err == nil {
		err = r.property.Judge(x, r.file.Fairness)
	}
	if err != nil {
		return x, fmt.Errorf("%s: %w", r.path, err)
	}
	return x, nil
}

// oneFile requires the name of a counterexample file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == "" {
		return fmt.Errorf("%s: a file name is empty; allowed: one counterexample file, or - for standard input", cmd.Name())
	}
	if len(args) != 1 {
		return fmt.Errorf("%s: %d arguments; allowed: one counterexample file, or - for standard input", cmd.Name(), len(args))
	}
	return nil
}
