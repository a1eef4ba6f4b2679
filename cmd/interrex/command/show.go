package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/interrex/interrex/protocols/claims"
)

func (k *collection) newShow() *cobra.Command {
	var variant, readings, path string
	cmd := &cobra.Command{
		Use:   "show ALGORITHM",
		Short: "Show the Go code of one variant of an algorithm",
		Long: `Show prints the program that every process runs: the Go code of one variant, with
its fixes and readings resolved and without branches that it never takes. Numbers
at the ends of lines are the lines of protocols/<name>/source.txt.`,
		Args:              oneAlgorithm,
		ValidArgsFunction: k.completeName,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := k.byName(args[0])
			if err != nil {
				return err
			}
			out, err := openOutput(path, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			defer out.discard()
			if err := k.writeListing(out, e, variant, readings); err != nil {
				return err
			}
			return out.commit()
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&variant, "variant", "printed", "`VARIANT`: printed, corrected, or a set of fixes: +E1,+E2 or -E1")
	flags.StringVar(&readings, "reading", "", "`READINGS`: how to read open points of the text, as in R1=b,R2=a")
	flags.StringVarP(&path, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// writeListing writes the code of a variant below a line that names the variant.
func (k *collection) writeListing(w io.Writer, e claims.Entry, variant, readings string) error {
	v, err := e.ParseChoice(variant, readings, "")
	if err != nil {
		return err
	}
	text, err := k.parts.Listing(e, v)
	if err != nil {
		return err
	}
	name := e.Name + ", " + e.VariantText(v)
	if r := e.ReadingsText(v.Readings); r != "" {
		name += ", " + r
	}
	_, err = fmt.Fprintf(w, "// %s\n// Source: %s\n\n%s", name, e.Source, text)
	return err
}
