package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/counterexamples"
)

func (k *collection) newChart() *cobra.Command {
	var (
		path   string
		locals bool
	)
	format := &flagValue{kind: "FORMAT", read: parseOneOf("format", formats...)}
	cmd := &cobra.Command{
		Use:   "chart FILE",
		Short: "Draw the execution of a counterexample file",
		Args:  oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if format.text == "" {
				if err := format.Set(formatOf(path)); err != nil {
					return fmt.Errorf("the ending of --output %q names no format; allowed: .svg, .mmd or .txt, or --format", path)
				}
			}
			r, err := k.readFile(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			r.locals = locals
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
	cmd.Flags().BoolVar(&locals, "locals", false, "show the local states: all at the start, then those that an event changes")
	cmd.Flags().Var(format, "format", "ascii, svg or mermaid (default: by the ending of the output, else ascii)")
	cmd.Flags().StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// formats are the formats of pictures.
var formats = []string{"ascii", "svg", "mermaid"}

// formatOf returns the format for the ending of a path. It returns another
// ending unchanged, which is no format.
func formatOf(path string) string {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case "", ".txt":
		return "ascii"
	case ".mmd":
		return "mermaid"
	default:
		return strings.TrimPrefix(ending, ".")
	}
}

// draw returns the picture of the execution in a format.
func (r *recorded) draw(format string) ([]byte, error) {
	x, err := r.execution()
	if err != nil {
		return nil, err
	}
	remarks := r.property.Remarks(x)
	if r.locals {
		remarks = append(remarks, counterexamples.LocalStates(x)...)
	}
	switch format {
	case "svg":
		return counterexamples.SVG(x, r.file.Title(), remarks...), nil
	case "mermaid":
		return []byte(counterexamples.Mermaid(x, remarks...)), nil
	}
	return []byte(counterexamples.Chart(x, remarks...)), nil
}
