package main

import (
	"github.com/spf13/cobra"

	"github.com/interrex/interrex/counterexamples"
)

func newChart() *cobra.Command {
	var path string
	format := &flagValue{text: "ascii", kind: "FORMAT", read: parseOneOf("format", "ascii", "svg", "mermaid")}
	cmd := &cobra.Command{
		Use:   "chart FILE",
		Short: "Draw the execution of a counterexample file",
		Args:  oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := readFile(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			drawing, err := r.draw(format.text)
			if err != nil {
				return err
			}
			out, err := openOutput(path, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			defer out.discard()
			out.Write(drawing)
			return out.commit()
		},
	}
	cmd.Flags().Var(format, "format", "ascii, svg or mermaid")
	cmd.Flags().StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// draw returns the picture of the execution in a format.
func (r *recorded) draw(format string) ([]byte, error) {
	x, err := r.execution()
	if err != nil {
		return nil, err
	}
	switch format {
	case "svg":
		return counterexamples.SVG(x, r.file.Title()), nil
	case "mermaid":
		return []byte(counterexamples.Mermaid(x)), nil
	}
	return []byte(counterexamples.Chart(x)), nil
}
