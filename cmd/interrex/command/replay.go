package command

import (
	"fmt"
	"io"
	"os"
	"strings"

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
			x, err := r.resolver().Replay(r.file)
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
			writeProse(out, columns(terminalWidth(out)), counterexamples.Summary(x, r.property))
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

// resolve finds the system and the property of the file. A test stores a file under the name of its
// system. Protocols of one's own may share that, or have other names: then the file is
// of the first that has the execution or, if none has, of the first with such a system.
func (r *recorded) resolve(k *collection) error {
	err := r.resolveAs(k, r.file.Instance.Algorithm)
	if !k.own || err == nil && r.shows() {
		return err
	}
	for _, name := range k.names() {
		other := &recorded{path: r.path, file: r.file}
		wrong := other.resolveAs(k, name)
		if other.system == nil || strings.Join(strings.Fields(other.system.Name()), "-") != r.file.Instance.Algorithm {
			continue
		}
		if shown := wrong == nil && other.shows(); shown || r.system == nil {
			r.system, r.property, err = other.system, other.property, wrong
			if shown {
				return nil
			}
		}
	}
	return err
}

// resolveAs is resolve for the algorithm of that name.
func (r *recorded) resolveAs(k *collection, name string) (err error) {
	i := r.file.Instance
	i.Algorithm = name
	if r.system, err = k.systemOf(i); err != nil {
		return err
	}
	r.property, err = k.propertyOf(i, r.file.Property)
	return err
}

// resolver returns the system and the property of the file for itself.
func (r *recorded) resolver() counterexamples.Resolver {
	return counterexamples.Resolver{
		System:   func(counterexamples.Instance) (*model.System, error) { return r.system, nil },
		Property: func(counterexamples.Instance, string) (properties.Property, error) { return r.property, nil },
	}
}

// shows reports whether the system has the execution of the file, and the execution shows the claim of the file.
func (r *recorded) shows() bool {
	_, err := r.resolver().Replay(r.file)
	return err == nil
}

// execution returns the execution that the file records, even if its chart is another, up to the
// event that decides the property.
func (r *recorded) execution() (model.Execution, error) {
	x, err := r.file.Run(r.system)
	if err == nil {
		x, err = r.property.Prefix(x)
	}
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
