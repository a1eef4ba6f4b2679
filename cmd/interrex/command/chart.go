package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/counterexamples"
)

func (k *collection) newChart() *cobra.Command {
	var (
		path   string
		locals bool
	)
	format := &flagValue{kind: "FORMAT", read: parseOneOf("format", formatNames(formatsOf(formats, chart))...)}
	cmd := &cobra.Command{
		Use:   "chart FILE",
		Short: "Draw the execution of a counterexample file",
		Args:  oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if format.text == "" {
				var err error
				if format.text, err = pictureFormat("output", path, ", or --format"); err != nil {
					return err
				}
			}
			r, err := k.readFile(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			r.locals = locals
			p, err := r.picture()
			if err != nil {
				return err
			}
			out, err := openOutput(path, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			defer out.discard()
			if width := terminalWidth(out); width > 0 && format.text == "ascii" {
				p.write(out, width)
				writeLegend(out, width, p.x)
			} else {
				drawn, err := p.in(formats, format.text)
				if err != nil {
					return err
				}
				out.Write(drawn)
			}
			return out.commit()
		},
	}
	cmd.Flags().BoolVar(&locals, "locals", false, "show the local states: all at the start, then those that an event changes")
	cmd.Flags().Var(format, "format", strings.Join(formatNames(formatsOf(formats, chart)), ", ")+" (default: by the ending of the output, else "+formats[0].name+")")
	cmd.Flags().StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// picture returns the execution with the remarks on it.
func (r *recorded) picture() (*picture, error) {
	x, err := r.execution()
	if err != nil {
		return nil, err
	}
	remarks := r.property.Remarks(x)
	if r.locals {
		remarks = append(remarks, counterexamples.LocalStates(x)...)
	}
	return &picture{r.file.Title(), counterexamples.Summary(x, r.property), x, remarks, r.file.Values(), r.property}, nil
}
