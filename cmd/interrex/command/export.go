package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (k *collection) newExport() *cobra.Command {
	var path string
	names := formatNames(formats)
	as := &flagValue{kind: "FORMAT", read: parseOneOf("format", names...)}
	cmd := &cobra.Command{
		Use:   "export FILE",
		Short: "Write the execution of a counterexample file for other tools",
		Long: `Export runs a counterexample file as replay does, up to the event that decides its
property, and writes the execution: as itf for viewers of Apalache and Quint, as shiviz for
ShiViz (a log with vector clocks), as json for programs of your own, or as one of the
formats of chart. As dot it writes the state graph of the system of the file for Graphviz,
with the execution in red.`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := as.text
			if name == "" {
				if name, _ = formatOf(formats, path); path == "" || name == "" {
					return fmt.Errorf("export: no format; allowed: --as %s, or --output FILE with the ending of one", strings.Join(names, ", "))
				}
			}
			r, err := k.readFile(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			return r.export(cmd, name, path)
		},
	}
	cmd.Flags().Var(as, "as", strings.Join(names, ", ")+" (default: by the ending of the output)")
	cmd.Flags().StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// export writes the execution of the file in the format of that name.
func (r *recorded) export(cmd *cobra.Command, name, path string) error {
	p, err := r.picture()
	if err != nil {
		return err
	}
	out, err := openOutput(path, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.discard()
	text, err := p.in(name)
	if err != nil {
		return fmt.Errorf("%s: %w", r.path, err)
	}
	out.Write(text)
	return out.commit()
}
